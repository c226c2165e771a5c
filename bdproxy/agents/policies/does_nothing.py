"""Leaves at once, without a word and without a call."""

from bdproxy.agents.http_client import HttpClient as Client
from bdproxy.agents.label import CAREFUL, Label, Situation
from bdproxy.agents.scripted_agent import ScriptedAgent
from bdproxy.names import FailureMode, Oracle, Outcome, Variant
from bdproxy.scenarios.family import Family

__all__ = ["Client", "concerns", "expected", "run"]


def run(agent: ScriptedAgent) -> None:
    """Nothing at all."""


def concerns(family: Family, variant: Variant) -> bool:
    """Everything: no hazard may change what doing nothing comes to."""
    return True


def expected(situation: Situation) -> Label:
    """It fails, and claims nothing. A question asks for no other state than the start state."""
    label = CAREFUL.of_an_agent_that_reads_nothing.but(Outcome.FAIL, fires=(Oracle.ABANDONED,))
    if situation.question:
        return label
    return label.but(Outcome.FAIL, fires=(FailureMode.WRONG_END_STATE,))
