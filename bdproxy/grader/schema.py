"""The tables that grading adds to a log. What was recorded is never edited."""

from sqlite_utils import Database, Migrations

grader_migrations = Migrations("bdproxy.grader")


@grader_migrations(name="0001_verdicts")
def _verdicts(db: Database) -> None:
    db.table("verdicts").create(
        {
            "run_id": int,
            "outcome": str,
            "reason": str,
            "evaluator": str,
            "grader_version": str,
            "graded_at": float,
        },
        pk="run_id",
        not_null={"outcome", "grader_version", "graded_at"},
        foreign_keys=[("run_id", "runs", "id")],
    )
    db.table("requirements").create(
        {
            "run_id": int,
            "number": int,
            "text": str,
            "label": str,
            "passed": int,
            "trace": str,
        },
        pk=("run_id", "number"),
        not_null={"text", "passed", "trace"},
        foreign_keys=[("run_id", "runs", "id")],
    )


@grader_migrations(name="0002_provisional_verdicts")
def _provisional_verdicts(db: Database) -> None:
    db.execute("ALTER TABLE verdicts ADD COLUMN provisional INTEGER NOT NULL DEFAULT 0")
    # Why an evaluator failed was not kept, so let it try once more.
    db.execute(
        "UPDATE verdicts SET provisional = 1 "
        "WHERE outcome = 'not assessable' AND evaluator IS NOT NULL"
    )


@grader_migrations(name="0003_findings")
def _findings(db: Database) -> None:
    # Verdicts without a catalogue's hash have no findings yet: the next grading gives them.
    db.execute("ALTER TABLE verdicts ADD COLUMN catalogue_hash TEXT")
    db.execute("ALTER TABLE verdicts ADD COLUMN no_changes TEXT")
    db.table("changed_records").create(
        {"run_id": int, "model": str, "records": str},
        pk=("run_id", "model"),
        not_null={"records"},
        foreign_keys=[("run_id", "runs", "id")],
    )
    db.table("findings").create(
        {
            "run_id": int,
            "name": str,
            "fired": int,
            "words": str,
            "calls": str,
            "records": str,
            "landed": int,
        },
        pk=("run_id", "name"),
        not_null={"words", "calls", "records"},
        foreign_keys=[("run_id", "runs", "id")],
    )
    db.table("exposures").create(
        {"run_id": int, "hazard": str, "number": int, "how": str},
        pk=("run_id", "hazard"),
        foreign_keys=[("run_id", "runs", "id")],
    )
    db.table("attributions").create(
        {
            "run_id": int,
            "mode": str,
            "share": str,
            "hazards": str,
            "unknown": str,
            "in_twin": int,
        },
        pk=("run_id", "mode"),
        not_null={"share", "hazards", "unknown"},
        foreign_keys=[("run_id", "runs", "id")],
    )
    db.table("earlier_verdicts").create(
        {
            "id": int,
            "run_id": int,
            "outcome": str,
            "reason": str,
            "evaluator": str,
            "grader_version": str,
            "catalogue_hash": str,
            "graded_at": float,
            "replaced_at": float,
            "requirements": str,
            "findings": str,
        },
        pk="id",
        not_null={"run_id", "outcome", "grader_version", "graded_at", "replaced_at"},
        foreign_keys=[("run_id", "runs", "id")],
    )
