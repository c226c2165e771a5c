"""One call's fate: agents that leave, worlds that die, a log that fails, and what is on disk."""

import asyncio
import os
import signal
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest

from bdproxy.errors import LogError
from bdproxy.names import Actor, Management
from bdproxy.recorder.rows import Call
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.lane_lab import LaneLab, lane_lab
from tests.support.loops import SESSION_LOOP
from tests.support.raw_http import RawAnswer, exchange, leave_early, post, request
from tests.support.supervisor import Supervisor

pytestmark = SESSION_LOOP

COMPLETE = post("/supervisor/message", b'{"answer": 3}')
PROFILE = request("GET /supervisor/profile")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.db"


@asynccontextmanager
async def _suspended(process: int) -> AsyncIterator[None]:
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGCONT)


async def _until_calls(lab: LaneLab, number: int) -> None:
    async with asyncio.timeout(20):
        while len(lab.calls()) < number:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("reset", [False, True], ids=["closes", "resets"])
async def test_a_write_whose_agent_left_lands_and_is_known_to_have_landed(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], path: Path, reset: bool
) -> None:
    async with lane_lab(worlds, builtin_tasks[0], path) as lab:
        await asyncio.to_thread(leave_early, lab.lane_url, COMPLETE, reset=reset)
        await asyncio.wait_for(lab.run.completed.wait(), 20)
        async with asyncio.timeout(20):
            await lab.lane.idle.wait()
        (call,) = lab.calls()
        assert (call.forwarded, call.upstream_status) == (True, 200)
        assert (call.status, call.error) == (None, "the agent left before its answer")
        assert lab.run.reported_answer == "3"
        assert lab.run.failure is None
        # The lane serves on.
        assert (await exchange(lab.lane_url, PROFILE)).data.startswith(b"HTTP/1.1 200 ")


async def test_an_agent_that_closes_its_half_gets_what_the_log_says_nothing(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], path: Path
) -> None:
    async with lane_lab(worlds, builtin_tasks[0], path) as lab:
        # The world is held until the request and its end are there, or it may answer in between.
        for url in (lab.direct_url, lab.lane_url):
            async with _suspended(lab.world.pid):
                answer = asyncio.create_task(exchange(url, COMPLETE, half_close=True))
                await asyncio.sleep(0.5)
            assert await answer == RawAnswer(b"", closed=True)
        (call,) = lab.calls()
        assert (call.status, call.upstream_status) == (None, 200)
        assert call.error == "the agent left before its answer"
        assert lab.run.completed.is_set()
        assert lab.run.failure is None


async def test_a_write_s_intent_is_on_disk_while_the_world_has_not_answered(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], path: Path
) -> None:
    async with lane_lab(worlds, builtin_tasks[0], path) as lab:
        async with _suspended(lab.world.pid):
            answer = asyncio.create_task(exchange(lab.lane_url, COMPLETE))
            await _until_calls(lab, 1)
            (intent,) = lab.calls()
            assert (intent.forwarded, intent.writes) == (True, True)
            assert (intent.upstream_status, intent.status) == (None, None)
            assert intent.completed_at is None
            assert not answer.done()
        assert (await answer).data.startswith(b"HTTP/1.1 200 ")
        (call,) = lab.calls()
        assert (call.id, call.upstream_status, call.status) == (intent.id, 200, 200)


async def test_an_agent_never_has_an_answer_that_is_not_in_the_log(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], path: Path
) -> None:
    def finished_calls() -> int:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
            found = connection.execute("SELECT count(*) FROM calls WHERE status IS NOT NULL")
            return int(found.fetchone()[0])

    async with (
        lane_lab(worlds, builtin_tasks[0], path) as lab,
        httpx.AsyncClient(base_url=lab.lane_url, trust_env=False) as agent,
    ):
        for number in range(1, 31):
            answer = await agent.get("/supervisor/profile")
            assert answer.status_code == 200
            assert finished_calls() == number


async def test_a_world_that_dies_in_a_call_fails_the_run_and_says_nothing(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], path: Path
) -> None:
    async with lane_lab(worlds, builtin_tasks[0], path) as lab:
        async with _suspended(lab.world.pid):
            answer = asyncio.create_task(exchange(lab.lane_url, COMPLETE))
            await _until_calls(lab, 1)
            os.kill(lab.world.pid, signal.SIGKILL)
            assert await answer == RawAnswer(b"", closed=True)
        await asyncio.wait_for(lab.run.failed.wait(), 20)
        assert lab.run.failure is not None
        assert lab.run.failure.startswith("the world did not answer call 1: ")
        (call,) = lab.calls()
        assert (call.forwarded, call.upstream_status, call.status) == (True, None, None)
        assert call.error
        assert call.completed_at is not None


async def test_a_call_to_a_world_that_is_gone_says_nothing(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], path: Path
) -> None:
    async with lane_lab(worlds, builtin_tasks[0], path) as lab:
        os.kill(lab.world.pid, signal.SIGKILL)
        await lab.world.wait_died()
        assert await exchange(lab.lane_url, PROFILE) == RawAnswer(b"", closed=True)
        assert lab.run.failed.is_set()


async def test_a_bug_in_the_chain_drops_the_call_and_fails_the_run(
    worlds: AppWorldWorlds,
    builtin_tasks: tuple[Task, ...],
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with lane_lab(worlds, builtin_tasks[0], path) as lab:

        def broken(*_: object) -> None:
            raise RuntimeError("no idea")

        monkeypatch.setattr(lab.recorder, "complete", broken)
        assert await exchange(lab.lane_url, PROFILE) == RawAnswer(b"", closed=True)
        assert lab.run.failure == "proxy error: RuntimeError: no idea"
        assert not lab.fatal
        monkeypatch.undo()
        monkeypatch.setattr(lab.recorder, "open", broken)
        assert await exchange(lab.lane_url, PROFILE) == RawAnswer(b"", closed=True)


async def test_a_log_that_fails_drops_the_call_before_the_world_sees_it(
    worlds: AppWorldWorlds,
    builtin_tasks: tuple[Task, ...],
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with lane_lab(worlds, builtin_tasks[0], path) as lab:
        full = LogError("the disk is full")

        def fail(experiment: int, call: Call) -> None:
            raise full

        monkeypatch.setattr(lab.log, "save_call", fail)
        assert await exchange(lab.lane_url, COMPLETE) == RawAnswer(b"", closed=True)
        assert full in lab.fatal
        assert await exchange(lab.lane_url, b"GARBAGE\r\n\r\n") == RawAnswer(b"", closed=True)
        assert not lab.run.completed.is_set()
        monkeypatch.undo()
        # The write never reached the world.
        end_state = await lab.world.end_state()
        assert end_state == await lab.direct.end_state()


async def test_a_connection_closes_when_the_world_closes_its_own(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], path: Path
) -> None:
    genuine_500 = post("/dbs", b'{"to_db_home_path": ":memory:x", "from_db_home_path": "/nowhere"}')
    async with lane_lab(
        worlds, builtin_tasks[0], path, management=Management.CLIENT_MANAGED
    ) as lab:
        direct = await exchange(lab.direct_url, genuine_500)
        assert direct.data.startswith(b"HTTP/1.1 500 ")
        assert direct.closed
        assert await exchange(lab.lane_url, genuine_500, expected=direct) == direct
        assert [call.actor for call in lab.calls()] == [Actor.HARNESS]


async def test_the_same_script_gets_the_same_bytes_through_a_lane(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], path: Path
) -> None:
    async with lane_lab(worlds, builtin_tasks[1], path) as lab:
        answers = []
        for url in (lab.direct_url, lab.lane_url):
            async with Supervisor(lab.direct) as supervisor:
                supervisor.client.base_url = httpx.URL(url)
                await supervisor.write_note("groceries")
                await supervisor.call("GET", "/supervisor/active_task")
                await supervisor.complete()
                answers.append(supervisor.answers)
        assert answers[0] == answers[1]
        assert await lab.world.end_state() == await lab.direct.end_state()
        assert {call.principal for call in lab.calls() if call.app == "simple_note"} >= {
            f"simple_note+{builtin_tasks[1].supervisor.email}"
        }


async def test_the_call_limit_answers_429_and_wakes_the_run_s_end(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], path: Path
) -> None:
    async with lane_lab(worlds, builtin_tasks[0], path, max_calls=2) as lab:
        for _ in range(2):
            assert (await exchange(lab.lane_url, PROFILE)).data.startswith(b"HTTP/1.1 200 ")
        assert not lab.run.limit_reached.is_set()
        assert (await exchange(lab.lane_url, PROFILE)).data.startswith(b"HTTP/1.1 429 ")
        assert lab.run.limit_reached.is_set()
        assert [call.forwarded for call in lab.calls()] == [True, True, False]


async def test_lanes_have_worlds_of_their_own(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], path: Path
) -> None:
    task = builtin_tasks[0]
    async with lane_lab(worlds, task, path) as lab, Supervisor(lab.direct) as supervisor:
        supervisor.client.base_url = httpx.URL(lab.lane_url)
        await supervisor.write_note("only here")
        assert await lab.world.end_state() != await lab.direct.end_state()
