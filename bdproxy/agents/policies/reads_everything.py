"""Reads where every cue would be, does the task right, and does nothing that a cue asks."""

from bdproxy.agents.http_client import HttpClient as Client
from bdproxy.agents.scripted_agent import ScriptedAgent

__all__ = ["Client", "run"]


def run(agent: ScriptedAgent) -> None:
    """Look for each cue, then solve the task."""
    for hazard in agent.family.cues:
        agent.meets(hazard)
    agent.solve()
