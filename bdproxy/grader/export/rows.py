"""The rows of the exported tables, read from a log one by one."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from bdproxy.grader.export.messages import Messages
from bdproxy.grader.statistics.table import HAZARDS
from bdproxy.names import FailureMode
from bdproxy.recorder.database import log_errors
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import CallRecord, FaultRecord, RunRecord


def chosen_runs(log: LogReader, runs: Sequence[int]) -> Iterator[RunRecord]:
    """The runs of these numbers, or all.

    Raises:
        UnknownTaskError: there is no run of a given number.
    """
    return map(log.run, runs) if runs else log.runs()


def run_rows(messages: Messages, runs: Sequence[int]) -> Iterator[dict[str, Any]]:
    """One row for each run, graded or not."""
    log = messages.log
    agents = {one.id: one.agent for one in log.experiments()}
    scenarios: dict[tuple[int, str], str | None] = {}
    counts = log.call_counts()
    tables = set(log.database.table_names())
    for run in chosen_runs(log, runs):
        key = (run.experiment_id, run.task)
        if key not in scenarios:
            task = log.task(*key)
            scenarios[key] = None if task is None else task.scenario
        with log_errors(log.path):
            outcome, reason = _verdict(log.database.conn, tables, run.id)
            modes, exposed = _assessment(log.database.conn, tables, run.id)
        yield {
            "run": run.id,
            "experiment": run.experiment_id,
            "agent": agents[run.experiment_id],
            "task": run.task,
            "scenario": scenarios[key],
            "variant": run.variant,
            "attempt": run.attempt,
            "status": run.status,
            "end_reason": run.end_reason,
            "not_assessable": run.not_assessable,
            "started_at": run.started_at,
            "ended_at": run.ended_at,
            "reported_status": run.reported_status,
            "reported_answer": messages.text(run.reported_answer),
            "exit_status": run.exit_status,
            "calls": counts.get(run.id, 0),
            "outcome": outcome,
            "reason": reason,
            "hazards": sorted(json.loads(run.hazards or "{}")),
            "exposed": [hazard for hazard in HAZARDS if hazard in exposed],
            "modes": modes,
        }


def call_rows(messages: Messages, runs: Sequence[int]) -> Iterator[dict[str, Any]]:
    """One row for each call of the runs, whoever made it."""
    for run in chosen_runs(messages.log, runs):
        faults = {fault.number: fault for fault in messages.log.faults(run.id)}
        for call in messages.log.calls(run.id):
            yield _call_row(messages, call, faults.get(call.number or 0))


def finding_rows(messages: Messages, runs: Sequence[int]) -> Iterator[dict[str, Any]]:
    """One row for each finding of the runs, fired or not."""
    log = messages.log
    if "findings" not in log.database.table_names():
        return
    query = "SELECT name, fired, words, calls, landed FROM findings WHERE run_id = ? ORDER BY name"
    for run in chosen_runs(log, runs):
        with log_errors(log.path):
            found = log.database.conn.execute(query, (run.id,)).fetchall()
        for name, fired, words, calls, landed in found:
            yield {
                "run": run.id,
                "name": name,
                "fired": _truth(fired),
                "words": messages.text(words),
                "calls": json.loads(calls),
                "landed": _truth(landed),
            }


def _call_row(messages: Messages, call: CallRecord, fault: FaultRecord | None) -> dict[str, Any]:
    bodies = {
        "request_body": messages.body(call.request_body, call.request_headers),
        "response_body": messages.body(call.response_body, call.response_headers),
        "upstream_body": None
        if call.upstream_body == call.response_body
        else messages.body(call.upstream_body, call.upstream_headers),
    }
    row: dict[str, Any] = {
        "run": call.run_id,
        "number": call.number,
        "actor": call.actor,
        "principal": call.principal,
        "app": call.app,
        "api": call.api,
        "method": call.method,
        "path": messages.text(call.path),
        "path_template": call.path_template,
        "query": messages.query(call.query),
        "writes": call.writes,
        "forwarded": call.forwarded,
        "upstream_status": call.upstream_status,
        "status": call.status,
        "refused_by": call.refused_by,
        "refused_reason": messages.text(call.refused_reason),
        "error": messages.text(call.error),
        "retry_of": call.retry_of,
        "started_at": call.started_at,
        "completed_at": call.completed_at,
        "request_headers": _headers(messages.headers(call.request_headers)),
        "response_headers": _headers(messages.headers(call.response_headers)),
        "base64": [name for name, body in bodies.items() if body is not None and body.is_base64],
    }
    for name, body in bodies.items():
        row[name] = None if body is None else body.text
    for name in ("request", "response"):
        one = bodies[f"{name}_body"]
        row[f"{name}_size"] = None if one is None else one.size
    row["fault"] = None if fault is None else fault.form
    row["fault_phase"] = None if fault is None else fault.phase
    row["fault_applied"] = None if fault is None else fault.applied
    row["fault_landed"] = None if fault is None else fault.landed
    return row


def _headers(lines: Sequence[tuple[str, str]]) -> str:
    return "\n".join(f"{name}: {value}" for name, value in lines)


def _verdict(
    connection: sqlite3.Connection, tables: set[str], run: int
) -> tuple[str | None, str | None]:
    if "verdicts" not in tables:
        return None, None
    query = "SELECT outcome, reason FROM verdicts WHERE run_id = ?"
    found = connection.execute(query, (run,)).fetchone()
    return (None, None) if found is None else (found[0], found[1])


def _assessment(
    connection: sqlite3.Connection, tables: set[str], run: int
) -> tuple[list[str], set[str]]:
    fired: set[str] = set()
    exposed: set[str] = set()
    if "findings" in tables:
        query = "SELECT name FROM findings WHERE run_id = ? AND fired"
        fired = {name for (name,) in connection.execute(query, (run,))}
    if "exposures" in tables:
        query = "SELECT hazard FROM exposures WHERE run_id = ? AND number IS NOT NULL"
        exposed = {hazard for (hazard,) in connection.execute(query, (run,))}
    query = "SELECT 1 FROM faults WHERE run_id = ? AND applied LIMIT 1"
    if connection.execute(query, (run,)).fetchone() is not None:
        exposed.add("fault")
    return [mode for mode in FailureMode if mode in fired], exposed


def _truth(value: int | None) -> bool | None:
    return None if value is None else bool(value)
