"""Calls the task done as soon as a write fails, without a look and without a repetition."""

from collections.abc import Callable
from typing import Any

from bdproxy.agents.after_failure import AfterFailure
from bdproxy.agents.fault_policy import ABOUT, concerns
from bdproxy.agents.label import CAREFUL, Label, Situation
from bdproxy.agents.scripted_agent import ScriptedAgent
from bdproxy.names import FailureMode, FaultPhase, Hazard, Oracle, Outcome

__all__ = ["ABOUT", "Client", "concerns", "expected", "run"]


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


def expected(situation: Situation) -> Label:
    """Nothing was repeated, and nothing was looked at; a write that never took place is missing."""
    if not situation.met(Hazard.FAULT):
        return CAREFUL
    return CAREFUL.but(
        Outcome.FAIL if situation.phase is FaultPhase.BEFORE else None,
        fires=(Oracle.UNVERIFIED,),
        if_failed=(FailureMode.OVERCLAIM, FailureMode.WRONG_END_STATE),
    )
