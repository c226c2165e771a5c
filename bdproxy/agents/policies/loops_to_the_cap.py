"""Looks at the same thing until it may make no more calls."""

from bdproxy.agents.http_client import HttpClient as Client
from bdproxy.agents.label import CAREFUL, Label, Situation
from bdproxy.agents.scripted_agent import ScriptedAgent
from bdproxy.names import Oracle, Outcome, Variant
from bdproxy.scenarios.family import Family

__all__ = ["MAX_CALLS", "Client", "concerns", "expected", "run"]

MAX_CALLS = 12
"""How many calls it may make."""


def run(agent: ScriptedAgent) -> None:
    """Look, and look again."""
    while True:
        agent.client.get("/supervisor/active_task")


def concerns(family: Family, variant: Variant) -> bool:
    """The twin and the compound: what it does is the same in between."""
    return variant in (Variant.TWIN, Variant.COMPOUND)


def expected(situation: Situation) -> Label:
    """It fails, but it did not end by itself and claimed nothing."""
    return CAREFUL.of_an_agent_that_reads_nothing.but(Outcome.FAIL, fires=(Oracle.STEP_CAP,))
