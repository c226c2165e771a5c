import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from mitmproxy.connection import ConnectionState
from mitmproxy.flow import Error

from bdproxy.addons.lane import LiveRun
from bdproxy.errors import LogError, WorldError
from bdproxy.names import Actor, Management, RefusedBy
from tests.support.flows import UPSTREAM, Bench, a_bench, a_flow, answer

COMPLETE = ("POST", "/supervisor/message", b'{"status": "success", "answer": [1, "a"]}')
START = ("POST", "/dbs", b'{"from_db_home_path": "/root/data/tasks/split-dinner_1/dbs"}')
END = ("DELETE", "/dbs/cache", b'{"task_id": "split-dinner_1"}')


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = a_bench(tmp_path / "runs.db", max_calls=3)
    yield made
    made.log.close()


@pytest.fixture
def client_bench(tmp_path: Path) -> Iterator[Bench]:
    made = a_bench(tmp_path / "runs.db", management=Management.CLIENT_MANAGED)
    yield made
    made.log.close()


async def test_a_call_goes_to_the_lane_s_world_with_its_own_host_header(bench: Bench) -> None:
    flow = a_flow()
    await bench.chain.request(flow)
    assert flow.response is None
    assert (flow.request.host, flow.request.port) == UPSTREAM
    assert flow.request.headers["Host"] == "127.0.0.1:8000"
    assert not bench.lane.idle.is_set()
    answer(flow)
    await bench.chain.response(flow)
    assert bench.lane.idle.is_set()
    assert [row.status for row in bench.calls()] == [200]


async def test_a_refused_call_never_goes_to_the_world(bench: Bench) -> None:
    flow = a_flow("GET", "/admin")
    await bench.chain.request(flow)
    assert flow.response is not None
    assert flow.response.status_code == 403
    assert list(flow.response.headers.items()) == [
        ("content-type", "application/json"),
        ("content-length", str(len(flow.response.raw_content or b""))),
    ]
    await bench.chain.response(flow)
    (row,) = bench.calls()
    assert (row.forwarded, row.upstream_status, row.status) == (False, None, 403)
    assert row.refused_by is RefusedBy.GATE
    assert bench.lane.idle.is_set()


async def test_the_call_limit_wakes_the_run_s_end(bench: Bench) -> None:
    for number in range(1, 5):
        flow = a_flow()
        await bench.chain.request(flow)
        assert (flow.response is not None) == (number > 3)
        assert bench.run.limit_reached.is_set() == (number > 3)
        if flow.response is None:
            answer(flow)
        await bench.chain.response(flow)
    assert [row.status for row in bench.calls()] == [200, 200, 200, 429]


async def test_a_completion_counts_when_the_world_took_it(bench: Bench) -> None:
    for status in (422, 500, 200):
        assert not bench.run.completed.is_set()
        flow = a_flow(*COMPLETE)
        await bench.chain.request(flow)
        answer(flow, status)
        await bench.chain.response(flow)
    assert bench.run.completed.is_set()
    assert (bench.run.reported_status, bench.run.reported_answer) == ("success", '[1, "a"]')


async def test_an_error_of_the_world_fails_the_run(bench: Bench) -> None:
    flow = a_flow("POST", "/venmo/transactions")
    await bench.chain.request(flow)
    flow.error = Error("connection reset")
    await bench.chain.error(flow)
    assert bench.run.failure == "the world did not answer call 1: connection reset"
    (row,) = bench.calls()
    assert (row.forwarded, row.status, row.error) == (True, None, "connection reset")
    assert bench.lane.idle.is_set()


async def test_an_error_after_the_answer_changes_nothing(bench: Bench) -> None:
    flow = a_flow()
    await bench.chain.request(flow)
    answer(flow)
    await bench.chain.response(flow)
    flow.error = Error("late")
    await bench.chain.error(flow)
    assert bench.run.failure is None
    assert bench.calls()[0].error is None


async def test_an_answer_that_counts_as_not_delivered_is_not_delivered(bench: Bench) -> None:
    flow = a_flow(*COMPLETE)
    await bench.chain.request(flow)
    answer(flow)
    flow.client_conn.state = ConnectionState.CAN_WRITE
    await bench.chain.response(flow)
    assert flow.error is not None
    await bench.chain.error(flow)
    assert [(row.status, row.upstream_status) for row in bench.calls()] == [(None, 200)]
    assert bench.run.completed.is_set()
    assert bench.run.failure is None
    assert bench.lane.idle.is_set()


@pytest.mark.parametrize("step", ["open", "number", "forward"])
async def test_an_exception_before_the_world_drops_the_call(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no idea")

    monkeypatch.setattr(bench.recorder, step, broken)
    flow = a_flow()
    await bench.chain.request(flow)
    assert flow.error is not None
    assert flow.error.msg == Error.KILLED_MESSAGE
    assert bench.run.failure == "proxy error: RuntimeError: no idea"
    assert bench.lane.idle.is_set()
    assert not bench.fatal


@pytest.mark.parametrize("step", ["answered", "complete"])
async def test_an_exception_after_the_world_keeps_the_answer_from_the_agent(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    flow = a_flow()
    await bench.chain.request(flow)
    answer(flow)
    full = LogError("the disk is full")

    def broken(*_: object) -> None:
        raise full

    monkeypatch.setattr(bench.recorder, step, broken)
    await bench.chain.response(flow)
    assert flow.error is not None
    assert flow.error.msg == Error.KILLED_MESSAGE
    assert bench.fatal == [full]
    assert bench.run.failed.is_set()


async def test_a_call_to_a_closed_or_forgotten_lane_is_dropped(bench: Bench) -> None:
    bench.lane.closed = True
    closed = a_flow()
    await bench.chain.request(closed)
    bench.lanes.remove(closed.client_conn.proxy_mode)
    forgotten = a_flow()
    await bench.chain.request(forgotten)
    assert closed.error is not None
    assert forgotten.error is not None
    assert not bench.calls()


async def test_the_life_cycle_follows_a_client_s_world(client_bench: Bench) -> None:
    bench, heard = client_bench, []

    async def started(task: str) -> None:
        heard.append(f"started {task}")

    async def ending() -> None:
        heard.append(f"ending after {len(bench.calls())} calls")

    async def ended() -> None:
        heard.append(f"ended after {len(bench.calls())} calls")

    bench.lane.on_task_started = started
    bench.lane.on_world_ending = ending
    bench.lane.on_world_ended = ended
    for request in (START, ("GET", "/venmo/transactions/1", b""), END):
        flow = a_flow(*request)
        await bench.chain.request(flow)
        assert flow.response is None
        answer(flow)
        await bench.chain.response(flow)
    assert heard == ["started split-dinner_1", "ending after 2 calls", "ended after 3 calls"]
    assert [row.actor for row in bench.calls()] == [Actor.HARNESS, Actor.AGENT, Actor.HARNESS]


async def test_a_world_that_is_not_to_be_had_is_refused_in_words(client_bench: Bench) -> None:
    async def refused(task: str) -> None:
        raise WorldError(f"task {task} is not to be recorded here")

    client_bench.lane.on_task_started = refused
    flow = a_flow(*START)
    await client_bench.chain.request(flow)
    assert flow.response is not None
    assert flow.response.status_code == 409
    assert flow.response.content == b'{"message":"task split-dinner_1 is not to be recorded here"}'
    await client_bench.chain.response(flow)
    assert client_bench.lane.idle.is_set()
    assert client_bench.run.failure is None


@pytest.mark.parametrize("step", ["answered", "complete", "fail"])
async def test_a_late_failure_is_its_own_run_s_only(
    client_bench: Bench, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no idea")

    bench = client_bench
    flow = a_flow("POST", "/venmo/transactions")
    await bench.chain.request(flow)
    bench.lane.run = LiveRun(bench.run.id + 1, "other_1")
    monkeypatch.setattr(bench.recorder, step, broken)
    if step == "fail":
        flow.error = Error("connection reset")
        await bench.chain.error(flow)
    else:
        answer(flow)
        await bench.chain.response(flow)
        assert flow.error is not None
    assert bench.run.failure is None
    assert bench.lane.idle.is_set()


async def test_a_late_answer_belongs_to_its_own_run_only(client_bench: Bench) -> None:
    flow = a_flow(*COMPLETE)
    await client_bench.chain.request(flow)
    first = client_bench.run
    other = LiveRun(first.id + 1, "other_1")
    client_bench.lane.run = other
    answer(flow)
    await client_bench.chain.response(flow)
    assert not other.completed.is_set()
    assert not asyncio.all_tasks() - {asyncio.current_task()}
