"""Several runs at a time: each in a world of its own, and one's trouble is not the others'."""

import asyncio
import os
import signal
from pathlib import Path

import psutil
import pytest

from bdproxy.errors import PortError
from bdproxy.names import EndReason
from bdproxy.worlds.appworld.environment import Environment
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.loops import SESSION_LOOP
from tests.support.recordings import agent_command, planned, record, runs_of, settings_for

pytestmark = SESSION_LOOP

AGENT = "tests.support.note_taking_agent"


async def test_parallel_runs_never_see_each_other_s_world(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], builtin_root: Path, tmp_path: Path
) -> None:
    log = tmp_path / "runs.db"
    settings = settings_for(builtin_root, agent_command(module=AGENT), parallel=3)
    # The agent writes notes and fails if it sees another's.
    await record(log, worlds, settings, planned(builtin_tasks[:1], attempts=4))
    runs = runs_of(log)
    assert [run.exit_status for run in runs] == [0] * 4
    assert {(run.end_reason, run.not_assessable) for run in runs} == {(EndReason.COMPLETED, None)}


async def test_a_world_that_is_killed_costs_its_own_run_only(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], builtin_root: Path, tmp_path: Path
) -> None:
    log = tmp_path / "runs.db"
    settings = settings_for(builtin_root, agent_command("2", module=AGENT), parallel=2)
    runs = planned(builtin_tasks[:1], attempts=3)
    before = set(psutil.Process().children(recursive=True))
    recording = asyncio.create_task(record(log, worlds, settings, runs))
    async with asyncio.timeout(60):
        while not (started := _worlds() - before):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    await asyncio.sleep(1.0)
    os.kill(min(world.pid for world in started), signal.SIGKILL)
    await asyncio.wait_for(recording, 100)
    found = runs_of(log)
    died = [run for run in found if run.end_reason is EndReason.WORLD_DIED]
    assert len(died) == 1
    assert died[0].not_assessable is not None
    assert "killed by signal 9 (SIGKILL)" in died[0].not_assessable
    assert [run.end_reason for run in found].count(EndReason.COMPLETED) == 2


async def test_a_zygote_that_is_killed_costs_the_runs_under_way(
    environment: Environment,
    builtin_tasks: tuple[Task, ...],
    builtin_root: Path,
    tmp_path: Path,
) -> None:
    log = tmp_path / "runs.db"
    before = set(psutil.Process().children())
    worlds = await AppWorldWorlds.start(environment, builtin_root)
    (zygote,) = set(psutil.Process().children()) - before
    try:
        settings = settings_for(builtin_root, agent_command("4", module=AGENT))
        recording = asyncio.create_task(
            record(log, worlds, settings, planned(builtin_tasks[:1], attempts=2))
        )
        async with asyncio.timeout(60):
            while not zygote.children():  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)
        zygote.kill()
        await asyncio.wait_for(recording, 100)
    finally:
        await worlds.close()
    assert [run.end_reason for run in runs_of(log)] == [EndReason.WORLD_DIED, EndReason.COMPLETED]


async def test_a_busy_port_is_named_and_the_run_is_left_to_be_repeated(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], builtin_root: Path, tmp_path: Path
) -> None:
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    settings = settings_for(builtin_root, agent_command("0", module=AGENT), port=port)
    runs = planned(builtin_tasks[:1])
    try:
        with pytest.raises(PortError, match=f"--port {port}: 127.0.0.1:{port} is taken"):
            await record(tmp_path / "runs.db", worlds, settings, runs)
    finally:
        server.close()
        await server.wait_closed()
    again = await record(tmp_path / "runs.db", worlds, settings, runs)
    assert [end.reason for _, _, end in again.ends] == [EndReason.COMPLETED]


def _worlds() -> set[psutil.Process]:
    """AppWorld's processes below us that have a parent of their own kind."""
    ours = psutil.Process().children(recursive=True)
    zygotes = {process.pid for process in ours if "appworld" in " ".join(process.cmdline())}
    return {process for process in ours if process.ppid() in zygotes}
