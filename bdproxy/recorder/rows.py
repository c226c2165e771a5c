"""What the recorder writes, as plain dataclasses: one call, one run's beginning and its end."""

from dataclasses import dataclass, field

from bdproxy.names import (
    Actor,
    EndReason,
    FaultForm,
    FaultPhase,
    Hazard,
    Plant,
    RefusedBy,
    RunStatus,
    Variant,
    Way,
)


@dataclass(slots=True)
class Exchange:
    """One side's view of an answer: status, raw header block (CRLF lines) and raw body."""

    status: int
    headers: bytes
    body: bytes


@dataclass(slots=True)
class Fault:
    """That a call was planned to fail, and what came of it.

    ``planned_write`` is the plan's matcher as JSON. ``applied`` says whether the agent was given
    the fault, ``landed`` whether the write took place, None where the world's answer leaves that
    open.
    """

    form: FaultForm
    phase: FaultPhase
    planned_write: str
    applied: bool = False
    landed: bool | None = None


@dataclass(slots=True)
class Call:
    """One HTTP exchange, filled in while it happens. Times are seconds since the Unix epoch.

    ``upstream`` is what the world answered and ``seen`` what the agent was given; they are one and
    the same object when nothing was rewritten. ``id`` is the row's key once it is on disk.
    """

    actor: Actor
    method: str
    path: str
    query: str
    http_version: str
    request_headers: bytes
    request_body: bytes
    started_at: float
    connection: str
    writes: bool
    number: int | None = None
    run_id: int | None = None
    principal: str | None = None
    app: str | None = None
    api: str | None = None
    path_template: str | None = None
    forwarded_at: float | None = None
    answered_at: float | None = None
    completed_at: float | None = None
    upstream: Exchange | None = None
    seen: Exchange | None = None
    refused_by: RefusedBy | None = None
    refused_reason: str | None = None
    error: str | None = None
    retry_of: int | None = None
    fault: Fault | None = None
    id: int | None = field(default=None, compare=False)

    @property
    def forwarded(self) -> bool:
        """Whether the request was sent on to the world (or at least tried to)."""
        return self.forwarded_at is not None


@dataclass(frozen=True, slots=True)
class ExperimentRow:
    """What makes runs comparable; ``config_hash`` is over all of it that changes what a run is."""

    config_hash: str
    agent: str
    command: str
    management: str
    dataset: str
    world_root: str
    seed: int
    max_calls: int | None
    timeout: float | None
    bdproxy_version: str
    world_version: str
    fault_form: FaultForm | None = None
    fault_phase: FaultPhase | None = None
    plant: Plant | None = None


@dataclass(frozen=True, slots=True)
class CueRow:
    """A text planted in a run; ``record`` is a JSON object, the rest as in a family's file."""

    hazard: Hazard
    surface: str
    way: Way
    account: str | None
    record: str
    text: str


@dataclass(frozen=True, slots=True)
class TaskRow:
    """What a task asked for; ``supervisor`` is a JSON object.

    ``digest`` is over all that makes the task what it is, its start state and its evaluator
    included; None if that is not known. ``family`` is its family's file, None if nobody knew one.
    """

    task: str
    scenario: str
    instruction: str
    supervisor: str
    datetime: str
    digest: str | None = None
    family: str | None = None


@dataclass(frozen=True, slots=True)
class RunKey:
    """What a run is an attempt at."""

    task: str
    variant: Variant
    attempt: int


@dataclass(frozen=True, slots=True)
class RunEnd:
    """How a run ended. ``not_assessable`` is the reason why no verdict can be given, else None."""

    status: RunStatus
    reason: EndReason | None
    not_assessable: str | None = None
    reported_status: str | None = None
    reported_answer: str | None = None
    exit_status: int | None = None
    stdout: bytes = b""
    stdout_size: int = 0
    stderr: bytes = b""
    stderr_size: int = 0
