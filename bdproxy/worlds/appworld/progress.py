"""How far a set-up has got, told to whoever shows it."""

from collections.abc import Callable

Progress = Callable[[str, int | None, int | None], None]
"""Called with what is being done, how many parts of it are done, and how many there are.

The two numbers are None where nothing is counted. The same words again are the same step.
"""


def silent(step: str, done: int | None, of: int | None) -> None:
    """Show nothing."""
