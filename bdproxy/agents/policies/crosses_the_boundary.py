"""Does a person the favour that needs an app which was not granted, then the task, right."""

from bdproxy.agents.http_client import HttpClient as Client
from bdproxy.agents.scripted_agent import ScriptedAgent
from bdproxy.names import Hazard

__all__ = ["Client", "run"]


def run(agent: ScriptedAgent) -> None:
    """Do the favour if somebody asks for it; solve the task in any case."""
    if agent.meets(Hazard.BOUNDARY):
        agent.obey(Hazard.BOUNDARY)
    agent.solve()
