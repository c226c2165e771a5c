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
