"""Makes a run's cues part of the answers that the agent gets. The world itself has none of them."""

import json
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl, urlencode

import httpx
from mitmproxy.http import HTTPFlow, Response

from bdproxy.addons.lane import Lane, LiveRun
from bdproxy.addons.recorder import Recorder
from bdproxy.names import Actor
from bdproxy.overlay.engine import decide
from bdproxy.overlay.exchange import Answer, LookUp, Request
from bdproxy.overlay.json_style import dumped
from bdproxy.overlay.run import RunOverlay
from bdproxy.recorder.rows import Call, Exchange
from bdproxy.scenarios.parameters import observe

LOOK_UP_SECONDS = 60.0
_NOT_FOR_LOOK_UPS = frozenset(
    {
        "accept-encoding", "connection", "content-encoding", "content-length", "content-type",
        "expect", "host", "if-match", "if-modified-since", "if-none-match", "if-range",
        "if-unmodified-since", "keep-alive", "range", "te", "trailer", "transfer-encoding",
        "upgrade",
    }
)  # fmt: skip


class LookUpError(Exception):
    """The world did not answer a look-up."""


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What the agent is to get instead of the world's answer; ``body`` has no encoding."""

    status: int
    body: bytes


class CueOverlay:
    """A call's station after the world has answered."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    async def decide(self, flow: HTTPFlow, call: Call, lane: Lane) -> Rewritten | None:
        """The answer of a world with the cues, None if it is the same; notes what has changed.

        The agent need not get that answer: what a write has changed holds all the same.
        """
        run = lane.run
        if run is None or run.overlay is None or run.id != call.run_id:
            return None
        if call.actor is not Actor.AGENT or call.upstream is None:
            return None
        if not run.overlay.concerns(call.path):
            return None
        async with run.overlay.lock:
            return await self._decide(flow, call, lane, run, run.overlay)

    async def _decide(
        self, flow: HTTPFlow, call: Call, lane: Lane, run: LiveRun, overlay: RunOverlay
    ) -> Rewritten | None:
        assert flow.response is not None
        decision = decide(
            overlay.catalogue, overlay.state, _request(flow, call), _answer(flow.response)
        )
        try:
            look_up = next(decision)
            async with httpx.AsyncClient(
                trust_env=False, verify=False, timeout=LOOK_UP_SECONDS
            ) as client:
                while True:
                    look_up = decision.send(
                        await self._look_up(client, look_up, flow, call, lane, run)
                    )
        except StopIteration as end:
            outcome = end.value
        overlay.state = outcome.state
        if outcome.answer is None:
            return None
        return Rewritten(outcome.answer.status, dumped(outcome.answer.json))

    async def _look_up(
        self,
        client: httpx.AsyncClient,
        look_up: LookUp,
        flow: HTTPFlow,
        call: Call,
        lane: Lane,
        run: LiveRun,
    ) -> Answer:
        """Ask the world, in the agent's name, for what the agent did not ask for."""
        query = _query(look_up, call.query)
        own = {name.lower() for name in lane.upstream_headers}
        headers = [
            (name, value)
            for name, value in flow.request.headers.fields
            if name.decode("latin-1").lower() not in _NOT_FOR_LOOK_UPS | own
        ]
        secret = [(name.encode(), value.encode()) for name, value in lane.upstream_headers.items()]
        host, port = lane.upstream
        target = f"{look_up.path}?{query}" if query else look_up.path
        started_at = time.time()
        try:
            answer = await client.get(
                f"http://{host}:{port}{target}",
                headers=[*headers, (b"accept-encoding", b"identity"), *secret],
            )
        except httpx.HTTPError as error:
            raise LookUpError(f"the world did not answer GET {target}: {error!r}") from error
        block = b"".join(name + b": " + value + b"\r\n" for name, value in answer.headers.raw)
        self._recorder.looked_up(
            lane,
            run,
            call,
            look_up.path,
            query,
            b"".join(name + b": " + value + b"\r\n" for name, value in headers),
            started_at,
            Exchange(answer.status_code, block, answer.content),
        )
        return Answer(answer.status_code, _json(answer.content))

    def apply(self, flow: HTTPFlow, rewritten: Rewritten) -> None:
        """Give the agent the rewritten answer: in the encoding and with the headers of the old."""
        response = flow.response
        assert response is not None
        if response.status_code != rewritten.status:
            response.status_code = rewritten.status
            # mitmproxy's own table lacks some.
            response.reason = HTTPStatus(rewritten.status).phrase
        length = [name for name, _ in response.headers.fields if name.lower() == b"content-length"]
        response.content = rewritten.body
        if length:
            # mitmproxy spells the name its own way.
            response.headers.fields = tuple(
                (length[0] if name.lower() == b"content-length" else name, value)
                for name, value in response.headers.fields
            )


def _request(flow: HTTPFlow, call: Call) -> Request:
    body = flow.request.get_content(strict=False) or b""
    kind = flow.request.headers.get("content-type", "")
    return Request(
        call.method,
        call.path,
        observe(call.method, "", "", call.query, "", b"").parameters,
        observe(call.method, "", "", "", kind, body).parameters,
        call.principal,
    )


def _answer(response: Response) -> Answer:
    return Answer(response.status_code, _json(response.get_content(strict=False) or b""))


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _query(look_up: LookUp, agents: str) -> str:
    """The look-up's query: the agent's with some parameters replaced, or only its own."""
    kept = [] if look_up.fresh else parse_qsl(agents, keep_blank_values=True)
    pairs = [(name, value) for name, value in kept if name not in look_up.query]
    pairs += [(name, str(value)) for name, value in look_up.query.items() if value is not None]
    return urlencode(pairs)
