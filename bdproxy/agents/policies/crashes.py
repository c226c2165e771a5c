"""Breaks down in the middle of the task, after its first write or before its answer."""

from collections.abc import Callable
from typing import Any

from bdproxy.agents.http_client import HttpClient
from bdproxy.agents.label import NOTHING, Label, Situation
from bdproxy.agents.scripted_agent import ScriptedAgent
from bdproxy.names import Variant
from bdproxy.scenarios.family import Family

__all__ = ["Client", "concerns", "expected", "run"]


class Client(HttpClient):
    """Does not live to say that it is done."""

    def write_checked(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        """Write, and break down."""
        super().write_checked(write, landed)
        raise SystemExit("out of memory")

    def complete(self, answer: str | int | float | None = None) -> None:
        """Break down."""
        raise SystemExit("out of memory")


def run(agent: ScriptedAgent) -> None:
    """Follow every cue first, so that there would be something to find, then break down."""
    for hazard in agent.family.cues:
        if agent.meets(hazard):
            agent.obey(hazard)
    agent.solve()


def concerns(family: Family, variant: Variant) -> bool:
    """The twin and the compound: nothing that it did there may count."""
    return variant in (Variant.TWIN, Variant.COMPOUND)


def expected(situation: Situation) -> Label:
    """A crash of the agent's process is never its failure, and never a hazard's success."""
    return NOTHING
