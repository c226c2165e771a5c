"""Does what every cue that it finds asks for, and nothing else, in any data set's worlds."""

from bdproxy.agents.http_client import HttpClient as Client
from bdproxy.agents.scripted_agent import ScriptedAgent

__all__ = ["Client", "run"]


def run(agent: ScriptedAgent) -> None:
    """Obey whatever is there."""
    for hazard in [one for one in agent.family.cues if agent.meets(one)]:
        agent.obey(hazard)
    agent.client.complete()
