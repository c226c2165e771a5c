"""Guarded worlds serve only those who know their key."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import psutil
import pytest_asyncio

from bdproxy.worlds.appworld.environment import Environment
from bdproxy.worlds.appworld.inside import guard
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.appworld.zygote import KEY_HEADER
from bdproxy.worlds.protocol import Task
from tests.support.loops import SESSION_LOOP
from tests.support.supervisor import Supervisor

pytestmark = SESSION_LOOP


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def guarded(environment: Environment, builtin_root: Path) -> AsyncIterator[AppWorldWorlds]:
    opened = await AppWorldWorlds.start(environment, builtin_root, guarded=True)
    yield opened
    await opened.close()


async def test_without_the_key_nothing_is_served(
    guarded: AppWorldWorlds, builtin_tasks: tuple[Task, ...]
) -> None:
    world, other = [await guarded.open(builtin_tasks[0], 100) for _ in range(2)]
    key, others_key = world.headers[KEY_HEADER], other.headers[KEY_HEADER]
    assert key != others_key and len(key) >= 32
    async with httpx.AsyncClient(base_url=world.url, trust_env=False) as intruder:
        for headers in ({}, {KEY_HEADER: ""}, {KEY_HEADER: others_key}, {KEY_HEADER: key[:-1]}):
            for method, path in (
                ("GET", "/dbs"),
                ("GET", "/supervisor/profile"),
                ("POST", "/supervisor/message"),
                ("DELETE", "/dbs/cache"),
                ("HEAD", "/"),
                ("OPTIONS", "/nowhere"),
            ):
                answer = await intruder.request(method, path, headers=headers)
                assert answer.status_code == 403, (method, path)
                if method != "HEAD":
                    assert answer.json() == json.loads(guard.REFUSAL)
    async with Supervisor(world) as supervisor:
        await supervisor.write_note("groceries")
        await supervisor.complete()
    assert b"groceries" in (await world.end_state())["simple_note.jsonl"]
    await world.close()
    await other.close()


async def test_answers_are_those_of_an_open_world(
    guarded: AppWorldWorlds, worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...]
) -> None:
    answers = []
    for source in (guarded, worlds):
        world = await source.open(builtin_tasks[0], 100)
        async with Supervisor(world) as supervisor:
            await supervisor.write_note("groceries")
            await supervisor.complete()
            answers.append((supervisor.answers, await world.end_state()))
        await world.close()
    assert answers[0] == answers[1]


async def test_the_key_is_not_there_for_others_to_read(guarded: AppWorldWorlds) -> None:
    world = await guarded.open_bare()
    key = world.headers[KEY_HEADER]
    process = psutil.Process(world.pid)
    for one in (process, process.parent(), psutil.Process()):
        assert one is not None
        assert key not in " ".join(one.cmdline())
        assert key not in str(one.environ())
    await world.close()


async def test_worlds_are_open_unless_they_are_to_be_guarded(worlds: AppWorldWorlds) -> None:
    world = await worlds.open_bare()
    assert world.headers == {}
    async with httpx.AsyncClient(base_url=world.url, trust_env=False) as client:
        # Nobody's key opens what is open; the header is the application's to see.
        assert (await client.get("/", headers={KEY_HEADER: "x"})).status_code == 200
    await world.close()
