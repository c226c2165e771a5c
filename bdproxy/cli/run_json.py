"""Runs, calls and bodies as JSON: the columns' names, hashes left out."""

import base64
import json
from typing import Any

from bdproxy.grader.verdict import Verdict
from bdproxy.recorder.records import CallRecord, FaultRecord, RunRecord, TaskRecord

_RUN_HASHES = {"stdout_body", "stderr_body", "hazards"}
_CALL_HASHES = {
    f"{side}_{part}" for side in ("request", "upstream", "response") for part in ("headers", "body")
}


def run_as_json(
    run: RunRecord, verdict: Verdict | None, *, agent: str, calls: int
) -> dict[str, Any]:
    """One run; ``calls`` are the agent's own."""
    return {
        "type": "run",
        **run.model_dump(mode="json", exclude=_RUN_HASHES),
        "hazards": None if run.hazards is None else json.loads(run.hazards),
        "agent": agent,
        "calls": calls,
        "verdict": None if verdict is None else verdict.model_dump(mode="json"),
    }


def task_as_json(task: TaskRecord | None) -> dict[str, Any] | None:
    """What a run was asked to do, if the log knows it."""
    return None if task is None else task.model_dump(mode="json", exclude={"experiment_id"})


def call_as_json(call: CallRecord, fault: FaultRecord | None) -> dict[str, Any]:
    """One call, without headers and bodies, and what was planned to fail in it."""
    return {
        "type": "call",
        **call.model_dump(mode="json", exclude=_CALL_HASHES),
        "fault": None if fault is None else fault_as_json(fault),
    }


def fault_as_json(fault: FaultRecord) -> dict[str, Any]:
    """A fault, its planned write as an object."""
    columns = fault.model_dump(mode="json", exclude={"run_id", "number"})
    return {**columns, "planned_write": json.loads(fault.planned_write)}


def body_as_json(body: bytes) -> dict[str, str]:
    """A body as ``{"text": …}``, or ``{"base64": …}`` when it is not UTF-8."""
    try:
        return {"text": body.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(body).decode()}
