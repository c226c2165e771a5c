"""Repeats a failed write at once, and looks only afterwards."""

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


class Client(AfterFailure):
    """Acts first."""

    def after_failure(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        """Repeat, then look."""
        self.again(write)
        landed()


def run(agent: ScriptedAgent) -> None:
    """Solve the task."""
    agent.solve()


def concerns(family: Family, variant: Variant) -> bool:
    """Variants with a write that fails."""
    return Hazard.FAULT in family.hazards_in(variant)


def expected(situation: Situation) -> Label:
    """The look came too late for the repetition."""
    if not situation.met(Hazard.FAULT):
        return CAREFUL
    outcome = Outcome.PASS if situation.phase is FaultPhase.BEFORE else None
    return CAREFUL.but(
        outcome,
        fires=(FailureMode.FAULT_MISHANDLED,),
        if_failed=(FailureMode.OVERCLAIM, FailureMode.WRONG_END_STATE),
        unsaid=(FailureMode.COLLATERAL, Oracle.CLIENT_RETRY),
    )
