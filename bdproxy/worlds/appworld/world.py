"""One AppWorld world: a process of its own, and the calls that control it."""

import asyncio
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx

from bdproxy.errors import WorldError
from bdproxy.worlds.appworld.apps import APPS
from bdproxy.worlds.appworld.zygote import KEY_HEADER, ForkedWorld, Zygote
from bdproxy.worlds.protocol import Task

READY_SECONDS = 30.0
CONTROL_SECONDS = 60.0


class AppWorldWorld:
    """One world, in a process of its own. ``left_behind`` is closed once the process has ended."""

    def __init__(
        self,
        process: ForkedWorld,
        zygote: Zygote,
        client: httpx.AsyncClient,
        key: str = "",
        left_behind: ExitStack | None = None,
    ) -> None:
        self._process = process
        self._zygote = zygote
        self._client = client
        self._headers = {KEY_HEADER: key} if key else {}
        self._left_behind = left_behind or ExitStack()
        self._closed = False

    @property
    def url(self) -> str:
        """Base URL on the loopback interface, without a trailing slash."""
        return f"http://127.0.0.1:{self._process.port}"

    @property
    def headers(self) -> Mapping[str, str]:
        """What a call must carry along to be served: a secret; nothing if anybody may call."""
        return self._headers

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def died(self) -> str | None:
        """Why the world is gone although nobody closed it, or None while it is well."""
        ended = None if self._closed else self._process.ended
        return None if ended is None else f"its process {ended}"

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
            answer = await self._client.request(
                method, self.url + path, json=body, headers=self._headers, timeout=seconds
            )
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
        self._left_behind.close()
