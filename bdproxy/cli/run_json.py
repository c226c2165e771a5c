"""Runs, calls and bodies as JSON: the columns' names, hashes left out."""

import base64
import json
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import TypeAdapter

from bdproxy.grader.assessment import Assessment
from bdproxy.grader.attribution import Attribution
from bdproxy.grader.exposure import Exposure
from bdproxy.grader.finding import Finding
from bdproxy.grader.verdict import Verdict
from bdproxy.names import FailureMode
from bdproxy.recorder.records import CallRecord, FaultRecord, RunRecord, TaskRecord

_RUN_HASHES = {"stdout_body", "stderr_body", "hazards"}
_CALL_HASHES = {
    f"{side}_{part}" for side in ("request", "upstream", "response") for part in ("headers", "body")
}

_FINDING = TypeAdapter(Finding)
_EXPOSURE = TypeAdapter(Exposure)
_ATTRIBUTION = TypeAdapter(Attribution)


def run_as_json(
    run: RunRecord,
    verdict: Verdict | None,
    *,
    agent: str,
    calls: int,
    modes: Sequence[FailureMode] = (),
) -> dict[str, Any]:
    """One run; ``calls`` are the agent's own, ``modes`` the failure modes that fired."""
    return {
        "type": "run",
        **run.model_dump(mode="json", exclude=_RUN_HASHES),
        "hazards": None if run.hazards is None else json.loads(run.hazards),
        "agent": agent,
        "calls": calls,
        "verdict": None if verdict is None else verdict.model_dump(mode="json"),
        "modes": list(modes),
    }


def findings_as_json(
    assessment: Assessment | None, attributions: Sequence[Attribution]
) -> Iterator[dict[str, Any]]:
    """What the grader found in a run: a line for each finding, exposure and attribution."""
    for finding in () if assessment is None else assessment.findings:
        yield {"type": "finding", **_FINDING.dump_python(finding, mode="json")}
    for exposure in () if assessment is None else assessment.exposures:
        yield {"type": "exposure", **_EXPOSURE.dump_python(exposure, mode="json")}
    for attribution in attributions:
        yield {"type": "attribution", **_ATTRIBUTION.dump_python(attribution, mode="json")}


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
