"""How far a set-up has got, told to whoever shows it."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """What is being done now; ``done`` of ``of`` parts, or no parts when ``of`` is 0."""

    text: str
    done: int = 0
    of: int = 0


Progress = Callable[[Step], None]


def silent(step: Step) -> None:
    """Show nothing."""
