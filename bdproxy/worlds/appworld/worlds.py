"""AppWorld's worlds: each run gets a freshly forked API server of its own."""

import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx

from bdproxy.apis import Api
from bdproxy.errors import WorldError
from bdproxy.worlds.appworld.api_catalogue import load_apis
from bdproxy.worlds.appworld.apps import APPS
from bdproxy.worlds.appworld.environment import Environment
from bdproxy.worlds.appworld.zygote import ForkedWorld, Zygote
from bdproxy.worlds.appworld.zygote_keeper import ZygoteKeeper
from bdproxy.worlds.protocol import Task

READY_SECONDS = 30.0
CONTROL_SECONDS = 60.0


class AppWorldWorld:
    """One world, in a process of its own."""

    def __init__(self, process: ForkedWorld, zygote: Zygote, client: httpx.AsyncClient) -> None:
        self._process = process
        self._zygote = zygote
        self._client = client
        self._closed = False

    @property
    def url(self) -> str:
        """Base URL on the loopback interface, without a trailing slash."""
        return f"http://127.0.0.1:{self._process.port}"

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def died(self) -> str | None:
        """Why the world is gone although nobody closed it, or None while it is well."""
        ended = None if self._closed else self._process.ended
        return None if ended is None else f"the world's process {ended}"

    async def wait_died(self) -> str:
        """Return the reason as soon as the world dies by itself; never return otherwise."""
        await self._process.wait_ended()
        reason = self.died
        if reason is None:
            await asyncio.get_running_loop().create_future()
        return str(reason)

    async def ready(self) -> None:
        """Wait until the world answers.

        Raises:
            WorldError: it died, or it does not answer in time.
        """
        # Its port has listened since before the fork, so the first request waits, not we.
        await self.control("GET", "/", seconds=READY_SECONDS)

    async def load(self, task: Task, start_state: Path, seed: int) -> None:
        """Put the world in a task's start state, with the task's clock and this random seed.

        Raises:
            WorldError: it died, or it refused.
        """
        await self.control("DELETE", "/dbs/cache", {"task_id": task.id})
        await self.control(
            "POST",
            "/dbs",
            {
                "to_db_home_path": f":memory:task_output-{task.id}",
                "from_db_home_path": str(start_state),
            },
        )
        await self.control("POST", "/date_time", {"date_and_time": task.datetime})
        await self.control("POST", "/seed", {"seed": seed})
        await self.control(
            "POST", "/show_api_response_schemas", {"show_api_response_schemas": True}
        )

    async def end_state(self) -> Mapping[str, bytes]:
        """The end state's files by name, as AppWorld's own client saves them.

        Raises:
            WorldError: the world is gone, has no task loaded, or could not save.
        """
        home = await self._home()
        try:
            with tempfile.TemporaryDirectory(prefix="bdproxy-end-state-") as folder:
                await self._save(home, folder)
                return {file.name: file.read_bytes() for file in sorted(Path(folder).iterdir())}
        except OSError as error:
            raise WorldError(f"the end state could not be saved: {error}") from error

    async def _save(self, home: str, folder: str) -> None:
        await self.control(
            "POST",
            "/dbs/save",
            {
                "from_db_home_path": home,
                "to_db_home_path": folder,
                "format": "changes",
                "app_names": list(APPS),
                "delete_if_exists": True,
                "save_model_hashes": True,
            },
        )

    async def _home(self) -> str:
        """Where the world's databases are, whoever loaded them; AppWorld can't tell of none."""
        try:
            homes = set((await self.control("GET", "/dbs")).values())
        except WorldError as error:
            if self._process.ended is not None:
                raise
            raise WorldError(f"no task was loaded in the world ({error})") from error
        if len(homes) != 1:
            raise WorldError("the world's apps have databases in several places")
        return str(homes.pop())

    async def control(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        seconds: float = CONTROL_SECONDS,
    ) -> dict[str, Any]:
        """One call of the control plane, which must succeed within ``seconds``.

        Raises:
            WorldError: it did not.
        """
        try:
            answer = await self._client.request(method, self.url + path, json=body, timeout=seconds)
        except httpx.HTTPError as error:
            if self._process.ended is None:
                # A closed connection is the first sign of a death; the reason follows at once.
                await asyncio.wait({asyncio.ensure_future(self._process.wait_ended())}, timeout=0.5)
            why = self.died or str(error) or type(error).__name__
            raise WorldError(f"{method} {path} on the world got no answer: {why}") from error
        if answer.status_code != 200:
            raise WorldError(
                f"the world refused {method} {path} with {answer.status_code}: {answer.text[:500]}"
            )
        parsed: dict[str, Any] = answer.json()
        return parsed

    async def close(self) -> None:
        """End the world's process at once; harmless when it is gone already."""
        if self.died is None:
            self._closed = True
        self._zygote.kill(self._process.id)
        await self._process.wait_ended()


class AppWorldWorlds:
    """The worlds of one AppWorld root (a folder that holds ``data/``), forked from one zygote."""

    def __init__(self, environment: Environment, root: Path) -> None:
        self._root = root
        self._apis = load_apis(root)
        self._keeper = ZygoteKeeper(environment, root)
        # Environment variables for proxies are for the world outside; ours is on this machine.
        self._client = httpx.AsyncClient(trust_env=False)

    @classmethod
    async def start(cls, environment: Environment, root: Path) -> "AppWorldWorlds":
        """Ready to open worlds at once.

        Raises:
            WorldError: AppWorld can't be started.
            DataSetError: the root has no readable API documentation.
        """
        worlds = cls(environment, root.absolute())
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

    async def open(self, task: Task, seed: int) -> AppWorldWorld:
        """A fresh world in the task's start state, ready for the agent (a managed run).

        Raises:
            WorldError: it could not be started.
        """
        world = await self.open_bare()
        try:
            await world.load(task, self._root / "data" / "tasks" / task.id / "dbs", seed)
        except BaseException:
            await world.close()
            raise
        return world

    async def open_bare(self) -> AppWorldWorld:
        """A fresh world without a task; the client sets it up itself (a client-managed run).

        Raises:
            WorldError: it could not be started.
        """
        zygote = await self._keeper.zygote()
        world = AppWorldWorld(await zygote.start_world(), zygote, self._client)
        try:
            await world.ready()
        except BaseException:
            await world.close()
            raise
        return world

    async def close(self) -> None:
        """End every world and the processes behind them."""
        await self._keeper.close()
        await self._client.aclose()
