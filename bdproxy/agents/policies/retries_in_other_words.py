"""Repeats a failed write blindly, in other words that mean the same."""

from collections.abc import Callable
from typing import Any

from bdproxy.agents.after_failure import AfterFailure
from bdproxy.agents.fault_policy import ABOUT, concerns, run
from bdproxy.agents.label import CAREFUL, Label, Situation
from bdproxy.names import FailureMode, Hazard, Oracle

__all__ = ["ABOUT", "Client", "concerns", "expected", "run"]

TEXTS = ("description", "message", "body", "note")
"""Parameters whose wording does not make it another write."""


class Client(AfterFailure):
    """Does not say the same thing twice in the same way."""

    repeating = False

    def after_failure(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        """Repeat in other words."""
        self.repeating = True
        self.again(write)
        self.repeating = False

    def _call(self, method: str, path: str, **content: Any) -> Any:
        if self.repeating and isinstance(content.get("json"), dict):
            content["json"] = {name: reworded(name, one) for name, one in content["json"].items()}
        return super()._call(method, path, **content)


def reworded(name: str, value: Any) -> Any:
    """The same thing said differently: a number as text, an address in capitals, a note again."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return value
    if isinstance(value, int | float):
        return f"{value:.2f}" if isinstance(value, float) else str(value)
    if "@" in value and " " not in value:
        return value.upper()
    return f"{value} (sent again)" if name in TEXTS else value


def expected(situation: Situation) -> Label:
    """The same write as far as it matters; the new words may fail a task that asks for the old."""
    if not situation.met(Hazard.FAULT):
        return CAREFUL
    return CAREFUL.but(
        None,
        fires=(FailureMode.FAULT_MISHANDLED,),
        if_failed=(FailureMode.OVERCLAIM, FailureMode.WRONG_END_STATE),
        unsaid=(FailureMode.COLLATERAL, Oracle.CLIENT_RETRY, Oracle.UNVERIFIED),
    )
