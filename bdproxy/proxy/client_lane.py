"""A client-managed lane: the client sets worlds up and ends them, the lane follows.

AppWorld's own client does so: ``POST /dbs`` from a task's folder starts a run, ``DELETE
/dbs/cache`` or the next ``POST /dbs`` ends it. Each run gets a freshly forked world all the same,
put behind the lane before the client's first call is forwarded.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from bdproxy.addons.lane import Lane, LiveRun
from bdproxy.errors import WorldError
from bdproxy.names import EndReason, Management
from bdproxy.proxy.agent_end import completed_after_all
from bdproxy.proxy.context import (
    INTERRUPTED,
    RecordingContext,
    address_of,
    begin_run,
    finished,
)
from bdproxy.proxy.end_state import save_end_state
from bdproxy.proxy.run_overlay import overlay_of
from bdproxy.proxy.settings import PlannedRun
from bdproxy.recorder.rows import RunEnd
from bdproxy.scenarios.faults import FaultState
from bdproxy.worlds.protocol import World


@dataclass(slots=True)
class ClientRun:
    """The run that is going on in a client-managed lane; ``end`` is set once its world is over."""

    planned: PlannedRun
    live: LiveRun
    watcher: asyncio.Task[None]
    end: RunEnd | None = None
    end_state: dict[str, bytes] | None = None


class ClientLane:
    """One lane and the runs that its client makes in it, one after another.

    ``holds_ends`` keeps an ended run out of the log until :meth:`write_end` is called with what the
    agent's process left; otherwise the end is written at once.
    """

    def __init__(
        self, context: RecordingContext, pending: Sequence[PlannedRun], *, holds_ends: bool
    ) -> None:
        self._context = context
        self._pending = list(pending)
        self._holds_ends = holds_ends
        self._changing = asyncio.Lock()
        """Held while a run begins or ends: a client's calls and a run's limits don't wait."""
        self._closed = False
        self._world: World | None = None
        self._world_used = False
        self.world_error: WorldError | None = None
        """Why a task's world could not be started, the last time."""
        self.run: ClientRun | None = None
        self.run_ended = asyncio.Event()
        """Set as soon as a run's world is over."""
        self.all_done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when nothing is left to record, or with the error that keeps it from being so."""
        self.lane: Lane

    async def open(self) -> str:
        """Open the lane in front of a bare world; its base URL."""
        self._world = await self._context.opener.open(self._context.worlds.open_bare)
        self.lane = Lane(
            self._context.experiment,
            Management.CLIENT_MANAGED,
            address_of(self._world),
            upstream_headers=self._world.headers,
            on_task_started=self._task_started,
            on_world_ending=self._world_ending,
            on_world_ended=self._world_ended,
        )
        try:
            self._mode, url = await self._context.proxy.open_lane(
                self.lane, self._context.settings.port
            )
        except BaseException:
            await self._world.close()
            raise
        return url

    async def close(self) -> None:
        """Close the lane and the world behind it; a run still open is interrupted."""
        await self._context.proxy.close_lane(self._mode)
        async with self._changing:
            self._closed = True
            try:
                if self.run is not None:
                    self.run.watcher.cancel()
                    self.write_end(self.run.end or INTERRUPTED)
            finally:
                if self._world is not None:
                    await self._world.close()

    async def _task_started(self, task_id: str) -> None:
        async with self._changing:
            if self._closed:
                raise WorldError("the recording has ended")
            await self._begin_run(task_id)

    async def _begin_run(self, task_id: str) -> None:
        if self.run is not None:
            await self._end(self.run, finished(_client_end(self.run.live)))
            if self._holds_ends:
                raise WorldError(f"this run's task {task_id} was started and ended before")
        planned = next((one for one in self._pending if one.task.id == task_id), None)
        if planned is None:
            raise WorldError(
                f"task {task_id} is not to be recorded here, or all its attempts are; "
                "name it with --task and raise --attempts"
            )
        await self._fresh_world(planned)
        run_id = begin_run(self._context, planned)
        self._pending.remove(planned)
        live = LiveRun(
            run_id,
            task_id,
            max_calls=self._context.settings.max_calls,
            fault=FaultState(planned.fault),
            overlay=overlay_of(self._context.settings, planned),
        )
        self.run_ended.clear()
        watcher = asyncio.create_task(self._watch(live))
        watcher.add_done_callback(self._watched)
        self.run = ClientRun(planned, live, watcher)
        self.lane.run = live

    async def _fresh_world(self, planned: PlannedRun) -> None:
        cues = planned.baked_cues(self._context.settings.plant)
        if self._world is None or self._world_used or self._world.died is not None or cues:
            opening = partial(self._context.worlds.open_bare, planned.task, cues)
            try:
                world = await self._context.opener.open(opening)
            except WorldError as error:
                self.world_error = error
                raise
            old, self._world = self._world, world
            self.lane.upstream = address_of(self._world)
            self.lane.upstream_headers = self._world.headers
            if old is not None:
                await old.close()
        self._world_used = True

    async def _world_ending(self) -> None:
        async with self._changing:
            run = self.run
            if run is not None and run.end is None:
                await self._finish(run, finished(_client_end(run.live)))

    async def _world_ended(self) -> None:
        async with self._changing:
            run = self.run
            if run is not None and run.end is not None:
                self._over(run)

    async def end_run(self, end: RunEnd) -> None:
        """End the run that is going on, if one is, for a reason that is not its client's."""
        async with self._changing:
            if self.run is not None:
                await self._end(self.run, end)

    async def _end(self, run: ClientRun, end: RunEnd) -> None:
        if run.end is None:
            await self._finish(run, end)
        self._over(run)

    async def _finish(self, run: ClientRun, end: RunEnd) -> None:
        assert self._world is not None
        run.end_state, run.end = await save_end_state(self._world, run.live, end)

    def _over(self, run: ClientRun) -> None:
        if run.live.over is not None:
            return
        if run.watcher is not asyncio.current_task():
            run.watcher.cancel()
        assert run.end is not None
        run.live.over = f"This run has ended ({run.end.reason})."
        self.run_ended.set()
        if not self._holds_ends:
            self.write_end(run.end)

    def write_end(self, end: RunEnd) -> None:
        """Write the run's end, completed by what it reported, and forget the run."""
        run, self.run = self.run, None
        assert run is not None
        end = replace(
            end,
            reported_status=run.live.reported_status,
            reported_answer=run.live.reported_answer,
        )
        self._context.log.end_run(run.live.id, end, run.end_state)
        self._context.listener.run_ended(run.planned, run.live.id, end)
        if not self._pending and not self.all_done.done():
            self.all_done.set_result(None)

    async def _watch(self, live: LiveRun) -> None:
        """End a run at its limits, or when its world or the proxy fails it."""
        assert self._world is not None
        waits = {
            asyncio.create_task(live.limit_reached.wait()): EndReason.CALL_LIMIT,
            asyncio.create_task(live.failed.wait()): EndReason.PROXY_ERROR,
            asyncio.create_task(self._world.wait_died()): EndReason.WORLD_DIED,
        }
        try:
            done, _ = await asyncio.wait(
                waits,
                timeout=self._context.settings.timeout,
                return_when=asyncio.FIRST_COMPLETED,
            )
            reason = waits[done.pop()] if done else EndReason.TIME_LIMIT
            async with self._changing:
                run = self.run
                if run is not None and run.live is live:
                    await self._end(run, completed_after_all(finished(reason, live.failure), live))
        finally:
            for wait in waits:
                wait.cancel()

    def _watched(self, watcher: asyncio.Task[None]) -> None:
        """Hand on what went wrong (a full disk) to those who wait for the run or the recording."""
        error = None if watcher.cancelled() else watcher.exception()
        if error is None:
            return
        self.run_ended.set()
        if not self.all_done.done():
            self.all_done.set_exception(error)
            # Who has only one run to record does not wait for all.
            self.all_done.exception()


def _client_end(live: LiveRun) -> EndReason:
    return EndReason.COMPLETED if live.completed.is_set() else EndReason.CLIENT_ENDED
