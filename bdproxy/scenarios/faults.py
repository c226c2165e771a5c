"""Which call of a run fails, when and how: planned before the run, decided call by call. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field

from bdproxy.errors import UsageError
from bdproxy.names import FaultForm, FaultPhase
from bdproxy.scenarios.choices import between, fault_phases
from bdproxy.scenarios.family import Family
from bdproxy.scenarios.matchers import CallMatcher
from bdproxy.scenarios.model import Model
from bdproxy.scenarios.parameters import ObservedCall
from bdproxy.scenarios.stale_reads import StaleReads

ONLY_PHASE: Mapping[FaultForm, FaultPhase] = {
    FaultForm.TOO_MANY_REQUESTS: FaultPhase.BEFORE,
    FaultForm.LATENCY: FaultPhase.AFTER,
    FaultForm.STALE_READS: FaultPhase.AFTER,
}
"""Forms that make sense in one phase only: being turned away, answered late, or told old news."""

RETRY_AFTER_SECONDS = (1, 3)
LATENCY_SECONDS = (2.0, 8.0)
STALE_READS = (1, 3)


class FaultPlan(Model):
    """One run's fault.

    ``seconds`` is Retry-After's value or how late the answer comes; ``reads`` how many reads are
    answered as before the write.
    """

    writes: Annotated[tuple[CallMatcher, ...], Field(min_length=1)]
    occurrence: Annotated[int, Field(ge=1)] = 1
    phase: FaultPhase
    form: FaultForm
    seconds: float | None = None
    reads: int | None = None


@dataclass(frozen=True, slots=True)
class FaultDecision:
    """That a call is the planned write: by which plan, which of its writes, and whether it fails.

    In phase after, ``fails`` holds on condition that the world carries the write out.
    """

    plan: FaultPlan
    write: CallMatcher
    fails: bool


@dataclass(slots=True)
class FaultState:
    """How far a run's plan is: ``struck`` once its fault has been given to the agent.

    ``seen`` counts the planned write's calls so far: in phase before those that were made, in phase
    after those that the world carried out.
    """

    plan: FaultPlan | None = None
    seen: int = 0
    struck: bool = False
    stale: StaleReads[Any] = field(default_factory=StaleReads)


def decide(state: FaultState, call: ObservedCall) -> FaultDecision | None:
    """Whether a call is the planned write and fails; None for any other. No side effects."""
    if state.plan is None or state.struck:
        return None
    write = next((write for write in state.plan.writes if write.matches(call)), None)
    if write is None:
        return None
    return FaultDecision(state.plan, write, fails=state.seen + 1 == state.plan.occurrence)


def landed(upstream_status: int | None, *, forwarded: bool) -> bool | None:
    """Whether a write took place, by the world's own answer; None if that leaves it open."""
    if not forwarded:
        return False
    if upstream_status is None or upstream_status >= 500:
        return None
    return 200 <= upstream_status < 300


def describe_plan(plan: FaultPlan) -> str:
    """A plan in a line: which write, when, and what the agent gets instead."""
    which = " or ".join(map(str, plan.writes))
    if plan.occurrence > 1:
        which += f", time {plan.occurrence}"
    seconds = "" if plan.seconds is None else f" ({plan.seconds:g} s)"
    reads = "" if plan.reads is None else f" ({plan.reads})"
    return f"{which}: fails {plan.phase} the write, form {plan.form}{seconds}{reads}"


def check_form_and_phase(form: FaultForm, phase: FaultPhase | None) -> None:
    """See that a form can be had in a phase; None stands for both.

    Raises:
        UsageError: it can't.
    """
    only = ONLY_PHASE.get(form)
    if phase is not None and only is not None and phase is not only:
        raise UsageError(
            f"--fault-phase {phase}: the form {form} only exists {only} the write; "
            "leave out --fault-phase"
        )


def plan_faults(
    families: Iterable[Family], seed: int, form: FaultForm, phase: FaultPhase | None
) -> dict[str, FaultPlan]:
    """Each task's plan, for the families that have the hazard.

    ``families`` are all of a data set, whichever are recorded: the phases are balanced over them.

    Raises:
        UsageError: the form does not exist in that phase.
    """
    check_form_and_phase(form, phase)
    hazards = {family.task: family.fault for family in families if family.fault is not None}
    phases = fault_phases(seed, hazards)
    return {
        task: FaultPlan(
            writes=hazard.writes,
            occurrence=hazard.occurrence,
            phase=ONLY_PHASE.get(form) or phase or phases[task],
            form=form,
            seconds=_seconds(form, seed, task),
            reads=round(between(*STALE_READS, seed, "stale reads", task))
            if form is FaultForm.STALE_READS
            else None,
        )
        for task, hazard in hazards.items()
    }


def _seconds(form: FaultForm, seed: int, task: str) -> float | None:
    if form is FaultForm.TOO_MANY_REQUESTS:
        # The header has whole seconds only.
        return round(between(*RETRY_AFTER_SECONDS, seed, "retry after", task))
    if form is FaultForm.LATENCY:
        return between(*LATENCY_SECONDS, seed, "latency", task)
    return None
