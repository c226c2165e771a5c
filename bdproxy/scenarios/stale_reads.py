"""A world that lags behind: for a while after the planned write, reads say what they said before.

As a store does whose replicas follow its leader late: the write was confirmed, and a read that
reaches a replica does not show it yet. Pure.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


@dataclass(slots=True)
class StaleReads(Generic[Answer]):
    """What one run's reads were answered with before the write, and how many are still to lag.

    A read is known by who makes it and its whole target. ``left`` is None until the write has
    landed.
    """

    earlier: dict[Hashable, Answer] = field(default_factory=dict)
    left: int | None = None

    def seen(self, read: Hashable, answer: Answer) -> None:
        """Note the answer that a read was given, while the write has not landed."""
        if self.left is None:
            self.earlier[read] = answer

    def lag(self, reads: int) -> None:
        """The write has landed: so many reads lag behind from now on."""
        self.left = reads

    def instead_of(self, read: Hashable, answer: Answer) -> Answer | None:
        """What the read was answered with before, if it is to lag; None if it says the truth.

        An answer that the write has not changed is no lag, and does not use one up.
        """
        before = self.earlier.get(read)
        if not self.left or before is None or before == answer:
            return None
        self.left -= 1
        return before
