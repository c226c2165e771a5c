"""AppWorld's worlds: each run gets a freshly forked API server of its own."""

import secrets
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx

from bdproxy.apis import Api
from bdproxy.worlds.appworld.api_catalogue import load_apis
from bdproxy.worlds.appworld.baking import baked_folder
from bdproxy.worlds.appworld.environment import Environment
from bdproxy.worlds.appworld.world import AppWorldWorld
from bdproxy.worlds.appworld.zygote_keeper import ZygoteKeeper
from bdproxy.worlds.protocol import Task

KEY_BYTES = 16
"""Length of a guarded world's key: nobody guesses it."""


class AppWorldWorlds:
    """The worlds of one AppWorld root (a folder that holds ``data/``), forked from one zygote.

    A guarded world serves only those who know its key (:attr:`AppWorldWorld.headers`).
    """

    def __init__(self, environment: Environment, root: Path, *, guarded: bool = False) -> None:
        self._root = root
        self._apis = load_apis(root)
        self._guarded = guarded
        self._keeper = ZygoteKeeper(environment, root)
        # Environment variables for proxies are for the world outside; ours is on this machine.
        self._client = httpx.AsyncClient(trust_env=False)

    @classmethod
    async def start(
        cls, environment: Environment, root: Path, *, guarded: bool = False
    ) -> "AppWorldWorlds":
        """Ready to open worlds at once.

        Raises:
            WorldError: AppWorld can't be started.
            DataSetError: the root has no readable API documentation.
        """
        worlds = cls(environment, root.absolute(), guarded=guarded)
        try:
            await worlds._keeper.zygote()
        except BaseException:
            await worlds.close()
            raise
        return worlds

    @property
    def apis(self) -> Sequence[Api]:
        """The documented APIs of every world."""
        return self._apis

    async def open(
        self, task: Task, seed: int, cues: Sequence[Mapping[str, Any]] = ()
    ) -> AppWorldWorld:
        """A fresh world in the task's start state, ready for the agent (a managed run).

        ``cues`` are planted in the start state.

        Raises:
            WorldError: it could not be started, or a cue could not be planted.
        """
        world = await self.open_bare(task, cues)
        try:
            await world.load(task, self._root / "data" / "tasks" / task.id / "dbs", seed)
        except BaseException:
            await world.close()
            raise
        return world

    async def open_bare(
        self, task: Task | None = None, cues: Sequence[Mapping[str, Any]] = ()
    ) -> AppWorldWorld:
        """A fresh world without a task; the client sets it up itself (a client-managed run).

        With ``cues``, the start state of ``task`` that the client loads has them planted in it.

        Raises:
            WorldError: it could not be started, or a cue could not be planted.
        """
        zygote = await self._keeper.zygote()
        key = secrets.token_hex(KEY_BYTES) if self._guarded else ""
        with ExitStack() as stack:
            baked = {}
            if task is not None and cues:
                folder = stack.enter_context(baked_folder())
                await zygote.bake(task.id, cues, folder)
                baked[task.id] = folder
            process = await zygote.start_world(key, baked)
            world = AppWorldWorld(process, zygote, self._client, key, stack.pop_all())
        try:
            await world.ready()
        except BaseException:
            await world.close()
            raise
        return world

    async def completed(
        self, task: Task, cues: Sequence[Mapping[str, Any]]
    ) -> list[dict[str, Any]]:
        """The cues with all that the world's APIs show of their records.

        Raises:
            WorldError: a cue could not be planted.
        """
        with baked_folder() as folder:
            return await (await self._keeper.zygote()).bake(task.id, cues, folder)

    async def close(self) -> None:
        """End every world and the processes behind them."""
        await self._keeper.close()
        await self._client.aclose()
