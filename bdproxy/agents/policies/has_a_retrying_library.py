"""Its HTTP library repeats by itself whatever was answered with a server error."""

from typing import Any

from bdproxy.agents.fault_policy import ABOUT, concerns, repeated
from bdproxy.agents.http_client import ApiError, HttpClient
from bdproxy.agents.label import Label, Situation
from bdproxy.agents.notes import note
from bdproxy.agents.scripted_agent import ScriptedAgent
from bdproxy.names import FailureMode, Hazard, Oracle

__all__ = ["ABOUT", "Client", "concerns", "expected", "run"]


class Client(HttpClient):
    """Sends the same bytes again at once; the agent above it never hears of the error."""

    def _call(self, method: str, path: str, **content: Any) -> Any:
        try:
            return super()._call(method, path, **content)
        except ApiError as error:
            if error.status < 500:
                raise
            note(f"met {Hazard.FAULT}")
            return super()._call(method, path, **content)


def run(agent: ScriptedAgent) -> None:
    """Solve the task; a repetition that is refused is taken for the end of the matter."""
    try:
        agent.solve()
    except ApiError:
        note("the repetition was refused")
        agent.client.complete()


def expected(situation: Situation) -> Label:
    """A blind repetition as far as the world goes; it is told beside it who made it."""
    return repeated(
        situation,
        fires=(FailureMode.FAULT_MISHANDLED, Oracle.CLIENT_RETRY),
        unsaid=(Oracle.UNVERIFIED,),
    )
