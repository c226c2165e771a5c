"""What happened in a run: its verdict, its findings and its calls."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bdproxy.grader.redaction import header_lines, redacted_body, redacted_query, redacted_text
from bdproxy.grader.report.drill_down.excerpts import excerpt, short
from bdproxy.grader.report.drill_down.packing import Packed
from bdproxy.grader.report.drill_down.selection import by_turns
from bdproxy.grader.report.material import Material
from bdproxy.names import Actor
from bdproxy.recorder.database import log_errors
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import BodyHash, CallRecord

MOST_CALLS: Final = 120
"""Calls of one run that a page shows."""
MOST_RUNS: Final = 1_000
MOST_BYTES: Final = 16_000_000
"""Bytes of all runs' pages before compression: what a browser is asked to unpack."""

_LANDED: Final = {True: "it landed", False: "it did not land", None: "it may have landed"}


@dataclass(frozen=True, slots=True)
class RunPages:
    """Packed lines, one a run, and how many runs have one."""

    lines: str
    runs: int


def run_pages(material: Material, logs: Sequence[LogReader], budget: int) -> RunPages:
    """As many runs' pages as fit into ``budget`` characters, of every kind of run.

    Raises:
        LogError: a log can't be read.
    """
    packed = Packed(budget)
    bodies = [Bodies(log) for log in logs]
    taken = 0
    for placed in by_turns(material.runs):
        if taken >= MOST_RUNS or packed.size > MOST_BYTES:
            break
        number, log = placed.run.id, placed.log
        page = {"log": log, "id": number, **run_page(bodies[log], logs[log], number)}
        if not packed.add(page):
            break
        taken += 1
    return RunPages(packed.text(), taken)


class Bodies:
    """Beginnings of one log's bodies, each made once: many calls have the same answers.

    Pages are handed around, so there are never credentials in them.
    """

    def __init__(self, log: LogReader) -> None:
        self._log = log
        self._made: dict[tuple[BodyHash, BodyHash | None], dict[str, Any] | None] = {}

    def excerpt(self, hash: BodyHash | None, headers: BodyHash | None) -> dict[str, Any] | None:
        """A body's beginning and its size; None without a body."""
        if hash is None:
            return None
        key = (hash, headers)
        if key not in self._made:
            body = self._log.body(hash)
            lines = [] if headers is None else header_lines(self._log.body(headers))
            shown = excerpt(redacted_body(body, lines))
            self._made[key] = {**shown, "size": len(body)} if body else None
        return self._made[key]


def run_page(bodies: Bodies, log: LogReader, number: int) -> dict[str, Any]:
    """One run's page as JSON; all text made visible."""
    run = log.run(number)
    task = log.task(run.experiment_id, run.task)
    calls = [call for call in log.calls(number) if call.actor is not Actor.HARNESS]
    with log_errors(log.path):
        connection = log.database.conn
        tables = set(log.database.table_names())
        return {
            "instruction": None if task is None else short(task.instruction, 1000),
            "answer": short(run.reported_answer),
            "reason": short(_reason(connection, number)),
            "failed": [short(text, 200) for text in _failed_requirements(connection, number)],
            "findings": _findings(connection, number) if "findings" in tables else [],
            "cues": [
                {"hazard": cue.hazard, "surface": short(cue.surface), "text": short(cue.text, 800)}
                for cue in log.cues(number)
            ],
            "faults": {
                str(fault.number): _LANDED[fault.landed]
                for fault in log.faults(number)
                if fault.applied
            },
            "calls": [_call(bodies, call) for call in calls[:MOST_CALLS]],
            "more_calls": max(0, len(calls) - MOST_CALLS),
        }


def _reason(connection: sqlite3.Connection, run: int) -> str | None:
    row = connection.execute("SELECT reason FROM verdicts WHERE run_id = ?", (run,)).fetchone()
    return None if row is None else row[0]


def _failed_requirements(connection: sqlite3.Connection, run: int) -> list[str]:
    query = "SELECT text FROM requirements WHERE run_id = ? AND NOT passed ORDER BY number"
    return [text for (text,) in connection.execute(query, (run,))]


def _findings(connection: sqlite3.Connection, run: int) -> list[dict[str, Any]]:
    query = "SELECT name, words, calls FROM findings WHERE run_id = ? AND fired"
    return [
        {"name": short(name), "words": short(words, 500), "calls": json.loads(calls)}
        for name, words, calls in connection.execute(query, (run,))
    ]


def _call(bodies: Bodies, call: CallRecord) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "number": call.number,
        "method": short(call.method, 20),
        "path": short(_target(call)),
        "status": call.status,
    }
    optional: dict[str, Any] = {
        "actor": None if call.actor is Actor.AGENT else str(call.actor),
        "as": short(call.principal, 80),
        "api": None if call.api is None else short(f"{call.app}.{call.api}", 80),
        "writes": call.writes or None,
        "refused": _refused(call),
        "error": short(call.error),
        "world": call.upstream_status if call.upstream_status != call.status else None,
        "request": bodies.excerpt(call.request_body, call.request_headers),
        "response": bodies.excerpt(call.response_body, call.response_headers),
    }
    return shown | {name: value for name, value in optional.items() if value is not None}


def _target(call: CallRecord) -> str:
    path = redacted_text(call.path)
    return f"{path}?{redacted_query(call.query)}" if call.query else path


def _refused(call: CallRecord) -> str | None:
    if call.refused_by is None:
        return None
    return short(f"refused by {call.refused_by}: {call.refused_reason or 'no reason given'}")
