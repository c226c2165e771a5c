"""Attributions in the log: made anew from all findings after each grading."""

import json
import sqlite3

from pydantic import TypeAdapter, ValidationError

from bdproxy.errors import LogError
from bdproxy.grader.attribution import Attribution, FiredModes, RunKey, attribute
from bdproxy.names import FailureMode, Hazard, RunStatus, Variant
from bdproxy.recorder.database import log_errors
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import RunRecord
from bdproxy.validation import first_problem

_ATTRIBUTION = TypeAdapter(Attribution)
_COLUMNS = ("mode", "share", "hazards", "unknown", "in_twin")


def attributions(log: LogReader) -> list[Attribution]:
    """Where the modes come from that fired in the compound runs of a log, by its findings."""
    connection = log.database.conn
    with log_errors(log.path):
        modes: dict[int, dict[FailureMode, bool | None]] = {}
        names = set(map(str, FailureMode))
        for run, name, fired in connection.execute("SELECT run_id, name, fired FROM findings"):
            if name in names:
                of_run = modes.setdefault(run, {})
                of_run[FailureMode(name)] = None if fired is None else bool(fired)
    return attribute(
        FiredModes(
            run.id,
            RunKey(run.experiment_id, run.task, run.attempt),
            run.variant,
            modes[run.id],
            _hazards(log, run) if run.variant is Variant.COMPOUND else (),
        )
        for run in log.runs(status=RunStatus.FINISHED)
        if run.id in modes
    )


def read_attributions(log: LogReader, run: int) -> list[Attribution]:
    """What is stored of one run; empty if nothing is.

    Raises:
        LogError: it is damaged.
    """
    with log_errors(log.path):
        if "attributions" not in log.database.table_names():
            return []
        rows = log.database.conn.execute(
            f"SELECT {', '.join(_COLUMNS)} FROM attributions WHERE run_id = ?", (run,)
        ).fetchall()
    try:
        found = [
            _ATTRIBUTION.validate_python(
                {
                    "run": run,
                    **dict(zip(_COLUMNS, row, strict=True)),
                    "hazards": json.loads(row[2]),
                    "unknown": json.loads(row[3]),
                }
            )
            for row in rows
        ]
    except (ValidationError, ValueError) as error:
        problem = first_problem(error) if isinstance(error, ValidationError) else str(error)
        raise LogError(
            f"{log.path}: is damaged (the attributions of run {run}, {problem}); "
            f"recompute them with: bdproxy grade {log.path}"
        ) from error
    order = list(FailureMode)
    return sorted(found, key=lambda one: order.index(one.mode))


def replace_attributions(connection: sqlite3.Connection, found: list[Attribution]) -> None:
    """Store these and no others, within the caller's transaction."""
    connection.execute("DELETE FROM attributions")
    connection.executemany(
        f"INSERT INTO attributions (run_id, {', '.join(_COLUMNS)}) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (
                one.run,
                one.mode,
                one.share,
                json.dumps(one.hazards),
                json.dumps(one.unknown),
                one.in_twin,
            )
            for one in found
        ],
    )


def _hazards(log: LogReader, run: RunRecord) -> tuple[Hazard, ...]:
    """What a run carries, by its own rows."""
    try:
        planned = set(json.loads(run.hazards or "{}"))
    except (ValueError, TypeError):
        planned = set()
    carried = planned | {cue.hazard for cue in log.cues(run.id)}
    return tuple(hazard for hazard in Hazard if hazard in carried)
