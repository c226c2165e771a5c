import asyncio
import os
import signal
from pathlib import Path

import httpx
import psutil
import pytest

from bdproxy.errors import WorldError
from bdproxy.worlds.appworld.apps import END_STATE_FILES
from bdproxy.worlds.appworld.environment import Environment
from bdproxy.worlds.appworld.world import AppWorldWorld
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.loops import SESSION_LOOP
from tests.support.supervisor import Supervisor

pytestmark = SESSION_LOOP


async def _answers_and_end_state(
    worlds: AppWorldWorlds, task: Task, seed: int
) -> tuple[list[tuple[int, list[tuple[bytes, bytes]], bytes]], dict[str, bytes]]:
    world = await worlds.open(task, seed)
    async with Supervisor(world) as supervisor:
        await supervisor.write_note("groceries")
        await supervisor.call("GET", "/supervisor/active_task")
        await supervisor.complete()
        return supervisor.answers, dict(await world.end_state())


async def test_the_same_script_and_seed_give_the_same_bytes(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...]
) -> None:
    task = builtin_tasks[0]
    first = await _answers_and_end_state(worlds, task, seed=100)
    second = await _answers_and_end_state(worlds, task, seed=100)
    assert first == second


async def test_the_same_script_and_seed_give_the_same_bytes_in_another_process_tree(
    worlds: AppWorldWorlds,
    builtin_tasks: tuple[Task, ...],
    environment: Environment,
    builtin_root: Path,
) -> None:
    task = builtin_tasks[0]
    first = await _answers_and_end_state(worlds, task, seed=100)
    others = await AppWorldWorlds.start(environment, builtin_root)
    try:
        assert await _answers_and_end_state(others, task, seed=100) == first
    finally:
        await others.close()


async def test_another_seed_gives_another_token(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...]
) -> None:
    first, _ = await _answers_and_end_state(worlds, builtin_tasks[0], seed=100)
    second, _ = await _answers_and_end_state(worlds, builtin_tasks[0], seed=101)
    assert first[2][2] != second[2][2]


async def test_a_world_is_in_the_tasks_start_state_and_time(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...]
) -> None:
    task = builtin_tasks[-1]
    world = await worlds.open(task, 100)
    async with Supervisor(world) as supervisor:
        active = await supervisor.call("GET", "/supervisor/active_task")
        assert active["instruction"] == task.instruction
        profile = await supervisor.call("GET", "/supervisor/profile")
        assert profile["email"] == task.supervisor.email
    assert await world.control("GET", "/date_time") == {"date_and_time": task.datetime}


async def test_the_end_state_is_every_apps_changes_and_the_model_hashes(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...]
) -> None:
    world = await worlds.open(builtin_tasks[0], 100)
    before = dict(await world.end_state())
    assert set(before) == END_STATE_FILES
    async with Supervisor(world) as supervisor:
        await supervisor.write_note("groceries")
    after = dict(await world.end_state())
    assert {name for name in before if before[name] != after[name]} == {
        "model_hashes.json",
        "simple_note.jsonl",
    }
    assert b"groceries" in after["simple_note.jsonl"]


async def test_two_worlds_of_one_task_never_see_each_others_records(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...]
) -> None:
    one, other = await asyncio.gather(*(worlds.open(builtin_tasks[0], 100) for _ in range(2)))
    async with Supervisor(one) as in_one, Supervisor(other) as in_other:
        await in_one.write_note("only here")
        headers = await in_other.login("simple_note")
        found = await in_other.call(
            "GET", "/simple_note/notes", params={"query": "only here"}, headers=headers
        )
    assert "only here" not in [note["title"] for note in found]


async def test_concurrent_calls_are_served_one_at_a_time_and_none_is_lost(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...]
) -> None:
    world = await worlds.open(builtin_tasks[0], 100)
    async with Supervisor(world) as supervisor:
        headers = await supervisor.login("simple_note")

        async def write(number: int) -> int:
            note = {"title": f"note {number}", "content": "x", "tags": []}
            answer = await supervisor.call("POST", "/simple_note/notes", json=note, headers=headers)
            return int(answer["note_id"])

        written = await asyncio.gather(*(write(number) for number in range(48)))
    assert len(set(written)) == 48


async def test_a_client_that_never_finishes_its_request_holds_up_nobody(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...]
) -> None:
    world = await worlds.open(builtin_tasks[0], 100)
    url = httpx.URL(world.url)
    _, writer = await asyncio.open_connection(url.host, url.port)
    writer.write(b"POST /supervisor/message HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{")
    await writer.drain()
    async with Supervisor(world) as supervisor, asyncio.timeout(10):
        await supervisor.call("GET", "/supervisor/profile")
    writer.close()


async def test_a_killed_world_says_why_and_the_others_go_on(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...]
) -> None:
    task = builtin_tasks[0]
    doomed, well = await worlds.open(task, 100), await worlds.open(task, 100)
    assert doomed.died is None
    os.kill(doomed.pid, signal.SIGKILL)
    async with asyncio.timeout(5):
        assert await doomed.wait_died() == "its process was killed by signal 9 (SIGKILL)"
    assert doomed.died == await doomed.wait_died()
    with pytest.raises(WorldError, match="killed by signal 9"):
        await doomed.end_state()
    await doomed.close()
    assert doomed.died is not None
    async with Supervisor(well) as supervisor:
        await supervisor.complete()
    assert well.died is None


async def test_a_world_that_is_closed_has_not_died(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...]
) -> None:
    world = await worlds.open(builtin_tasks[0], 100)
    waiting = asyncio.create_task(world.wait_died())
    await world.close()
    await world.close()
    assert not psutil.pid_exists(world.pid)
    await asyncio.sleep(0.1)
    assert world.died is None
    assert not waiting.done()
    waiting.cancel()


async def test_when_the_parent_dies_its_worlds_die_and_the_next_one_works(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...]
) -> None:
    world = await worlds.open(builtin_tasks[0], 100)
    parent = psutil.Process(world.pid).parent()
    assert parent is not None
    parent.kill()
    async with asyncio.timeout(10):
        assert await world.wait_died() == (
            "its process ended because AppWorld's process was killed by signal 9 (SIGKILL)"
        )
    await world.close()
    psutil.wait_procs([psutil.Process(world.pid)] if psutil.pid_exists(world.pid) else [], 5)
    assert not psutil.pid_exists(world.pid)
    reopened = await worlds.open(builtin_tasks[0], 100)
    async with Supervisor(reopened) as supervisor:
        await supervisor.complete()


async def test_an_unknown_start_state_is_one_clear_error_and_no_process_is_left(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...]
) -> None:
    task = builtin_tasks[0]
    before = psutil.Process().children(recursive=True)
    unknown = Task("nowhere_1", "nowhere", task.instruction, task.supervisor, task.datetime)
    with pytest.raises(WorldError, match="the world refused POST /dbs with 500"):
        await worlds.open(unknown, 100)
    assert psutil.Process().children(recursive=True) == before


async def test_a_bare_world_answers_and_has_no_state_to_save(worlds: AppWorldWorlds) -> None:
    world: AppWorldWorld = await worlds.open_bare()
    assert (await world.control("GET", "/"))["title"] == "AppWorld API Server"
    with pytest.raises(WorldError, match="no task was loaded"):
        await world.end_state()
