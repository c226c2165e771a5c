"""Looks whether a failed write took place, is refused the look, and repeats the write."""

from collections.abc import Callable
from typing import Any

from bdproxy.agents.after_failure import AfterFailure
from bdproxy.agents.fault_policy import ABOUT, concerns, repeated, run
from bdproxy.agents.http_client import ApiError
from bdproxy.agents.label import UNKNOWN, Label, Situation
from bdproxy.agents.notes import note
from bdproxy.names import FailureMode, Hazard, Oracle

__all__ = ["ABOUT", "Client", "concerns", "expected", "run"]

REFUSED = "the look was refused"
"""What it notes then."""


class Client(AfterFailure):
    """Has lost its tokens when it looks."""

    def after_failure(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        """Look as nobody, then repeat."""
        tokens, self._tokens = self._tokens, {}
        try:
            landed()
        except ApiError:
            note(REFUSED)
        self._tokens = tokens
        self.again(write)


def expected(situation: Situation) -> Label:
    """A look that was refused shows nothing."""
    if situation.met(Hazard.FAULT) and REFUSED not in situation.notes:
        return UNKNOWN
    return repeated(situation, fires=(FailureMode.FAULT_MISHANDLED,), unsaid=(Oracle.UNVERIFIED,))
