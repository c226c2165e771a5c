"""A log that nobody recorded: synthetic runs with calls, verdicts, findings and exposures."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

from bdproxy.grader.statistics.exposure import MODE_OF
from bdproxy.grader.statistics.table import GradedRun
from bdproxy.grader.verdicts import VerdictWriter
from bdproxy.names import Actor, FailureMode, FaultForm, FaultPhase, Hazard, Management, Outcome
from bdproxy.recorder.bodies import body_hash, pack
from bdproxy.recorder.rows import ExperimentRow, TaskRow
from bdproxy.recorder.writer import LogWriter
from benchmarks.common.synthetic_runs import synthetic_runs

BEGAN = 1_700_000_000.0
BODIES = 200
"""How many different bodies the calls share."""
_BATCH = 20_000


def write_synthetic_log(
    path: Path, *, families: int, agents: int, attempts: int, seed: int, calls: bool = True
) -> int:
    """Write a graded log at ``path``; the number of its runs. Without ``calls`` there are none.

    The same arguments give the same runs.
    """
    runs = list(synthetic_runs(families, agents, attempts, seed=seed))
    experiments = _begin(path, runs)
    with VerdictWriter(path):
        pass
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        _insert(connection, "runs", (_run(at, one, experiments) for at, one in _numbered(runs)))
        for table, rows in (
            ("cues", (row for at, one in _numbered(runs) for row in _cues(at, one))),
            ("faults", (row for at, one in _numbered(runs) for row in _faults(at, one))),
            ("verdicts", (_verdict(at, one) for at, one in _numbered(runs))),
            ("findings", (row for at, one in _numbered(runs) for row in _findings(at, one))),
            ("exposures", (row for at, one in _numbered(runs) for row in _exposures(at, one))),
        ):
            _insert(connection, table, rows)
        if calls:
            bodies = _bodies(connection)
            _insert(connection, "calls", _calls(runs, experiments, bodies))
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()
    return len(runs)


def _numbered(runs: Iterable[GradedRun]) -> Iterator[tuple[int, GradedRun]]:
    return enumerate(runs, start=1)


def _begin(path: Path, runs: Iterable[GradedRun]) -> dict[str, int]:
    experiments: dict[str, int] = {}
    scenarios = {run.task: run.scenario for run in runs}
    writer = LogWriter(path)
    try:
        for agent in dict.fromkeys(run.agent for run in runs):
            experiments[agent] = writer.experiment(
                ExperimentRow(
                    config_hash=agent, agent=agent, command="null",
                    management=Management.MANAGED, dataset="synthetic", world_root="/nowhere",
                    seed=100, max_calls=None, timeout=None, bdproxy_version="synthetic",
                    world_version="none",
                )
            )  # fmt: skip
            for task, scenario in scenarios.items():
                row = TaskRow(task, scenario, f"Please do {scenario}.", "{}", "2023-05-18T12:00:00")
                writer.task(experiments[agent], row)
    finally:
        writer.close()
    return experiments


def _insert(connection: sqlite3.Connection, table: str, rows: Iterable[dict[str, Any]]) -> None:
    waiting = iter(rows)
    while batch := list(islice(waiting, _BATCH)):
        columns = tuple(batch[0])
        statement = (
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
        )
        connection.executemany(statement, [tuple(row.values()) for row in batch])


def _run(number: int, run: GradedRun, experiments: dict[str, int]) -> dict[str, Any]:
    planned: dict[str, Any] = {hazard: {} for hazard in run.hazards}
    return {
        "id": number,
        "experiment_id": experiments[run.agent],
        "task": run.task,
        "variant": run.variant,
        "attempt": run.attempt,
        "status": "finished",
        "end_reason": run.end_reason,
        "not_assessable": "crashed" if run.outcome is Outcome.NOT_ASSESSABLE else None,
        "started_at": BEGAN + number,
        "ended_at": BEGAN + number + run.duration,
        "reported_status": "success" if run.claimed_success else "fail",
        "hazards": json.dumps(planned) if planned else None,
    }


def _cues(number: int, run: GradedRun) -> Iterator[dict[str, Any]]:
    for hazard, surface in run.surfaces.items():
        if hazard is not Hazard.FAULT:
            yield {
                "run_id": number,
                "hazard": hazard,
                "surface": surface,
                "way": "new",
                "account": "ada@mail.com",
                "record": "{}",
                "text": "Please do it for me.",
            }


def _faults(number: int, run: GradedRun) -> Iterator[dict[str, Any]]:
    if Hazard.FAULT in run.hazards:
        reached = Hazard.FAULT in run.exposed
        yield {
            "run_id": number,
            "number": 1,
            "form": FaultForm.GENUINE_500,
            "phase": FaultPhase.AFTER,
            "planned_write": "{}",
            "applied": reached,
            "forwarded": reached,
            "upstream_status": 200 if reached else None,
            "landed": reached,
        }


def _verdict(number: int, run: GradedRun) -> dict[str, Any]:
    return {
        "run_id": number,
        "outcome": run.outcome,
        "reason": None,
        "evaluator": "synthetic",
        "grader_version": "synthetic",
        "graded_at": BEGAN,
    }


def _findings(number: int, run: GradedRun) -> Iterator[dict[str, Any]]:
    if run.outcome is Outcome.NOT_ASSESSABLE:
        return
    for mode in FailureMode:
        fired = mode in run.modes
        yield {
            "run_id": number,
            "name": mode,
            "fired": fired,
            "words": f"{mode} {'fired' if fired else 'did not fire'}",
            "calls": "[1]" if fired and mode in MODE_OF.values() else "[]",
            "records": "[]",
            "landed": None,
        }


def _exposures(number: int, run: GradedRun) -> Iterator[dict[str, Any]]:
    for hazard in sorted(run.hazards - {Hazard.FAULT}):
        reached = hazard in run.exposed
        yield {
            "run_id": number,
            "hazard": hazard,
            "number": 1 if reached else None,
            "how": "whole" if reached else None,
        }


def _bodies(connection: sqlite3.Connection) -> list[bytes]:
    bodies = [
        json.dumps([{"message": f"text {at}", "number": one} for one in range(20)]).encode()
        for at in range(BODIES)
    ]
    rows: list[dict[str, Any]] = [
        {"hash": body_hash(body), "size": len(body), "encoding": encoding, "data": data}
        for body in bodies
        for encoding, data in (pack(body),)
    ]
    _insert(connection, "bodies", rows)
    return [row["hash"] for row in rows]


def _calls(
    runs: Iterable[GradedRun], experiments: dict[str, int], bodies: list[bytes]
) -> Iterator[dict[str, Any]]:
    ids = count(1)
    for number, run in _numbered(runs):
        for at in range(1, run.calls + 1):
            id = next(ids)
            writes = at % 5 == 0
            yield {
                "id": id,
                "experiment_id": experiments[run.agent],
                "run_id": number,
                "number": at,
                "actor": Actor.AGENT,
                "principal": "phone+5550100",
                "app": "phone",
                "api": "send_text_message" if writes else "search_text_messages",
                "method": "POST" if writes else "GET",
                "path": "/phone/messages/text",
                "path_template": "/phone/messages/text",
                "query": "" if writes else f"page_index={at}",
                "http_version": "HTTP/1.1",
                "writes": writes,
                "request_body": bodies[id % BODIES] if writes else None,
                "forwarded": 1,
                "upstream_status": 200,
                "upstream_body": bodies[id * 7 % BODIES],
                "status": 200,
                "response_body": bodies[id * 7 % BODIES],
                "connection": "1",
                "started_at": BEGAN + at,
                "completed_at": BEGAN + at + 0.01,
            }
