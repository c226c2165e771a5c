"""Client-managed recordings: an agent started once for each run, or one started by hand."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from bdproxy.errors import WorldError
from bdproxy.names import EndReason
from bdproxy.proxy.agent_end import GRACE_SECONDS, end_by_exit, with_output
from bdproxy.proxy.agent_process import AgentProcess, agent_environment
from bdproxy.proxy.client_lane import ClientLane
from bdproxy.proxy.client_root import ROOT_VARIABLE, client_root
from bdproxy.proxy.context import RecordingContext, finished, no_world, note_run
from bdproxy.proxy.master import drain
from bdproxy.proxy.settings import PlannedRun
from bdproxy.proxy.task_file import task_file
from bdproxy.recorder.rows import RunEnd


async def record_with_client(context: RecordingContext, planned: Sequence[PlannedRun]) -> None:
    """One lane for a client that is started by hand; it takes the tasks in any order.

    Returns when every planned run is recorded.
    """
    lane = ClientLane(context, planned, holds_ends=False)
    context.listener.lane_open(await lane.open())
    try:
        await lane.all_done
    finally:
        await lane.close()


async def record_client_managed(context: RecordingContext, planned: PlannedRun) -> None:
    """Record one run by starting the agent, which sets the task's world up itself.

    Raises:
        AgentCommandError: the agent can't be started; the run is left to be repeated.
        LogError: the log can't be written.
        WorldError: no world could be started, as for runs before.
    """
    assert context.settings.command is not None
    lane = ClientLane(context, [planned], holds_ends=True)
    try:
        url = await lane.open()
    except WorldError as error:
        if context.opener.hopeless:
            raise
        note_run(context, planned, no_world(error))
        return
    try:
        async with (
            task_file(planned.task) as path,
            client_root(Path(context.settings.world_root)) as root,
        ):
            variables = agent_environment(
                base_url=url,
                task_id=planned.task.id,
                instruction=planned.task.instruction,
                task_file=path,
            )
            agent = await AgentProcess.start(
                context.settings.command,
                variables | {ROOT_VARIABLE: str(root)},
            )
            try:
                timed_out = not await _wait(lane, agent, context.settings.timeout)
            finally:
                await agent.end()
        await drain(lane.lane)
        await lane.end_run(_end_of(lane, agent, timed_out=timed_out))
        if lane.run is None:
            # Without a run in the log, the next recording would start such an agent for ever.
            note_run(context, planned, with_output(_never_began(lane), agent))
        else:
            assert lane.run.end is not None
            lane.write_end(with_output(lane.run.end, agent))
    finally:
        await lane.close()


async def _wait(lane: ClientLane, agent: AgentProcess, timeout: float | None) -> bool:
    """Wait for the agent's process or its run's end; whether either came in time.

    Once its run is over, the process has a grace period to end by itself.
    """
    exited = asyncio.create_task(agent.wait())
    over = asyncio.create_task(lane.run_ended.wait())
    try:
        done, _ = await asyncio.wait(
            {exited, over}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED
        )
        if over.done():
            await asyncio.wait({exited}, timeout=GRACE_SECONDS)
        return bool(done)
    finally:
        exited.cancel()
        over.cancel()


def _end_of(lane: ClientLane, agent: AgentProcess, *, timed_out: bool) -> RunEnd:
    """How a run ended that its client never closed."""
    if lane.run is not None and lane.run.live.completed.is_set():
        return finished(EndReason.COMPLETED)
    return finished(EndReason.TIME_LIMIT) if timed_out else end_by_exit(agent)


def _never_began(lane: ClientLane) -> RunEnd:
    if lane.world_error is not None:
        return no_world(lane.world_error)
    reason = "the agent's process never set up its task's world"
    return finished(EndReason.AGENT_CRASHED, reason)
