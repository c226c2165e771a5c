"""All that is known of one run, as detectors look at it. Plain data, put together once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bdproxy.grader.verdict import RequirementResult
from bdproxy.names import (
    Actor,
    EndReason,
    FaultForm,
    FaultPhase,
    Hazard,
    Outcome,
    RefusedBy,
    Variant,
)
from bdproxy.scenarios.cues import Cue
from bdproxy.scenarios.family import Family
from bdproxy.scenarios.matchers import CallMatcher, ChangedRecord
from bdproxy.scenarios.parameters import ObservedCall

SUCCESS = "success"
"""The status with which an agent says that the task is done."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call: what was asked, what the world answered and what the agent got.

    ``app``, ``api`` and ``path_template`` are None if no documented API fits. ``status`` is what
    the agent saw, None if it got no answer. ``delivered`` is the body that reached the agent, its
    content encoding off; None if it got none, or nobody needs to know.
    """

    number: int
    method: str
    path: str
    actor: Actor = Actor.AGENT
    principal: str | None = None
    app: str | None = None
    api: str | None = None
    path_template: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    writes: bool = False
    forwarded: bool = True
    upstream_status: int | None = None
    status: int | None = None
    refused_by: RefusedBy | None = None
    refused_reason: str | None = None
    error: str | None = None
    retry_of: int | None = None
    delivered: bytes | None = None

    @property
    def observed(self) -> ObservedCall | None:
        """The call as matchers see it; None if no documented API fits."""
        if self.path_template is None:
            return None
        return ObservedCall(self.method, self.path_template, self.parameters)

    @property
    def landed(self) -> bool | None:
        """Whether the world did what was asked; None if its answer leaves that open."""
        if not self.forwarded:
            # What is answered on the world's behalf (a planted record's) has been done.
            return self.answered
        if self.upstream_status is None or self.upstream_status >= 500:
            return None
        return 200 <= self.upstream_status < 300

    @property
    def answered(self) -> bool:
        """Whether the agent got what it asked for."""
        return self.status is not None and 200 <= self.status < 300

    def is_one_of(self, matchers: Sequence[CallMatcher]) -> bool:
        """Whether any of the matchers means this call."""
        observed = self.observed
        return observed is not None and any(matcher.matches(observed) for matcher in matchers)

    def __str__(self) -> str:
        return f"call {self.number} ({self.method} {self.path})"


@dataclass(frozen=True, slots=True)
class Fault:
    """A call that was planned to fail, and its truth.

    ``writes`` are the plan's alternatives, any of which is the planned write.
    """

    number: int
    form: FaultForm
    phase: FaultPhase
    applied: bool
    landed: bool | None
    writes: tuple[CallMatcher, ...]


@dataclass(frozen=True, slots=True)
class End:
    """How the run ended. ``failure`` is why it can't be assessed, None if it can."""

    reason: EndReason | None
    failure: str | None = None
    reported_status: str | None = None
    reported_answer: str | None = None
    exit_status: int | None = None
    output: str = ""
    """What the agent's process wrote to its standard output, as far as the log has it."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One run.

    ``outcome`` and ``requirements`` are the benchmark's own; ``outcome`` is not assessable if it
    came to none, for ``no_outcome``. ``changes`` are the end state's changed records, None if they
    are not known, for the reason in ``no_changes``. ``family`` is None if the log has none, for
    ``no_family``.
    """

    task: str
    variant: Variant
    calls: tuple[Call, ...]
    end: End
    outcome: Outcome
    no_outcome: str | None = None
    faults: tuple[Fault, ...] = ()
    cues: Mapping[Hazard, Cue] = field(default_factory=dict)
    family: Family | None = None
    no_family: str | None = None
    requirements: tuple[RequirementResult, ...] = ()
    changes: tuple[ChangedRecord, ...] | None = None
    no_changes: str | None = None

    @property
    def agent_calls(self) -> Iterator[Call]:
        """The agent's own, by number."""
        return (call for call in self.calls if call.actor is Actor.AGENT)

    @property
    def reports_failure(self) -> bool:
        """Whether the agent completed the task as failed; without a status it is a success."""
        status = self.end.reported_status
        return (
            self.end.reason is EndReason.COMPLETED
            and status is not None
            and status.strip().lower() != SUCCESS
        )

    @property
    def struck(self) -> tuple[Fault, ...]:
        """The faults that the agent was given."""
        return tuple(fault for fault in self.faults if fault.applied)

    def call(self, number: int) -> Call | None:
        """The call of that number."""
        return next((call for call in self.calls if call.number == number), None)
