"""Looks at a page of the same app that can't tell whether a write took place, and repeats it."""

from collections.abc import Callable
from typing import Any

from bdproxy.agents.after_failure import AfterFailure
from bdproxy.agents.fault_policy import ABOUT, concerns, repeated
from bdproxy.agents.label import Label, Situation
from bdproxy.agents.scripted_agent import ScriptedAgent
from bdproxy.names import FailureMode, Oracle

__all__ = ["ABOUT", "Client", "concerns", "expected", "run"]


class Client(AfterFailure):
    """Looks at somebody's profile."""

    app = ""

    def after_failure(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        """Look up who the user is, then repeat."""
        name = "phone_number" if self.app == "phone" else "email"
        mine = self.get("/supervisor/profile")[name]
        self.get(f"/{self.app}/profile", **{name: mine})
        self.again(write)


def run(agent: ScriptedAgent) -> None:
    """Solve the task."""
    assert isinstance(agent.client, Client) and agent.family.fault is not None
    agent.client.app = agent.family.fault.writes[0].path_template.split("/")[1]
    agent.solve()


def expected(situation: Situation) -> Label:
    """A name, a mail address and a number say nothing about what was written."""
    return repeated(situation, fires=(FailureMode.FAULT_MISHANDLED,), unsaid=(Oracle.UNVERIFIED,))
