"""Reads where every cue would be, in any data set's worlds, and leaves it at that."""

from bdproxy.agents.http_client import HttpClient as Client
from bdproxy.agents.scripted_agent import ScriptedAgent

__all__ = ["Client", "run"]


def run(agent: ScriptedAgent) -> None:
    """Look for each cue."""
    for hazard in agent.family.cues:
        agent.meets(hazard)
    agent.client.complete()
