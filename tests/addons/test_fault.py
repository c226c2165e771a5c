import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mitmproxy.connection import ConnectionState
from mitmproxy.flow import Error
from mitmproxy.http import Headers, HTTPFlow

from bdproxy.names import FaultForm, FaultPhase, Management
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import FaultRecord
from bdproxy.scenarios.faults import FaultPlan, FaultState
from bdproxy.scenarios.matchers import CallMatcher, ParameterMatcher
from tests.support.flows import Bench, a_bench, a_flow, answer

PAY = CallMatcher(
    method="POST",
    path_template="/venmo/transactions",
    parameters=(ParameterMatcher(name="amount", any_of=(3,)),),
)
SERVER_HEADERS = ((b"Date", b"Thu, 18 May 2023 12:00:00 GMT"), (b"server", b"uvicorn"))


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = a_bench(tmp_path / "runs.db")
    yield made
    made.log.close()


def planned(bench: Bench, **changes: Any) -> None:
    given = {
        "writes": (PAY,),
        "phase": FaultPhase.BEFORE,
        "form": FaultForm.GENUINE_500,
    }
    bench.run.fault = FaultState(FaultPlan(**{**given, **changes}))


def a_payment(body: bytes = b'{"amount": "3.0"}') -> HTTPFlow:
    return a_flow("POST", "/venmo/transactions", body)


def faults(bench: Bench) -> list[FaultRecord]:
    with LogReader(bench.log.path) as reader:
        return list(reader.faults(bench.run.id))


async def through(
    bench: Bench, flow: HTTPFlow, status: int = 200, body: bytes = b'{"id": 1}'
) -> HTTPFlow:
    """The whole way of a call; the world answers if the call gets to it."""
    await bench.chain.request(flow)
    if flow.error is None:
        if flow.response is None:
            answer(flow, status, body)
            assert flow.response is not None
            fields = (*SERVER_HEADERS, *flow.response.headers.fields)
            flow.response.headers = Headers(fields)
        await bench.chain.response(flow)
    return flow


def killed(flow: HTTPFlow) -> bool:
    return flow.error is not None and flow.error.msg == flow.error.KILLED_MESSAGE


@pytest.mark.parametrize("phase", FaultPhase)
async def test_a_genuine_500_has_the_world_s_own_headers(bench: Bench, phase: FaultPhase) -> None:
    planned(bench, phase=phase)
    await through(bench, a_flow())
    flow = await through(bench, a_payment())
    assert flow.response is not None
    assert (flow.response.status_code, flow.response.reason) == (500, "Internal Server Error")
    assert flow.response.headers.fields == (
        *SERVER_HEADERS,
        (b"content-length", b"21"),
        (b"content-type", b"text/plain; charset=utf-8"),
    )
    assert flow.response.raw_content == b"Internal Server Error"
    assert flow.client_conn.id in bench.lane.hanging_up
    after = phase is FaultPhase.AFTER
    _, call = bench.calls()
    assert (call.status, call.upstream_status) == (500, 200 if after else None)
    assert call.forwarded is after
    (fault,) = faults(bench)
    assert (fault.number, fault.form, fault.phase) == (2, FaultForm.GENUINE_500, phase)
    assert (fault.applied, fault.forwarded, fault.landed) == (True, after, after)
    assert fault.upstream_status == (200 if after else None)
    assert CallMatcher.model_validate_json(fault.planned_write) == PAY
    assert bench.lane.idle.is_set()


@pytest.mark.parametrize("phase", FaultPhase)
async def test_one_fault_a_run(bench: Bench, phase: FaultPhase) -> None:
    planned(bench, phase=phase)
    statuses = []
    for _ in range(3):
        flow = await through(bench, a_payment())
        assert flow.response is not None
        statuses.append(flow.response.status_code)
    assert statuses == [500, 200, 200]
    assert len(faults(bench)) == 1


@pytest.mark.parametrize("phase", FaultPhase)
async def test_the_planned_occurrence_fails(bench: Bench, phase: FaultPhase) -> None:
    planned(bench, phase=phase, occurrence=2)
    statuses = []
    for body in (b'{"amount": 3}', b'{"amount": 4}', b'{"amount": 3}', b'{"amount": 3}'):
        flow = await through(bench, a_payment(body))
        assert flow.response is not None
        statuses.append(flow.response.status_code)
    assert statuses == [200, 200, 500, 200]


@pytest.mark.parametrize(("status", "landed"), [(422, False), (401, False), (500, None)])
async def test_what_the_world_refuses_or_breaks_is_not_ours(
    bench: Bench, status: int, landed: bool | None
) -> None:
    planned(bench, phase=FaultPhase.AFTER)
    flow = await through(bench, a_payment(), status, b"its own")
    assert flow.response is not None
    assert (flow.response.status_code, flow.response.raw_content) == (status, b"its own")
    assert not bench.lane.hanging_up
    (fault,) = faults(bench)
    assert (fault.applied, fault.forwarded, fault.landed) == (False, True, landed)
    # The next one fails instead.
    flow = await through(bench, a_payment())
    assert flow.response is not None and flow.response.status_code == 500
    assert [one.applied for one in faults(bench)] == [False, True]


async def test_a_world_that_breaks_off_leaves_the_truth_open(bench: Bench) -> None:
    planned(bench, phase=FaultPhase.AFTER)
    flow = a_payment()
    await bench.chain.request(flow)
    (intent,) = faults(bench)
    assert (intent.applied, intent.forwarded, intent.landed) == (False, True, None)
    flow.error = Error("server disconnected")
    await bench.chain.error(flow)
    assert faults(bench) == [intent]
    assert bench.run.failure is not None


@pytest.mark.parametrize(
    ("form", "status", "body", "closes"),
    [
        (FaultForm.JSON_500, 500, b'{"message":"Internal Server Error"}', False),
        (FaultForm.UNAVAILABLE, 503, b"Service Unavailable", True),
        (FaultForm.TOO_MANY_REQUESTS, 429, b'{"message":"Too Many Requests"}', False),
    ],
)
async def test_other_answers(
    bench: Bench, form: FaultForm, status: int, body: bytes, closes: bool
) -> None:
    planned(bench, form=form, seconds=2.0 if status == 429 else None)
    flow = await through(bench, a_payment())
    assert flow.response is not None
    assert (flow.response.status_code, flow.response.raw_content) == (status, body)
    assert flow.response.reason
    assert flow.response.headers["content-length"] == str(len(body))
    assert flow.response.headers.get("retry-after") == ("2" if status == 429 else None)
    assert bool(bench.lane.hanging_up) is closes
    (call,) = bench.calls()
    assert (call.status, call.forwarded) == (status, False)


@pytest.mark.parametrize("phase", FaultPhase)
async def test_a_dropped_connection(bench: Bench, phase: FaultPhase) -> None:
    planned(bench, phase=phase, form=FaultForm.DROP)
    flow = await through(bench, a_payment())
    assert killed(flow)
    await bench.chain.error(flow)
    (call,) = bench.calls()
    after = phase is FaultPhase.AFTER
    assert (call.status, call.upstream_status) == (None, 200 if after else None)
    assert call.error == "fault: the connection was dropped"
    (fault,) = faults(bench)
    assert (fault.applied, fault.landed) == (True, after)
    assert bench.lane.idle.is_set()
    assert bench.run.failure is None


async def _until_applied(bench: Bench) -> None:
    while not any(fault.applied for fault in faults(bench)):  # noqa: ASYNC110
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("phase", FaultPhase)
@pytest.mark.parametrize("end", ["client leaves", "lane closes"])
async def test_silence_lasts_until_somebody_gives_up(
    bench: Bench, phase: FaultPhase, end: str
) -> None:
    planned(bench, phase=phase, form=FaultForm.SILENCE)
    flow = a_payment()
    flow.client_conn.state = ConnectionState.OPEN
    way = asyncio.create_task(through(bench, flow))
    after = phase is FaultPhase.AFTER
    await asyncio.wait_for(_until_applied(bench), 5)
    # The truth is in the log while the agent waits.
    (fault,) = faults(bench)
    assert (fault.applied, fault.landed) == (True, after)
    await asyncio.sleep(0.12)
    assert not way.done()
    if end == "client leaves":
        flow.client_conn.state = ConnectionState.CAN_WRITE
    else:
        bench.lane.closed = True
    assert killed(await asyncio.wait_for(way, 5))
    (call,) = bench.calls()
    assert call.error == "fault: no answer, until the client gave up"
    assert (call.status, call.completed_at is not None) == (None, True)
    assert bench.lane.idle.is_set()


async def test_latency_is_the_genuine_answer_late(bench: Bench) -> None:
    planned(bench, phase=FaultPhase.AFTER, form=FaultForm.LATENCY, seconds=0.2)
    flow = a_payment()
    flow.client_conn.state = ConnectionState.OPEN
    started = asyncio.get_running_loop().time()
    await through(bench, flow)
    assert asyncio.get_running_loop().time() - started >= 0.19
    assert flow.response is not None and flow.response.raw_content == b'{"id": 1}'
    (call,) = bench.calls()
    assert (call.status, call.upstream_status) == (200, 200)
    (fault,) = faults(bench)
    assert (fault.applied, fault.landed) == (True, True)


async def test_an_agent_that_left_meanwhile_is_known_to_have(bench: Bench) -> None:
    planned(bench, phase=FaultPhase.AFTER)
    flow = a_payment()
    flow.client_conn.state = ConnectionState.CAN_WRITE
    await through(bench, flow)
    (call,) = bench.calls()
    assert (call.upstream_status, call.status) == (200, None)
    assert call.error == "the agent left before its answer"
    (fault,) = faults(bench)
    assert (fault.forwarded, fault.landed) == (True, True)


async def test_a_refused_call_is_no_planned_write(bench: Bench) -> None:
    planned(bench)
    bench.run.over = "This run has ended."
    flow = await through(bench, a_payment())
    assert flow.response is not None and flow.response.status_code == 403
    assert not faults(bench)
    assert not bench.run.fault.struck


async def test_other_calls_are_left_alone(bench: Bench) -> None:
    planned(bench)
    for flow in (a_flow(), a_payment(b'{"amount": 4}'), a_flow("POST", "/undocumented", b"{}")):
        await through(bench, flow)
        assert flow.response is not None and flow.response.status_code == 200
    assert not faults(bench)


async def test_a_harness_s_calls_never_fail(tmp_path: Path) -> None:
    bench = a_bench(tmp_path / "runs.db", management=Management.CLIENT_MANAGED)
    anything = CallMatcher(method="POST", path_template="/venmo/transactions")
    planned(bench, writes=(anything,))
    flow = await through(bench, a_flow("POST", "/seed", b'{"seed": 1}'))
    assert flow.response is not None and flow.response.status_code == 200
    bench.log.close()


async def test_reads_lag_behind_a_write_that_was_confirmed(bench: Bench) -> None:
    planned(bench, phase=FaultPhase.AFTER, form=FaultForm.STALE_READS, reads=1)
    read = "/venmo/transactions/7?verbose=0"

    async def look(target: str, body: bytes) -> bytes:
        flow = await through(bench, a_flow("GET", target), body=body)
        assert flow.response is not None
        return flow.response.raw_content or b""

    assert await look(read, b"[]") == b"[]"
    assert await look("/phone/contacts/7", b"[]") == b"[]"
    paid = await through(bench, a_payment())
    assert paid.response is not None and paid.response.raw_content == b'{"id": 1}'
    # Another app is another store; another page was not read before.
    assert await look("/phone/contacts/7", b"[1]") == b"[1]"
    assert await look("/venmo/transactions/7?verbose=1", b"[1]") == b"[1]"
    assert await look(read, b"[1]") == b"[]"
    assert await look(read, b"[1]") == b"[1]"
    assert [(one.number, one.form, one.applied, one.landed) for one in faults(bench)] == [
        (3, FaultForm.STALE_READS, True, True),
        (6, FaultForm.STALE_READS, True, None),
    ]
    stale = bench.calls()[5]
    assert stale.upstream_body != stale.response_body
    assert (stale.status, stale.upstream_status) == (200, 200)


async def test_an_encoded_answer_lags_byte_for_byte(bench: Bench) -> None:
    planned(bench, phase=FaultPhase.AFTER, form=FaultForm.STALE_READS, reads=1)

    async def look(body: bytes) -> HTTPFlow:
        flow = a_flow("GET", "/venmo/transactions/7")
        await bench.chain.request(flow)
        answer(flow, 200, b"")
        assert flow.response is not None
        flow.response.headers = Headers([*SERVER_HEADERS, (b"Content-Encoding", b"gzip")])
        flow.response.raw_content = body
        await bench.chain.response(flow)
        return flow

    # What the body says makes no difference, it is not decoded.
    before = await look(b"\x1f\x8b old")
    await through(bench, a_payment())
    after = await look(b"\x1f\x8b new")
    assert before.response is not None and after.response is not None
    assert after.response.raw_content == b"\x1f\x8b old"
    assert after.response.headers.fields == before.response.headers.fields
