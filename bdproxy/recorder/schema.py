"""The log's schema: one SQLite file per experiment file, grown by named migrations.

docs/log.md explains every table and column; a test keeps that page complete. Times are seconds
since the Unix epoch (UTC) as REAL. A ``*_body`` or ``*_headers`` column holds the hash of a row in
``bodies``.
"""

from sqlite_utils import Database, Migrations

recorder_migrations = Migrations("bdproxy.recorder")


@recorder_migrations(name="0001_initial")
def _initial(db: Database) -> None:
    db.table("experiments").create(
        {
            "id": int,
            "config_hash": str,
            "agent": str,
            "command": str,
            "management": str,
            "dataset": str,
            "world_root": str,
            "seed": int,
            "max_calls": int,
            "timeout": float,
            "bdproxy_version": str,
            "world_version": str,
            "created_at": float,
        },
        pk="id",
        not_null={"config_hash", "agent", "management", "dataset", "world_root", "seed"},
    )
    db.table("experiments").create_index(["config_hash"], unique=True)
    db.table("tasks").create(
        {
            "experiment_id": int,
            "task": str,
            "scenario": str,
            "instruction": str,
            "supervisor": str,
            "datetime": str,
        },
        pk=("experiment_id", "task"),
        not_null={"scenario", "instruction"},
        foreign_keys=[("experiment_id", "experiments", "id")],
    )
    db.table("runs").create(
        {
            "id": int,
            "experiment_id": int,
            "task": str,
            "variant": str,
            "attempt": int,
            "status": str,
            "end_reason": str,
            "not_assessable": str,
            "started_at": float,
            "ended_at": float,
            "reported_status": str,
            "reported_answer": str,
            "exit_status": int,
            "stdout_body": bytes,
            "stdout_size": int,
            "stderr_body": bytes,
            "stderr_size": int,
        },
        pk="id",
        not_null={"experiment_id", "task", "variant", "attempt", "status", "started_at"},
        foreign_keys=[("experiment_id", "experiments", "id")],
    )
    # The rule "never repeats a finished run" and "never two at once" is the database's to keep.
    db.execute(
        "CREATE UNIQUE INDEX runs_once ON runs (experiment_id, task, variant, attempt) "
        "WHERE status IN ('running', 'finished')"
    )
    db.table("calls").create(
        {
            "id": int,
            "experiment_id": int,
            "run_id": int,
            "number": int,
            "actor": str,
            "principal": str,
            "app": str,
            "api": str,
            "method": str,
            "path": str,
            "path_template": str,
            "query": str,
            "http_version": str,
            "writes": int,
            "request_headers": bytes,
            "request_body": bytes,
            "forwarded": int,
            "upstream_status": int,
            "upstream_headers": bytes,
            "upstream_body": bytes,
            "status": int,
            "response_headers": bytes,
            "response_body": bytes,
            "refused_by": str,
            "refused_reason": str,
            "error": str,
            "retry_of": int,
            "connection": str,
            "started_at": float,
            "forwarded_at": float,
            "answered_at": float,
            "completed_at": float,
        },
        pk="id",
        not_null={"experiment_id", "actor", "method", "path", "writes", "started_at"},
        foreign_keys=[("experiment_id", "experiments", "id"), ("run_id", "runs", "id")],
    )
    db.execute(
        "CREATE UNIQUE INDEX calls_by_run ON calls (run_id, number) WHERE run_id IS NOT NULL"
    )
    db.table("bodies").create(
        {"hash": bytes, "size": int, "encoding": str, "data": bytes},
        pk="hash",
        not_null={"size", "encoding", "data"},
    )
    db.table("end_states").create(
        {"run_id": int, "file": str, "body": bytes},
        pk=("run_id", "file"),
        not_null={"body"},
        foreign_keys=[("run_id", "runs", "id")],
    )


@recorder_migrations(name="0002_task_digests")
def _task_digests(db: Database) -> None:
    db.execute("ALTER TABLE tasks ADD COLUMN digest TEXT")


@recorder_migrations(name="0003_faults")
def _faults(db: Database) -> None:
    db.execute("ALTER TABLE experiments ADD COLUMN fault_form TEXT")
    db.execute("ALTER TABLE experiments ADD COLUMN fault_phase TEXT")
    db.execute("ALTER TABLE runs ADD COLUMN hazards TEXT")
    db.table("faults").create(
        {
            "run_id": int,
            "number": int,
            "form": str,
            "phase": str,
            "planned_write": str,
            "applied": int,
            "forwarded": int,
            "upstream_status": int,
            "landed": int,
        },
        pk=("run_id", "number"),
        not_null={"form", "phase", "planned_write", "applied", "forwarded"},
        foreign_keys=[("run_id", "runs", "id")],
    )


@recorder_migrations(name="0004_cues")
def _cues(db: Database) -> None:
    db.execute("ALTER TABLE experiments ADD COLUMN plant TEXT")
    db.execute("ALTER TABLE tasks ADD COLUMN family TEXT")
    db.table("cues").create(
        {
            "run_id": int,
            "hazard": str,
            "surface": str,
            "way": str,
            "account": str,
            "record": str,
            "text": str,
        },
        pk=("run_id", "hazard"),
        not_null={"surface", "way", "record", "text"},
        foreign_keys=[("run_id", "runs", "id")],
    )
