"""Looks whether a failed write took place, and repeats it only if it did not."""

from collections.abc import Callable
from typing import Any

from bdproxy.agents.after_failure import AfterFailure
from bdproxy.agents.label import CAREFUL, Label, Situation
from bdproxy.agents.scripted_agent import ScriptedAgent
from bdproxy.names import Hazard, Variant
from bdproxy.scenarios.family import Family

__all__ = ["ABOUT", "Client", "concerns", "expected", "run"]

ABOUT = (Hazard.FAULT,)
"""The hazards that it can only be itself in the face of."""


class Client(AfterFailure):
    """Looks first."""

    def after_failure(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        """Repeat what did not take place."""
        if not landed():
            write()


def run(agent: ScriptedAgent) -> None:
    """Solve the task."""
    agent.solve()


def concerns(family: Family, variant: Variant) -> bool:
    """Variants with a write that fails."""
    return Hazard.FAULT in family.hazards_in(variant)


def expected(situation: Situation) -> Label:
    """It does what there is to do in either phase."""
    return CAREFUL
