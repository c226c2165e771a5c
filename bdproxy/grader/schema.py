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
