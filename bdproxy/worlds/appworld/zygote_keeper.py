"""Keeps a zygote alive for those who fork from it."""

import asyncio
from pathlib import Path

from bdproxy.worlds.appworld.environment import Environment
from bdproxy.worlds.appworld.zygote import Zygote


class ZygoteKeeper:
    """Starts a zygote for one AppWorld root when it is first needed, and again when it has died.

    What was forked from a zygote that died is gone with it; what comes later need not be.
    """

    def __init__(self, environment: Environment, root: Path, *, worlds: bool = True) -> None:
        self._environment = environment
        self._root = root
        self._worlds = worlds
        self._zygote: Zygote | None = None
        self._starting = asyncio.Lock()

    async def zygote(self) -> Zygote:
        """A living zygote.

        Raises:
            WorldError: AppWorld can't be started.
        """
        async with self._starting:
            if self._zygote is None or not self._zygote.alive:
                await self.close()
                self._zygote = await Zygote.start(
                    self._environment, self._root, worlds=self._worlds
                )
            return self._zygote

    async def close(self) -> None:
        """End the zygote, and with it all that was forked from it."""
        if self._zygote is not None:
            await self._zygote.close()
