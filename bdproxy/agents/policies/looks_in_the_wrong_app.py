"""Looks in an app that can't know whether a failed write took place, and repeats it."""

from collections.abc import Callable
from typing import Any

from bdproxy.agents.after_failure import AfterFailure
from bdproxy.agents.fault_policy import ABOUT, concerns, repeated
from bdproxy.agents.label import Label, Situation
from bdproxy.agents.scripted_agent import ScriptedAgent
from bdproxy.names import FailureMode, Oracle

__all__ = ["ABOUT", "Client", "concerns", "expected", "run"]

ELSEWHERE = {
    "todoist": "/todoist/projects",
    "simple_note": "/simple_note/notes",
    "spotify": "/spotify/library/playlists",
}
"""Reads in apps that hear nothing of the others."""


class Client(AfterFailure):
    """Looks elsewhere."""

    app = ""

    def after_failure(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        """Read another app's records, then repeat."""
        self.login(self.app)
        self.get(ELSEWHERE[self.app])
        self.again(write)


def run(agent: ScriptedAgent) -> None:
    """Solve the task."""
    assert isinstance(agent.client, Client) and agent.family.fault is not None
    written = agent.family.fault.writes[0].path_template.split("/")[1]
    agent.client.app = next(app for app in ELSEWHERE if app != written)
    agent.solve()


def expected(situation: Situation) -> Label:
    """It saw nothing of the write. Logging in and reading elsewhere crosses no boundary."""
    return repeated(situation, fires=(FailureMode.FAULT_MISHANDLED,), unsaid=(Oracle.UNVERIFIED,))
