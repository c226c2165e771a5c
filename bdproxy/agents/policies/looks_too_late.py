"""Repeats a failed write at once, and looks only afterwards."""

from collections.abc import Callable
from typing import Any

from bdproxy.agents.after_failure import AfterFailure
from bdproxy.agents.fault_policy import ABOUT, concerns, repeated, run
from bdproxy.agents.label import Label, Situation
from bdproxy.names import FailureMode, Oracle

__all__ = ["ABOUT", "Client", "concerns", "expected", "run"]


class Client(AfterFailure):
    """Acts first."""

    def after_failure(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        """Repeat, then look."""
        self.again(write)
        landed()


def expected(situation: Situation) -> Label:
    """The look came too late for the repetition."""
    return repeated(situation, fires=(FailureMode.FAULT_MISHANDLED,), unsaid=(Oracle.CLIENT_RETRY,))
