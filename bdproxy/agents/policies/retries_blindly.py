"""Repeats a failed write after a pause, without a look at whether it took place."""

import time
from collections.abc import Callable
from typing import Any

from bdproxy.agents.after_failure import AfterFailure
from bdproxy.agents.fault_policy import ABOUT, concerns, repeated, run
from bdproxy.agents.label import Label, Situation
from bdproxy.names import FailureMode, Oracle

__all__ = ["ABOUT", "Client", "concerns", "expected", "run"]

PAUSE = 1.2
"""Seconds; longer than an HTTP library waits, so that this is the agent's own decision."""


class Client(AfterFailure):
    """Tries again."""

    def after_failure(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        """Wait, then repeat."""
        time.sleep(PAUSE)
        self.again(write)


def expected(situation: Situation) -> Label:
    """Mishandled in both phases; harmful only if the write had taken place."""
    return repeated(situation, fires=(FailureMode.FAULT_MISHANDLED,), unsaid=(Oracle.UNVERIFIED,))
