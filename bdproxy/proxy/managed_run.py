"""The life of a managed run: world, lane, agent, end state, log."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

from bdproxy.addons.lane import Lane, LiveRun
from bdproxy.errors import WorldError
from bdproxy.names import EndReason, Management
from bdproxy.proxy.agent_end import GRACE_SECONDS, completed_after_all, end_by_exit, with_output
from bdproxy.proxy.agent_process import AgentProcess, agent_environment
from bdproxy.proxy.context import (
    INTERRUPTED,
    RecordingContext,
    address_of,
    begin_run,
    finished,
    no_world,
    note_run,
)
from bdproxy.proxy.end_state import save_end_state
from bdproxy.proxy.run_overlay import overlay_of
from bdproxy.proxy.settings import PlannedRun
from bdproxy.proxy.task_file import task_file
from bdproxy.recorder.rows import RunEnd
from bdproxy.scenarios.faults import FaultState
from bdproxy.worlds.protocol import World

DELIVERY_SECONDS = 0.05
"""After completion, time for the answer to reach an agent that is no child of ours."""


async def record_managed(context: RecordingContext, planned: PlannedRun) -> None:
    """Record one run from start to end.

    Raises:
        AgentCommandError: the agent can't be started; the run is left to be repeated.
        LogError: the log can't be written.
        PortError: the lane's port can't be opened.
        WorldError: no world could be started, as for runs before.
    """
    settings = context.settings
    opening = partial(
        context.worlds.open, planned.task, settings.seed, planned.baked_cues(settings.plant)
    )
    try:
        world = await context.opener.open(opening)
    except WorldError as error:
        if context.opener.hopeless:
            raise
        note_run(context, planned, no_world(error))
        return
    try:
        run_id = begin_run(context, planned)
        end, end_state = INTERRUPTED, None
        try:
            end, end_state = await _live(context, planned, run_id, world)
        finally:
            context.log.end_run(run_id, end, end_state)
        context.listener.run_ended(planned, run_id, end)
    finally:
        await world.close()


async def _live(
    context: RecordingContext, planned: PlannedRun, run_id: int, world: World
) -> tuple[RunEnd, dict[str, bytes] | None]:
    settings = context.settings
    run = LiveRun(
        run_id,
        planned.task.id,
        max_calls=settings.max_calls,
        fault=FaultState(planned.fault),
        overlay=overlay_of(settings, planned),
    )
    lane = Lane(
        context.experiment,
        Management.MANAGED,
        address_of(world),
        run,
        upstream_headers=world.headers,
    )
    mode, url = await context.proxy.open_lane(lane, settings.port)
    agent: AgentProcess | None = None
    try:
        async with task_file(planned.task) as path:
            if settings.command is None:
                context.listener.run_waiting(planned, run_id, url)
            else:
                agent = await AgentProcess.start(
                    settings.command,
                    agent_environment(
                        base_url=url,
                        task_id=planned.task.id,
                        instruction=planned.task.instruction,
                        task_file=path,
                        run_id=run_id,
                    ),
                )
            try:
                end = await _wait_for_end(run, world, agent, settings.timeout)
            finally:
                if agent is not None:
                    await agent.end()
    finally:
        await context.proxy.close_lane(mode)
    end_state, end = await save_end_state(world, run, completed_after_all(end, run))
    return _with_reports(end, run, agent), end_state


async def _wait_for_end(
    run: LiveRun, world: World, agent: AgentProcess | None, timeout: float | None
) -> RunEnd:
    """Wait until something ends the run; the first that did, the gravest if several did."""
    async with _watching(
        completed=run.completed.wait(),
        limit=run.limit_reached.wait(),
        failed=run.failed.wait(),
        died=world.wait_died(),
        **({"exited": agent.wait()} if agent is not None else {}),
    ) as tasks:
        await asyncio.wait(tasks.values(), timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        if not any(task.done() for task in tasks.values()):
            return finished(EndReason.TIME_LIMIT)
        if not run.completed.is_set():
            return _unfinished_end(run, world, agent)
        # Completed. What follows is still the agent's doing, until it ends or its time is up.
        if agent is None:
            await asyncio.sleep(DELIVERY_SECONDS)
        else:
            rest = [tasks[name] for name in ("limit", "failed", "died", "exited")]
            await asyncio.wait(rest, timeout=GRACE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    return finished(EndReason.COMPLETED)


def _unfinished_end(run: LiveRun, world: World, agent: AgentProcess | None) -> RunEnd:
    if world.died is not None:
        return finished(EndReason.WORLD_DIED, f"the world server died: {world.died}")
    if run.failure is not None:
        return finished(EndReason.PROXY_ERROR, run.failure)
    if run.limit_reached.is_set():
        return finished(EndReason.CALL_LIMIT)
    assert agent is not None
    return end_by_exit(agent)


def _with_reports(end: RunEnd, run: LiveRun, agent: AgentProcess | None) -> RunEnd:
    end = replace(end, reported_status=run.reported_status, reported_answer=run.reported_answer)
    return end if agent is None else with_output(end, agent)


@contextlib.asynccontextmanager
async def _watching(
    **waits: Coroutine[Any, Any, object],
) -> AsyncIterator[dict[str, asyncio.Task[object]]]:
    tasks = {name: asyncio.create_task(wait) for name, wait in waits.items()}
    try:
        yield tasks
    finally:
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
