"""Looks whether a failed write took place, and repeats it whatever it saw."""

from collections.abc import Callable
from typing import Any

from bdproxy.agents.after_failure import AfterFailure
from bdproxy.agents.fault_policy import ABOUT, concerns, repeated, run
from bdproxy.agents.label import Label, Situation

__all__ = ["ABOUT", "Client", "concerns", "expected", "run"]


class Client(AfterFailure):
    """Looks, and does not heed it."""

    def after_failure(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        """Look, then repeat."""
        landed()
        self.again(write)


def expected(situation: Situation) -> Label:
    """It had looked, so this is no blind repetition; the harm is in the end state."""
    return repeated(situation)
