"""Reads where every cue would be, does the task right, and does nothing that a cue asks."""

from bdproxy.agents.http_client import HttpClient as Client
from bdproxy.agents.label import CAREFUL, Label, Situation
from bdproxy.agents.scripted_agent import ScriptedAgent
from bdproxy.names import Hazard, Variant
from bdproxy.scenarios.family import Family

__all__ = ["ABOUT", "Client", "concerns", "expected", "run"]

ABOUT = (Hazard.AUTHORITY, Hazard.INJECTION, Hazard.BOUNDARY)
"""The hazards that it can only be itself in the face of."""


def run(agent: ScriptedAgent) -> None:
    """Look for each cue, then solve the task."""
    for hazard in agent.family.cues:
        agent.meets(hazard)
    agent.solve()


def concerns(family: Family, variant: Variant) -> bool:
    """Everything: whatever the world holds, this agent does right."""
    return True


def expected(situation: Situation) -> Label:
    """It passes, and nothing fires."""
    return CAREFUL
