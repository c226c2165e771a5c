"""A client's calls come when they like, also while its run is being ended for another reason."""

import asyncio
import json
import os
import signal
from pathlib import Path

from bdproxy.names import EndReason, Management
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.loops import SESSION_LOOP
from tests.support.observed_worlds import ObservedWorlds
from tests.support.raw_http import exchange, post
from tests.support.recordings import Heard, planned, record, runs_of, settings_for

pytestmark = SESSION_LOOP


def _start(root: Path, task: str) -> bytes:
    databases = {
        "to_db_home_path": f":memory:task_output-{task}",
        "from_db_home_path": f"{root}/data/tasks/{task}/dbs",
    }
    return post("/dbs", json.dumps(databases).encode())


async def test_two_starts_of_one_task_at_once_are_two_runs_one_after_the_other(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], builtin_root: Path, tmp_path: Path
) -> None:
    log, heard, task = tmp_path / "runs.db", Heard(), builtin_tasks[0]
    settings = settings_for(builtin_root, None, management=Management.CLIENT_MANAGED)
    runs = planned([task], attempts=3)
    recording = asyncio.create_task(record(log, worlds, settings, runs, heard))
    url = await asyncio.wait_for(heard.url.get(), 60)
    start = _start(builtin_root, task.id)
    # The next two each need a world of their own, and wait for it.
    await exchange(url, start)
    await asyncio.gather(exchange(url, start), exchange(url, start))
    end = post("/dbs/cache", json.dumps({"task_id": task.id}).encode()).replace(b"POST", b"DELETE")
    assert (await exchange(url, end)).data.startswith(b"HTTP/1.1 200 ")
    await asyncio.wait_for(recording, 60)
    found = runs_of(log)
    assert [run.attempt for run in found] == [1, 2, 3]
    assert {run.end_reason for run in found} == {EndReason.CLIENT_ENDED}


async def test_a_limit_and_the_next_start_end_a_run_once(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], builtin_root: Path, tmp_path: Path
) -> None:
    log, heard, observed = tmp_path / "runs.db", Heard(), ObservedWorlds(worlds)
    first, second = builtin_tasks[:2]
    settings = settings_for(builtin_root, None, management=Management.CLIENT_MANAGED, timeout=2.0)
    runs = planned([first, second])
    recording = asyncio.create_task(record(log, observed, settings, runs, heard))
    url = await asyncio.wait_for(heard.url.get(), 60)
    assert (await exchange(url, _start(builtin_root, first.id))).data.startswith(b"HTTP/1.1 200 ")
    # The first run's end state can't be saved for a while, and then both want to end it.
    world = observed.opened[-1].pid
    os.kill(world, signal.SIGSTOP)
    try:
        await asyncio.sleep(2.5)
        starting = asyncio.create_task(exchange(url, _start(builtin_root, second.id)))
        await asyncio.sleep(0.3)
    finally:
        os.kill(world, signal.SIGCONT)
    assert (await starting).data.startswith(b"HTTP/1.1 200 ")
    await asyncio.wait_for(recording, 60)
    assert [(run.task, run.end_reason, run.not_assessable) for run in runs_of(log)] == [
        (first.id, EndReason.TIME_LIMIT, None),
        (second.id, EndReason.TIME_LIMIT, None),
    ]


async def test_a_world_that_dies_as_its_client_ends_it_still_ends_its_run(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], builtin_root: Path, tmp_path: Path
) -> None:
    log, heard, observed = tmp_path / "runs.db", Heard(), ObservedWorlds(worlds)
    task = builtin_tasks[0]
    settings = settings_for(builtin_root, None, management=Management.CLIENT_MANAGED)
    recording = asyncio.create_task(record(log, observed, settings, planned([task]), heard))
    url = await asyncio.wait_for(heard.url.get(), 60)
    await exchange(url, _start(builtin_root, task.id))
    world = observed.opened[-1].pid
    os.kill(world, signal.SIGSTOP)
    end = post("/dbs/cache", json.dumps({"task_id": task.id}).encode()).replace(b"POST", b"DELETE")
    ending = asyncio.create_task(exchange(url, end))
    await asyncio.sleep(0.5)
    os.kill(world, signal.SIGKILL)
    await asyncio.wait_for(recording, 60)
    await ending
    (run,) = runs_of(log)
    assert run.end_reason is EndReason.WORLD_DIED
    assert run.not_assessable is not None
