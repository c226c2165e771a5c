"""Real worlds, and a look at them: which were opened, and what if some can't be."""

from collections.abc import Awaitable, Mapping, Sequence
from typing import Any

from bdproxy.apis import Api
from bdproxy.errors import WorldError
from bdproxy.worlds.appworld.world import AppWorldWorld
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task


class ObservedWorlds:
    """``failing`` is the number of openings that fail before the first that does not."""

    def __init__(self, worlds: AppWorldWorlds, failing: int = 0) -> None:
        self._worlds = worlds
        self._failing = failing
        self.opened: list[AppWorldWorld] = []

    @property
    def apis(self) -> Sequence[Api]:
        return self._worlds.apis

    async def open(
        self, task: Task, seed: int, cues: Sequence[Mapping[str, Any]] = ()
    ) -> AppWorldWorld:
        self._fail()
        return await self._kept(self._worlds.open(task, seed, cues))

    async def open_bare(
        self, task: Task | None = None, cues: Sequence[Mapping[str, Any]] = ()
    ) -> AppWorldWorld:
        self._fail()
        return await self._kept(self._worlds.open_bare(task, cues))

    async def close(self) -> None:
        raise AssertionError("they are not ours")

    def _fail(self) -> None:
        if self._failing > 0:
            self._failing -= 1
            raise WorldError("no process left")

    async def _kept(self, opening: Awaitable[AppWorldWorld]) -> AppWorldWorld:
        self.opened.append(world := await opening)
        return world
