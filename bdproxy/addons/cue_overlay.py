"""Makes a run's cues part of the answers that the agent gets. The world itself has none of them."""

import asyncio
from dataclasses import dataclass
from http import HTTPStatus

from mitmproxy.http import HTTPFlow, Response

from bdproxy.addons.lane import Lane, LiveRun
from bdproxy.addons.look_ups import LookUps, json_of
from bdproxy.addons.recorder import Recorder
from bdproxy.names import Actor
from bdproxy.overlay.engine import decide
from bdproxy.overlay.exchange import Answer, Request
from bdproxy.overlay.json_style import dumped
from bdproxy.overlay.run import RunOverlay
from bdproxy.recorder.rows import Call
from bdproxy.scenarios.parameters import observe

_METADATA_KEY = "bdproxy.overlay"


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What the agent is to get instead of the world's answer; ``body`` has no encoding."""

    status: int
    body: bytes


class CueOverlay:
    """A call's station before the world and after it has answered.

    The world answers one call at a time. So that its answer and what is looked up for it are of one
    moment, a call that the overlay may have to do with has the run's overlay to itself from before
    it goes to the world until it is decided on.
    """

    def __init__(self, recorder: Recorder) -> None:
        self._look_ups = LookUps(recorder)

    async def enter(self, flow: HTTPFlow, call: Call, lane: Lane) -> None:
        """Wait for the call's turn; it goes to the world next."""
        overlay = _overlay_of(call, lane)
        if overlay is not None:
            await overlay.lock.acquire()
            flow.metadata[_METADATA_KEY] = overlay.lock

    def leave(self, flow: HTTPFlow) -> None:
        """The call's turn is over, if it ever had one; saying so twice does no harm."""
        lock = flow.metadata.pop(_METADATA_KEY, None)
        if isinstance(lock, asyncio.Lock):
            lock.release()

    async def close(self, lane: Lane) -> None:
        """A lane closes: let go of what its look-ups were made with."""
        await self._look_ups.close(lane)

    async def decide(self, flow: HTTPFlow, call: Call, lane: Lane) -> Rewritten | None:
        """The answer of a world with the cues, None if it is the same; notes what has changed.

        The agent need not get that answer: what a write has changed holds all the same.
        """
        try:
            overlay = _overlay_of(call, lane)
            if overlay is None or call.upstream is None or _METADATA_KEY not in flow.metadata:
                return None
            assert lane.run is not None
            return await self._decide(flow, call, lane, lane.run, overlay)
        finally:
            self.leave(flow)

    async def _decide(
        self, flow: HTTPFlow, call: Call, lane: Lane, run: LiveRun, overlay: RunOverlay
    ) -> Rewritten | None:
        assert flow.response is not None
        decision = decide(
            overlay.catalogue, overlay.state, _request(flow, call), _answer(flow.response)
        )
        try:
            look_up = next(decision)
            while True:
                look_up = decision.send(await self._look_ups.made(look_up, flow, call, lane, run))
        except StopIteration as end:
            outcome = end.value
        overlay.state = outcome.state
        if outcome.answer is None:
            return None
        return Rewritten(outcome.answer.status, dumped(outcome.answer.json))

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


def _overlay_of(call: Call, lane: Lane) -> RunOverlay | None:
    """The overlay that may have a say in the call; None if there is none."""
    run = lane.run
    if run is None or run.overlay is None or run.id != call.run_id:
        return None
    if call.actor is not Actor.AGENT or not run.overlay.concerns(call.path):
        return None
    return run.overlay


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
    return Answer(response.status_code, json_of(response.get_content(strict=False) or b""))
