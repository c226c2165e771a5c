"""Through a lane, any bytes get what they would have got from the world itself, byte for byte."""

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bdproxy.names import RefusedBy
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.lane_lab import LaneLab, lane_lab
from tests.support.loops import SESSION_LOOP
from tests.support.raw_http import RawAnswer, exchange, post, request

pytestmark = SESSION_LOOP

PROFILE = "GET /supervisor/profile"
JSON = "Content-Type: application/json"
LOGIN = "POST /phone/auth/token"
CHUNKED = "Transfer-Encoding: chunked"
GET = request(PROFILE)
LARGE = b'{"message": "' + b"x" * 10_000_000 + b'"}'
ODD_TOKEN = "e30.eyJzdWIiOiAiXHVkODAwIn0.x"
"""Its subject is a lone surrogate."""
WEBSOCKET = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)
H2C = (
    "Connection: Upgrade, HTTP2-Settings",
    "Upgrade: h2c",
    "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA",
)

CALLS: dict[str, tuple[bytes, ...]] = {
    "plain": (GET,),
    "close": (request(PROFILE, "Connection: close"),),
    "odd header case": (request(PROFILE, "X-OdD: 1", "x-odd: 2"),),
    "header without space": (request(PROFILE, "X:a"),),
    "header with spaces": (request(PROFILE, "X:  a  "),),
    "folded header": (request(PROFILE, "X: a\r\n b"),),
    "header not ASCII": (request(PROFILE, "X: \xe9\xff"),),
    "large header": (request(PROFILE, "X: " + "a" * 50_000),),
    "too large header": (request(PROFILE, "X: " + "a" * 300_000),),
    "unknown path": (request("GET /nowhere"),),
    "wrong method": (request("DELETE /supervisor/profile"),),
    "made-up method": (request("WEIRD /"),),
    "lower-case method": (request("get /supervisor/profile"),),
    "method that is no ASCII": (b"G\xffT / HTTP/1.1\r\nHost: a\r\n\r\n",),
    "HEAD": (request("HEAD /supervisor/profile"),),
    "HEAD of a path that has it": (request("HEAD /"),),
    "OPTIONS": (request("OPTIONS /supervisor/profile"),),
    "OPTIONS *": (request("OPTIONS *"),),
    "TRACE": (request("TRACE /"),),
    "missing fields": (post("/phone/auth/token", b""),),
    "malformed JSON": (post("/supervisor/message", b'{"status": '),),
    "no Unicode in JSON": (post("/supervisor/message", b'{"answer": "\\ud800"}'),),
    "10 MB of JSON": (post("/phone/auth/token", LARGE),),
    "10 MB to nowhere": (post("/nowhere", LARGE),),
    "unknown content encoding": (post("/phone/auth/token", b"abc", "Content-Encoding: snafu"),),
    "gzip body": (post("/phone/auth/token", gzip.compress(b"{}"), "Content-Encoding: gzip"),),
    "gzip accepted": (request(PROFILE, "Accept-Encoding: gzip, br"),),
    "body of a GET": (request(PROFILE, "Content-Length: 2", body=b"{}"),),
    "absolute form": (request("GET http://127.0.0.1/supervisor/profile"),),
    "absolute form, another host": (
        request("GET http://example.com/supervisor/profile", host="example.com"),
    ),
    "absolute form, TLS": (request("GET https://example.com/", host="example.com"),),
    "another host": (request(PROFILE, host="example.com"),),
    "no host": (request(PROFILE, host=None),),
    "two hosts": (request(PROFILE, "Host: b"),),
    "senseless host": (request(PROFILE, host="a b@/"),),
    "HTTP/1.0": (request(f"{PROFILE} HTTP/1.0", host=None),),
    "HTTP/1.0 kept alive": (request(f"{PROFILE} HTTP/1.0", "Connection: keep-alive"),),
    "WebSocket": (request(PROFILE, *WEBSOCKET),),
    "h2c": (request(PROFILE, *H2C),),
    "pipelined": (GET * 3,),
    "pipelined, mixed": (
        GET + post("/phone/auth/token", b"{}") + request("HEAD /") + request("GET /nowhere"),
    ),
    "chunked": (request(LOGIN, JSON, CHUNKED, body=b"5\r\nhello\r\n0\r\n\r\n"),),
    "chunked, nothing": (request(LOGIN, JSON, CHUNKED, body=b"0\r\n\r\n"),),
    "chunked, extension": (request(LOGIN, JSON, CHUNKED, body=b"5;a=b\r\nhello\r\n0\r\n\r\n"),),
    "chunked, trailers": (request(LOGIN, CHUNKED, body=b"5\r\nhello\r\n0\r\nX-T: 1\r\n\r\n"),),
    "expects 100": (
        request(LOGIN, JSON, "Content-Length: 2", "Expect: 100-continue"),
        b"{}",
    ),
    "does not wait for 100": (
        request(LOGIN, JSON, "Content-Length: 2", "Expect: 100-continue", body=b"{}"),
    ),
    "in pieces": (*(bytes([byte]) for byte in GET[:8]), GET[8:]),
    "path with UTF-8": (b"GET /phone/caf\xc3\xa9 HTTP/1.1\r\nHost: a\r\n\r\n",),
    "path that is no UTF-8": (b"GET /phone/\xff HTTP/1.1\r\nHost: a\r\n\r\n",),
    "path with escapes": (request("GET /phone/%zz%ff%20%C3%A9"),),
    "path with a fragment": (request(PROFILE + "#x"),),
    "odd query": (request(PROFILE + "?a=b&&c=%00;?#x"),),
    "empty query": (request(PROFILE + "?"),),
    "long target": (request(PROFILE + "?" + "a" * 60_000),),
    "doubled slash": (request("GET //supervisor/profile"),),
    "slash at the end": (request("GET /supervisor/profile/"),),
    "dots": (request("GET /venmo/../supervisor/profile"),),
    "root": (request("GET /"),),
    "documentation": (request("GET /docs"),),
    "token that is none": (request(PROFILE, f"Authorization: Bearer {ODD_TOKEN}"),),
    "garbage after a call": (post("/phone/auth/token", b"{}") + b"garbage\r\n\r\n",),
    "bare line feeds": (b"GET /supervisor/profile HTTP/1.1\nHost: a\n\n",),
}  # fmt: skip

NO_CALLS: dict[str, tuple[bytes, ...]] = {
    "garbage": (b"GARBAGE\r\n\r\n",),
    "four words": (b"GET / foo HTTP/1.1\r\nHost: a\r\n\r\n",),
    "HTTP/0.9": (b"GET /\r\n\r\n",),
    "space in a header's name": (request(PROFILE, "Bad Header: 1"),),
    "space after a header's name": (request(PROFILE, "X : 1"),),
    "header without a colon": (request(PROFILE, "nocolon"),),
    "header without a name": (request(PROFILE, ": x"),),
    "length that is no number": (request(LOGIN, JSON, "Content-Length: abc"),),
    "length with a sign": (request(LOGIN, JSON, "Content-Length: +5", body=b"hello"),),
    "two lengths": (request(LOGIN, "Content-Length: 5", "Content-Length: 6", body=b"hello"),),
    "unknown transfer encoding": (request(LOGIN, JSON, "Transfer-Encoding: identity"),),
    "broken chunk": (request(LOGIN, JSON, CHUNKED, body=b"zz\r\nhello\r\n0\r\n\r\n"),),
    "empty line first": (b"\r\n" + GET,),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"a" * 300,),
}

BROKEN_OFF: dict[str, bytes] = {
    "nothing": b"",
    "half a line": b"GET /superv",
    "half a body": request(LOGIN, JSON, "Content-Length: 10", body=b"abc"),
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def lab(
    worlds: AppWorldWorlds,
    builtin_tasks: tuple[Task, ...],
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[LaneLab]:
    folder: Path = tmp_path_factory.mktemp("transparency")
    async with lane_lab(worlds, builtin_tasks[0], folder / "runs.db") as opened:
        yield opened


async def _both(
    lab: LaneLab, *pieces: bytes, half_close: bool = False
) -> tuple[RawAnswer, RawAnswer]:
    direct = await exchange(lab.direct_url, *pieces, half_close=half_close)
    through = await exchange(lab.lane_url, *pieces, half_close=half_close, expected=direct)
    return direct, through


@pytest.mark.parametrize("name", CALLS)
async def test_a_call_gets_the_world_s_own_bytes_and_is_recorded(lab: LaneLab, name: str) -> None:
    before = lab.run.calls
    direct, through = await _both(lab, *CALLS[name])
    assert direct.data.startswith(b"HTTP/1.")
    assert through == direct
    answers = direct.data.count(b"date: ") + direct.data.count(b"Invalid HTTP request")
    assert lab.run.calls == before + (answers or 1)
    assert lab.run.failure is None


@pytest.mark.parametrize("name", NO_CALLS)
async def test_what_is_no_http_gets_the_world_s_own_refusal(lab: LaneLab, name: str) -> None:
    before = lab.run.calls
    direct, through = await _both(lab, *NO_CALLS[name])
    assert direct.data.startswith(b"HTTP/1.1 400 ")
    assert direct.closed
    assert through == direct
    assert lab.run.calls == before + 1
    assert lab.run.failure is None
    call = lab.calls()[-1]
    assert (call.forwarded, call.status, call.upstream_status) == (False, 400, None)
    assert (call.refused_by, call.refused_reason) == (
        RefusedBy.GATE,
        "Invalid HTTP request received.",
    )
    head, _, _ = through.data.partition(b"\r\n\r\n")
    assert head.endswith(lab.body(call.response_headers).rstrip())
    assert lab.body(call.response_body) == b"Invalid HTTP request received."
    sent, kept = b"".join(NO_CALLS[name]), lab.body(call.request_headers)
    assert kept == sent if call.method == "" else kept.splitlines()[-1] in sent


async def test_what_proxies_are_asked_for_is_turned_down_and_recorded(lab: LaneLab) -> None:
    answer = await exchange(lab.lane_url, request("CONNECT example.com:443"))
    assert answer.data.startswith(b"HTTP/1.1 400 ")
    call = lab.calls()[-1]
    assert (call.method, call.status, call.refused_by) == ("CONNECT", 400, RefusedBy.GATE)


@pytest.mark.parametrize("name", BROKEN_OFF)
async def test_a_request_that_breaks_off_gets_nothing(lab: LaneLab, name: str) -> None:
    direct, through = await _both(lab, BROKEN_OFF[name], half_close=True)
    assert direct == through == RawAnswer(b"", closed=True)
    assert lab.run.failure is None


async def test_what_the_log_has_is_what_went_over_the_wire(lab: LaneLab) -> None:
    sent = post("/phone/auth/token", b'{"a": "\xc3\xa9"}', "X-OdD: 1", "X-OdD:  2 ")
    answer = await exchange(lab.lane_url, sent)
    head, _, body = answer.data.partition(b"\r\n\r\n")
    status_line, _, headers = head.partition(b"\r\n")
    call = lab.calls()[-1]
    assert lab.body(call.request_body) == b'{"a": "\xc3\xa9"}'
    assert lab.body(call.request_headers).endswith(b"X-OdD: 1\r\nX-OdD: 2\r\n")
    assert status_line == b"HTTP/1.1 422 Unprocessable Entity"
    assert (call.status, call.upstream_status) == (422, 422)
    assert lab.body(call.response_headers) == headers + b"\r\n"
    assert lab.body(call.response_body) == lab.body(call.upstream_body) == body
