"""Small logs for tests, written by the real writer."""

import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from bdproxy.names import Actor, EndReason, Management, RunStatus, Variant
from bdproxy.recorder.rows import Call, Exchange, ExperimentRow, RunEnd, RunKey, TaskRow
from bdproxy.recorder.writer import LogWriter

END_STATE = {"venmo.jsonl": b'["INSERT"]\n' * 50, "model_hashes.json": b"{}"}
FINISHED = RunEnd(RunStatus.FINISHED, EndReason.COMPLETED, reported_status="success")

EXPERIMENT = ExperimentRow(
    config_hash="a", agent="ada", command="python ada.py", management=Management.MANAGED,
    dataset="builtin", world_root="/nowhere", seed=100, max_calls=None, timeout=60.0,
    bdproxy_version="0.1.0", world_version="appworld 0.1.3.post1",
)  # fmt: skip


def begin_experiment(writer: LogWriter, agent: str = "ada", **changes: Any) -> int:
    row = replace(EXPERIMENT, config_hash=f"hash of {agent} {changes}", agent=agent, **changes)
    experiment = writer.experiment(row)
    for scenario in ("split-dinner", "tidy-notes"):
        for number in (1, 2, 3):
            supervisor = '{"first_name": "Ada", "last_name": "King", "email": "ada@mail.com"}'
            writer.task(
                experiment,
                TaskRow(
                    task=f"{scenario}_{number}",
                    scenario=scenario,
                    instruction=f"Please do {scenario}.",
                    supervisor=supervisor,
                    datetime="2023-05-18T12:00:00",
                ),
            )
    return experiment


def a_call(run: int, number: int, body: bytes = b"{}", **changes: Any) -> Call:
    now = time.time()
    answer = Exchange(200, b"content-type: application/json\r\n", body)
    call = Call(
        actor=Actor.AGENT,
        method="POST",
        path="/venmo/transactions",
        query="",
        http_version="HTTP/1.1",
        request_headers=b"host: 127.0.0.1\r\n",
        request_body=b'{"amount": 3}',
        started_at=now,
        connection="c1",
        writes=True,
        number=number,
        run_id=run,
        principal="venmo+ada@mail.com",
        app="venmo",
        api="create_transaction",
        path_template="/venmo/transactions",
        forwarded_at=now,
        answered_at=now + 0.01,
        completed_at=now + 0.0123,
        upstream=answer,
        seen=answer,
    )
    for name, value in changes.items():
        setattr(call, name, value)
    return call


def write_run(
    writer: LogWriter,
    experiment: int,
    task: str = "split-dinner_1",
    *,
    attempt: int = 1,
    calls: int = 1,
    end: RunEnd | None = FINISHED,
    end_state: Mapping[str, bytes] | None = END_STATE,
) -> int:
    run = writer.begin_run(experiment, RunKey(task, Variant.TWIN, attempt))
    for number in range(1, calls + 1):
        writer.save_call(experiment, a_call(run, number))
    if end is not None:
        writer.end_run(run, end, end_state)
    return run


def a_log(folder: Path, runs: int = 1) -> Path:
    """A log with finished runs of one experiment: attempts of one task."""
    path = folder / "runs.db"
    writer = LogWriter(path)
    experiment = begin_experiment(writer)
    for attempt in range(1, runs + 1):
        write_run(writer, experiment, attempt=attempt)
    writer.close()
    return path
