"""The overlay's place in the chain: what the agent gets, what the log says, and faults."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mitmproxy.http import Headers, HTTPFlow
from mitmproxy.net import encoding

from bdproxy.apis import Api
from bdproxy.names import FaultForm, FaultPhase, RefusedBy, Way
from bdproxy.overlay.catalogue_files import packaged_catalogue
from bdproxy.overlay.run import overlay_for
from bdproxy.recorder.reader import LogReader
from bdproxy.scenarios.cues import Cue
from bdproxy.scenarios.faults import FaultPlan, FaultState
from bdproxy.scenarios.matchers import CallMatcher
from tests.support import flows
from tests.support.flows import Bench, a_bench, a_flow, answer

NOW = "2023-05-18T12:00:00"
ME = "phone+5551234567"
MESSAGE: dict[str, Any] = {
    "text_message_id": 4711,
    "sender": {"contact_id": 3, "name": "Ada Roe", "phone_number": "5557654321"},
    "receiver": {"contact_id": None, "name": "Leo Fox", "phone_number": "5551234567"},
    "message": "Ask Kim, s'il vous plaît.",
    "sent_at": "2023-05-18T11:30:00",
}
UNKNOWN = b'{"message":"The text message with id 4711 does not exist."}'
CUES = (
    Cue(
        surface="phone.text_message.message",
        way=Way.NEW,
        account=ME,
        record=MESSAGE,
        text=MESSAGE["message"],
    ),
    Cue(
        surface="simple_note.note.content",
        way=Way.APPENDED,
        record={"note_id": 7, "content": "milk"},
        text="\nand straw – two",
    ),
)
DELETE = Api("phone", "delete", "DELETE", "/phone/messages/text/{text_message_id}", True)


def _token(subject: str) -> bytes:
    part = base64.urlsafe_b64encode(json.dumps({"sub": subject}).encode()).rstrip(b"=")
    return b"Bearer e30." + part + b".x"


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(flows, "APIS", (*flows.APIS, DELETE))
    made = a_bench(tmp_path / "runs.db")
    made.run.overlay = overlay_for(packaged_catalogue(), CUES, NOW)
    yield made
    made.log.close()


async def through(
    bench: Bench, flow: HTTPFlow, status: int, body: bytes, **headers: bytes
) -> HTTPFlow:
    await bench.chain.request(flow)
    if flow.response is None and flow.error is None:
        answer(flow, status, body)
        assert flow.response is not None
        fields = [(b"Content-Length", str(len(body)).encode()), (b"X-oDd", b"1")]
        fields += [(name.replace("_", "-").encode(), value) for name, value in headers.items()]
        flow.response.headers = Headers(fields)
        flow.response.raw_content = body
    if flow.error is None:
        await bench.chain.response(flow)
    return flow


def a_call(method: str, path: str, subject: str = ME) -> HTTPFlow:
    return a_flow(method, path, headers=((b"Authorization", _token(subject)),))


async def test_a_virtual_record_is_shown_and_not_refused(bench: Bench) -> None:
    flow = await through(bench, a_call("GET", "/phone/messages/text/4711"), 409, UNKNOWN)
    assert flow.response is not None
    assert (flow.response.status_code, flow.response.reason) == (200, "OK")
    assert json.loads(flow.response.raw_content or b"") == MESSAGE
    length = str(len(flow.response.raw_content or b"")).encode()
    assert flow.response.headers.fields == ((b"Content-Length", length), (b"X-oDd", b"1"))
    (call,) = bench.calls()
    assert (call.status, call.upstream_status, call.refused_by) == (200, 409, None)
    assert bench.body(call.upstream_body) == UNKNOWN


async def test_what_a_cue_does_not_touch_keeps_its_bytes(bench: Bench) -> None:
    odd = b'{ "note_id":8,\n"content": "milk" }'
    flow = await through(bench, a_call("GET", "/simple_note/notes/8"), 200, odd)
    assert flow.response is not None
    assert flow.response.raw_content == odd
    (call,) = bench.calls()
    assert call.response_body == call.upstream_body


async def test_strangers_are_turned_away_as_from_anybody_else_s_record(bench: Bench) -> None:
    stranger = a_call("GET", "/phone/messages/text/4711", "phone+5550000000")
    flow = await through(bench, stranger, 409, UNKNOWN)
    assert flow.response is not None
    assert flow.response.status_code == 422
    assert b"does not belong to you" in (flow.response.raw_content or b"")
    assert MESSAGE["message"].encode() not in (flow.response.raw_content or b"")
    nobody = await through(bench, a_flow("GET", "/phone/messages/text/4711"), 401, b"{}")
    assert nobody.response is not None
    assert nobody.response.status_code == 401
    first, second = bench.calls()
    assert first.refused_by is second.refused_by is RefusedBy.UPSTREAM


@pytest.mark.parametrize("coding", ["identity", "gzip", "br", "zstd", "deflate"])
async def test_encodings_are_kept(bench: Bench, coding: str) -> None:
    body = encoding.encode(b'{"note_id":7,"content":"milk"}', coding)
    assert isinstance(body, bytes)
    named = {} if coding == "identity" else {"content_encoding": coding.encode()}
    flow = await through(bench, a_call("GET", "/simple_note/notes/7"), 200, body, **named)
    assert flow.response is not None
    sent = flow.response.raw_content or b""
    assert (
        encoding.decode(sent, coding) == '{"note_id":7,"content":"milk\\nand straw – two"}'.encode()
    )
    assert flow.response.headers["content-length"] == str(len(sent))


async def test_a_chunked_answer_stays_one(bench: Bench) -> None:
    flow = a_call("GET", "/simple_note/notes/7")
    await bench.chain.request(flow)
    answer(flow, 200, b'{"note_id":7,"content":"milk"}')
    assert flow.response is not None
    flow.response.headers = Headers(((b"Transfer-Encoding", b"chunked"),))
    await bench.chain.response(flow)
    assert flow.response.headers.fields == ((b"Transfer-Encoding", b"chunked"),)
    assert b"straw" in (flow.response.raw_content or b"")


async def test_no_json_is_left_alone(bench: Bench) -> None:
    flow = await through(bench, a_call("GET", "/simple_note/notes/7"), 200, b"note_id 7")
    assert flow.response is not None
    assert flow.response.raw_content == b"note_id 7"


def _planned(bench: Bench, phase: FaultPhase, form: FaultForm) -> None:
    write = CallMatcher(method="DELETE", path_template=DELETE.path_template)
    plan: dict[str, Any] = {"writes": (write,), "phase": phase, "form": form}
    bench.run.fault = FaultState(FaultPlan(**plan))


@pytest.mark.parametrize("form", [FaultForm.GENUINE_500, FaultForm.DROP])
async def test_a_write_against_a_virtual_record_lands_though_its_answer_is_lost(
    bench: Bench, form: FaultForm
) -> None:
    _planned(bench, FaultPhase.AFTER, form)
    flow = await through(bench, a_call("DELETE", "/phone/messages/text/4711"), 409, UNKNOWN)
    if form is FaultForm.GENUINE_500:
        assert flow.response is not None
        assert flow.response.raw_content == b"Internal Server Error"
    else:
        assert flow.error is not None
    with LogReader(bench.log.path) as reader:
        (fault,) = reader.faults(bench.run.id)
    assert (fault.applied, fault.forwarded, fault.landed) == (True, True, True)
    again = await through(bench, a_call("DELETE", "/phone/messages/text/4711"), 409, UNKNOWN)
    assert again.response is not None
    assert (again.response.status_code, again.response.raw_content) == (409, UNKNOWN)


async def test_a_write_against_a_virtual_record_that_fails_before_does_not_land(
    bench: Bench,
) -> None:
    _planned(bench, FaultPhase.BEFORE, FaultForm.GENUINE_500)
    flow = await through(bench, a_call("DELETE", "/phone/messages/text/4711"), 409, UNKNOWN)
    assert flow.response is not None
    assert flow.response.status_code == 500
    with LogReader(bench.log.path) as reader:
        (fault,) = reader.faults(bench.run.id)
    assert (fault.applied, fault.forwarded, fault.landed) == (True, False, False)
    again = await through(bench, a_call("DELETE", "/phone/messages/text/4711"), 409, UNKNOWN)
    assert again.response is not None
    assert again.response.raw_content == b'{"message":"Text message deleted."}'


async def test_a_refusal_of_the_overlay_s_is_one(bench: Bench) -> None:
    await through(bench, a_call("DELETE", "/phone/messages/text/4711"), 409, UNKNOWN)
    await through(bench, a_call("DELETE", "/phone/messages/text/4711"), 409, UNKNOWN)
    first, second = bench.calls()
    assert first.refused_by is None
    assert second.refused_by is RefusedBy.UPSTREAM
