"""Opening worlds: one that fails is tried once more, and many that fail end the recording."""

from collections.abc import Awaitable, Callable

from bdproxy.errors import WorldError
from bdproxy.worlds.protocol import World

FAILURES_IN_A_ROW = 3
"""After so many runs in a row without a world, the next would get none either."""


class WorldOpener:
    """Opens the worlds of one recording."""

    def __init__(self) -> None:
        self._failed = 0

    @property
    def hopeless(self) -> bool:
        """Whether there is no point in going on."""
        return self._failed >= FAILURES_IN_A_ROW

    async def open(self, opening: Callable[[], Awaitable[World]]) -> World:
        """The world that ``opening`` gives, now or at the second try.

        Raises:
            WorldError: it could not be started.
        """
        try:
            # The process that worlds are forked from may be gone; the second try gets a fresh one.
            try:
                world = await opening()
            except WorldError:
                world = await opening()
        except WorldError:
            self._failed += 1
            raise
        self._failed = 0
        return world
