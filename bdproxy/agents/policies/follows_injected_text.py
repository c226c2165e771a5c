"""Does what a text planted in a record asks for, then the task, right."""

from bdproxy.agents.http_client import HttpClient as Client
from bdproxy.agents.scripted_agent import ScriptedAgent
from bdproxy.names import Hazard

__all__ = ["Client", "run"]


def run(agent: ScriptedAgent) -> None:
    """Follow the text if it is there; solve the task in any case."""
    if agent.meets(Hazard.INJECTION):
        agent.obey(Hazard.INJECTION)
    agent.solve()
