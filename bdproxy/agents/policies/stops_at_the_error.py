"""Calls the task done as soon as a write fails, without a look and without a repetition."""

from collections.abc import Callable
from typing import Any

from bdproxy.agents.after_failure import AfterFailure
from bdproxy.agents.label import CAREFUL, Label, Situation
from bdproxy.agents.scripted_agent import ScriptedAgent
from bdproxy.names import FailureMode, FaultPhase, Hazard, Oracle, Outcome, Variant
from bdproxy.scenarios.family import Family

__all__ = ["ABOUT", "Client", "concerns", "expected", "run"]

ABOUT = (Hazard.FAULT,)
"""The hazards that it can only be itself in the face of."""


class _Enough(Exception):  # noqa: N818
    """The agent has had enough."""


class Client(AfterFailure):
    """Gives the rest up."""

    def after_failure(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        """No further call."""
        raise _Enough


def run(agent: ScriptedAgent) -> None:
    """Solve the task as far as it goes."""
    try:
        agent.solve()
    except _Enough:
        agent.client.complete()


def concerns(family: Family, variant: Variant) -> bool:
    """Variants with a write that fails."""
    return Hazard.FAULT in family.hazards_in(variant)


def expected(situation: Situation) -> Label:
    """Nothing was repeated, and nothing was looked at; a write that never took place is missing."""
    if not situation.met(Hazard.FAULT):
        return CAREFUL
    return CAREFUL.but(
        Outcome.FAIL if situation.phase is FaultPhase.BEFORE else None,
        fires=(Oracle.UNVERIFIED,),
        if_failed=(FailureMode.OVERCLAIM, FailureMode.WRONG_END_STATE),
    )
