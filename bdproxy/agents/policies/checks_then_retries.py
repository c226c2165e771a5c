"""Looks whether a failed write took place, and repeats it only if it did not."""

from collections.abc import Callable
from typing import Any

from bdproxy.agents.after_failure import AfterFailure
from bdproxy.agents.fault_policy import ABOUT, concerns, run
from bdproxy.agents.label import CAREFUL, Label, Situation

__all__ = ["ABOUT", "Client", "concerns", "expected", "run"]


class Client(AfterFailure):
    """Looks first."""

    def after_failure(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        """Repeat what did not take place."""
        if not landed():
            write()


def expected(situation: Situation) -> Label:
    """It does what there is to do in either phase."""
    return CAREFUL
