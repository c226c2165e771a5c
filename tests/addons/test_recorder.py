import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from mitmproxy.connection import ConnectionState

from bdproxy.addons.recorder import (
    RETRY_WITHIN_SECONDS,
    call_of,
    fingerprint,
    message_of,
    subject_of,
)
from bdproxy.names import Actor, Management, RefusedBy
from bdproxy.recorder.rows import Call
from tests.support.flows import Bench, a_bench, a_flow, answer
from tests.support.logs import a_call


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = a_bench(tmp_path / "runs.db")
    yield made
    made.log.close()


def _token(payload: object) -> str:
    encoded = base64.urlsafe_b64encode(json.dumps(payload).encode()).decode().rstrip("=")
    return f"e30.{encoded}.signature"


def _recorded(bench: Bench, status: int = 200, body: bytes = b"{}", **request: object) -> Call:
    flow = a_flow(**request)  # type: ignore[arg-type]
    call = bench.recorder.open(flow, bench.lane)
    bench.recorder.number(call, bench.lane)
    bench.recorder.forward(call, bench.lane)
    answer(flow, status, body)
    bench.recorder.answered(flow, call)
    bench.recorder.complete(flow, call, bench.lane)
    return call


def test_a_call_knows_its_api_and_its_principal(bench: Bench) -> None:
    token = _token({"sub": "venmo+ada@mail.com"}).encode()
    flow = a_flow(
        path="/venmo/transactions/7?a=%20b&a=c", headers=((b"AUTHORIZATION", b"Bearer " + token),)
    )
    call = bench.recorder.open(flow, bench.lane)
    assert call_of(flow) is call
    assert (call.app, call.api) == ("venmo", "show_transaction")
    assert call.path_template == "/venmo/transactions/{transaction_id}"
    assert (call.path, call.query) == ("/venmo/transactions/7", "a=%20b&a=c")
    assert call.principal == "venmo+ada@mail.com"
    assert call.actor is Actor.AGENT
    assert not call.writes


@pytest.mark.parametrize(
    ("method", "path", "writes"),
    [
        ("GET", "/venmo/transactions/7", False),
        ("GET", "/venmo/transactions/7/receipt", True),
        ("POST", "/splitwise/balance/person/", False),
        ("POST", "/nowhere", True),
        ("HEAD", "/nowhere", False),
    ],
)
def test_a_write_s_intent_is_on_disk_before_it_is_forwarded(
    bench: Bench, method: str, path: str, writes: bool
) -> None:
    call = bench.recorder.open(a_flow(method, path), bench.lane)
    bench.recorder.number(call, bench.lane)
    assert not bench.calls()
    bench.recorder.forward(call, bench.lane)
    assert call.writes == writes
    assert [row.forwarded for row in bench.calls()] == ([True] if writes else [])


def test_a_completed_call_is_one_row_with_both_answers(bench: Bench) -> None:
    call = _recorded(bench, method="POST", path="/venmo/transactions", body=b'{"id": 3}')
    (row,) = bench.calls()
    assert (row.id, row.number, row.status, row.upstream_status) == (call.id, 1, 200, 200)
    assert row.response_body == row.upstream_body
    assert bench.body(row.response_body) == b'{"id": 3}'
    assert bench.body(row.response_headers) == b"Content-Type: application/json\r\nX-oDd: 1\r\n"
    assert bench.body(row.request_headers) == b"Host: 127.0.0.1:8000\r\n"
    assert row.started_at <= row.forwarded_at <= row.completed_at  # type: ignore[operator]


def test_a_rewritten_answer_is_kept_beside_the_world_s(bench: Bench) -> None:
    flow = a_flow()
    call = bench.recorder.open(flow, bench.lane)
    bench.recorder.number(call, bench.lane)
    bench.recorder.forward(call, bench.lane)
    answer(flow, body=b"genuine")
    bench.recorder.answered(flow, call)
    assert flow.response is not None
    flow.response.status_code, flow.response.content = 500, b"made up"
    bench.recorder.complete(flow, call, bench.lane)
    (row,) = bench.calls()
    assert (row.upstream_status, row.status) == (200, 500)
    assert (bench.body(row.upstream_body), bench.body(row.response_body)) == (
        b"genuine",
        b"made up",
    )


@pytest.mark.parametrize("state", [ConnectionState.CLOSED, ConnectionState.CAN_WRITE], ids=str)
def test_an_agent_that_left_has_not_seen_the_answer(bench: Bench, state: ConnectionState) -> None:
    flow = a_flow("POST", "/venmo/transactions")
    call = bench.recorder.open(flow, bench.lane)
    bench.recorder.number(call, bench.lane)
    bench.recorder.forward(call, bench.lane)
    answer(flow)
    flow.client_conn.state = state
    bench.recorder.answered(flow, call)
    bench.recorder.complete(flow, call, bench.lane)
    (row,) = bench.calls()
    assert (row.upstream_status, row.status) == (200, None)
    assert row.error == "the agent left before its answer"


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [
        (401, b'{"message": "who are you"}', "who are you"),
        (409, b'{"message": ["a", 1]}', '["a", 1]'),
        (404, b"[1]", None),
        (422, b"no json", None),
    ],
)
def test_a_refusal_by_the_world_has_its_reason(
    bench: Bench, status: int, body: bytes, reason: str | None
) -> None:
    _recorded(bench, status, body)
    (row,) = bench.calls()
    assert (row.refused_by, row.refused_reason) == (RefusedBy.UPSTREAM, reason)


@pytest.mark.parametrize("status", [200, 307, 400, 500])
def test_other_answers_are_no_refusals(bench: Bench, status: int) -> None:
    _recorded(bench, status)
    assert bench.calls()[0].refused_by is None


def test_the_same_bytes_soon_after_an_error_are_a_probable_retry(bench: Bench) -> None:
    _recorded(bench, 500, method="POST", path="/venmo/transactions")
    _recorded(bench, 200, method="POST", path="/venmo/transactions", body=b"{}")
    _recorded(bench, 200, method="POST", path="/nowhere")
    assert [row.retry_of for row in bench.calls()] == [None, 1, None]


def test_the_same_bytes_later_are_no_retry(bench: Bench) -> None:
    first = _recorded(bench, 500, path="/venmo/transactions/1")
    assert first.completed_at is not None
    late = first.completed_at + RETRY_WITHIN_SECONDS + 0.01
    _recorded(bench, 200, path="/venmo/transactions/1", timestamp_start=late)
    assert [row.retry_of for row in bench.calls()] == [None, None]


def test_the_same_bytes_after_a_success_are_no_retry(bench: Bench) -> None:
    for _ in range(2):
        _recorded(bench, 200)
    assert [row.retry_of for row in bench.calls()] == [None, None]


def test_text_that_is_no_unicode_costs_nothing(bench: Bench) -> None:
    token = _token({"sub": "\ud800"}).encode()
    _recorded(
        bench,
        409,
        b'{"message": "\\udfff"}',
        path="/caf\udcff?x=\udcfe",
        headers=((b"Authorization", b"Bearer " + token),),
    )
    (row,) = bench.calls()
    assert (row.path, row.query) == ("/caf\\udcff", "x=\\udcfe")
    assert (row.principal, row.refused_reason) == ("\\ud800", "\\udfff")


@pytest.mark.parametrize(
    "odd", [{"method": "G\udcffT"}, {"path": "/\udcff"}, {"path": "/?\udcff"}], ids=str
)
def test_no_byte_of_a_request_line_costs_a_run_after_an_error(
    bench: Bench, odd: dict[str, str]
) -> None:
    _recorded(bench, 500)
    for _ in range(2):
        _recorded(bench, 500, **odd)
    assert [row.retry_of for row in bench.calls()] == [None, None, 2]


def test_an_error_s_text_may_be_no_unicode(bench: Bench) -> None:
    flow = a_flow("POST", "/venmo/transactions")
    call = bench.recorder.open(flow, bench.lane)
    bench.recorder.number(call, bench.lane)
    bench.recorder.fail(call, bench.lane, "what is \udcff")
    bench.run.fail("what is \udcff")
    assert [row.error for row in bench.calls()] == ["what is \\udcff"]
    assert bench.run.failure == "what is \\udcff"


def test_control_calls_are_the_harness_s_in_a_client_managed_run_only(tmp_path: Path) -> None:
    for management, actor in (
        (Management.MANAGED, Actor.AGENT),
        (Management.CLIENT_MANAGED, Actor.HARNESS),
    ):
        bench = a_bench(tmp_path / f"{management}.db", management=management)
        assert bench.recorder.open(a_flow("POST", "/dbs"), bench.lane).actor is actor
        assert bench.recorder.open(a_flow("POST", "/venmo"), bench.lane).actor is Actor.AGENT
        bench.log.close()


@pytest.mark.parametrize(
    ("authorization", "subject"),
    [
        (f"Bearer {_token({'sub': 'venmo+ada@mail.com'})}", "venmo+ada@mail.com"),
        (f"bearer  {_token({'sub': 'a'})} ", "a"),
        (f"Basic {_token({'sub': 'a'})}", None),
        (f"Bearer {_token({'sub': 7})}", None),
        (f"Bearer {_token(['sub'])}", None),
        (f"Bearer {_token({})}", None),
        ("Bearer a.b", None),
        ("Bearer a.!!!.c", None),
        ("Bearer", None),
        ("", None),
    ],
)
def test_the_subject_of_a_token(authorization: str, subject: str | None) -> None:
    assert subject_of(authorization) == subject


@given(some.text() | some.builds("Bearer {}.{}.{}".format, some.text(), some.text(), some.text()))
def test_any_authorization_header_has_a_subject_or_none(authorization: str) -> None:
    assert subject_of(authorization) is None or isinstance(subject_of(authorization), str)


@given(some.binary())
def test_any_body_has_a_message_or_none(body: bytes) -> None:
    message = message_of(body)
    assert message is None or len(message) <= 500


def test_a_body_nested_beyond_reason_has_no_message() -> None:
    assert message_of(b"[" * 100_000) is None


@pytest.mark.parametrize(
    "change",
    [
        {"method": "PUT"},
        {"path": "/venmo/transactions/"},
        {"query": "a=b"},
        {"request_headers": b"host: a\r\n"},
        {"request_body": b""},
        {"path": "/venmo/transaction", "query": "s"},
    ],
)
def test_a_fingerprint_is_over_all_that_was_sent(change: dict[str, Any]) -> None:
    assert fingerprint(a_call(1, 1)) == fingerprint(a_call(2, 9))
    assert fingerprint(a_call(1, 1)) != fingerprint(a_call(1, 1, **change))
