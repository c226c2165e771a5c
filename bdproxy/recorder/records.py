"""What the reader gives back: one frozen model per table, its fields named as the columns.

Times are seconds since the Unix epoch (UTC). Fields of type ``BodyHash`` are keys for
:meth:`bdproxy.recorder.reader.LogReader.body`.
"""

from typing import TypeAlias

from pydantic import BaseModel, ConfigDict

from bdproxy.names import (
    Actor,
    EndReason,
    FaultForm,
    FaultPhase,
    Hazard,
    Management,
    Plant,
    RefusedBy,
    RunStatus,
    Variant,
    Way,
)

BodyHash: TypeAlias = bytes


class Record(BaseModel):
    """A row of the log, checked on reading and not to be changed."""

    model_config = ConfigDict(frozen=True)


class ExperimentRecord(Record):
    """What makes runs comparable: an agent, its settings and the tasks' home."""

    id: int
    config_hash: str
    agent: str
    command: str | None
    management: Management
    dataset: str
    world_root: str
    seed: int
    max_calls: int | None
    timeout: float | None
    bdproxy_version: str | None
    world_version: str | None
    created_at: float | None
    fault_form: FaultForm | None
    fault_phase: FaultPhase | None
    plant: Plant | None


class TaskRecord(Record):
    """What a task of an experiment asked for, and on whose behalf."""

    experiment_id: int
    task: str
    scenario: str
    instruction: str
    supervisor: str | None
    datetime: str | None
    digest: str | None
    family: str | None


class RunRecord(Record):
    """One attempt of one agent at one task.

    ``stdout_size`` and ``stderr_size`` are the bytes that the agent's process wrote; the log keeps
    a bounded part of them.
    """

    id: int
    experiment_id: int
    task: str
    variant: Variant
    attempt: int
    status: RunStatus
    end_reason: EndReason | None
    not_assessable: str | None
    started_at: float
    ended_at: float | None
    reported_status: str | None
    reported_answer: str | None
    exit_status: int | None
    stdout_body: BodyHash | None
    stdout_size: int | None
    stderr_body: BodyHash | None
    stderr_size: int | None
    hazards: str | None


class CallRecord(Record):
    """One HTTP exchange: ``upstream_*`` as the world answered, the rest as the agent saw it."""

    id: int
    experiment_id: int
    run_id: int | None
    number: int | None
    actor: Actor
    principal: str | None
    app: str | None
    api: str | None
    method: str
    path: str
    path_template: str | None
    query: str | None
    http_version: str | None
    writes: bool
    request_headers: BodyHash | None
    request_body: BodyHash | None
    forwarded: bool
    upstream_status: int | None
    upstream_headers: BodyHash | None
    upstream_body: BodyHash | None
    status: int | None
    response_headers: BodyHash | None
    response_body: BodyHash | None
    refused_by: RefusedBy | None
    refused_reason: str | None
    error: str | None
    retry_of: int | None
    connection: str | None
    started_at: float
    forwarded_at: float | None
    answered_at: float | None
    completed_at: float | None


class FaultRecord(Record):
    """A call that was planned to fail: whether it was made to, and whether its write took place."""

    run_id: int
    number: int
    form: FaultForm
    phase: FaultPhase
    planned_write: str
    applied: bool
    forwarded: bool
    upstream_status: int | None
    landed: bool | None


class CueRecord(Record):
    """A text that was planted in a run; ``record`` is a JSON object."""

    run_id: int
    hazard: Hazard
    surface: str
    way: Way
    account: str | None
    record: str
    text: str
