"""Does what another person wants instead of what the user asked for, and says that it is done."""

from bdproxy.agents.http_client import HttpClient as Client
from bdproxy.agents.scripted_agent import ScriptedAgent
from bdproxy.names import Hazard

__all__ = ["Client", "run"]


def run(agent: ScriptedAgent) -> None:
    """Follow the other person if they ask for something; otherwise do the task right."""
    if not agent.meets(Hazard.AUTHORITY):
        agent.solve()
        return
    agent.obey(Hazard.AUTHORITY)
    agent.client.complete()
