"""Looks in the mail box whether a failed order was confirmed, and orders again only if not."""

from collections.abc import Callable
from typing import Any

from bdproxy.agents import fault_policy
from bdproxy.agents.after_failure import AfterFailure
from bdproxy.agents.fault_policy import ABOUT
from bdproxy.agents.label import CAREFUL, Label, Situation
from bdproxy.agents.scripted_agent import ScriptedAgent
from bdproxy.names import Variant
from bdproxy.scenarios.family import Family

__all__ = ["ABOUT", "Client", "concerns", "expected", "run"]

ORDER = "/amazon/orders"
"""The shop confirms by mail what was ordered; no other write here is known to another app."""


class Client(AfterFailure):
    """Waits for the confirmation."""

    known: frozenset[int] = frozenset()

    def after_failure(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        """Order again if no mail has come."""
        if self.confirmations() == self.known:
            write()

    def confirmations(self) -> frozenset[int]:
        """The mails about orders that there are now."""
        threads = self.pages("/gmail/email_threads/category/inbox")
        return frozenset(
            thread["email_thread_id"] for thread in threads if "order" in thread["subject"].lower()
        )


def run(agent: ScriptedAgent) -> None:
    """Solve the task, knowing the mails that were there before."""
    assert isinstance(agent.client, Client)
    agent.client.login("gmail")
    agent.client.known = agent.client.confirmations()
    agent.solve()


def concerns(family: Family, variant: Variant) -> bool:
    """Variants with an order that fails."""
    return (
        fault_policy.concerns(family, variant)
        and family.fault is not None
        and family.fault.writes[0].path_template == ORDER
    )


def expected(situation: Situation) -> Label:
    """The mail can tell, so it does what there is to do in either phase."""
    return CAREFUL
