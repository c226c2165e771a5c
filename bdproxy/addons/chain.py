"""The one addon that mitmproxy sees: the order in which a call's stations are passed.

Each mitmproxy hook walks every addon of the master, so the whole chain is one of them. The order:
the recorder opens the call, the gate decides, the planned fault may keep it from the world, a
write's intent goes to disk, the world answers, the overlay says what a world with the cues would
have answered, the planned fault may replace the answer, the overlay's goes in unless a fault did,
the recorder completes the call, and only then the agent gets its bytes.

mitmproxy fails open: an exception in an addon lets the call pass and only logs a line. This chain
fails closed: the call is dropped and its run can't be assessed.
"""

import logging
from collections.abc import Callable

from mitmproxy.http import HTTPFlow, Request, Response

from bdproxy.addons import gate
from bdproxy.addons.cue_overlay import CueOverlay
from bdproxy.addons.fault import FaultStation
from bdproxy.addons.lane import Lane, Lanes, LiveRun
from bdproxy.addons.recorder import Recorder, call_of
from bdproxy.errors import BdproxyError
from bdproxy.names import Actor
from bdproxy.recorder.rows import Call, Exchange
from bdproxy.worlds.control_plane import ControlPlane

logger = logging.getLogger(__name__)


class Chain:
    """Recorder, gate, fault, world, overlay, fault, recorder: one call's way through a lane.

    ``on_fatal`` hears of errors after which nothing can be recorded any more (a full disk).
    """

    def __init__(
        self,
        lanes: Lanes,
        recorder: Recorder,
        control_plane: ControlPlane,
        on_fatal: Callable[[BdproxyError], None],
    ) -> None:
        self._lanes = lanes
        self._recorder = recorder
        self._fault = FaultStation(recorder)
        self._overlay = CueOverlay(recorder)
        self._control_plane = control_plane
        self._on_fatal = on_fatal

    async def request(self, flow: HTTPFlow) -> None:
        """The agent's request is complete; it goes to the world when this returns."""
        lane = self._lanes.of(flow)
        if lane is None or lane.closed:
            _drop(flow)
            return
        lane.enter(flow.id)
        try:
            await self._request(flow, lane)
        except Exception as error:
            self._fail_closed(flow, lane, lane.run, error)

    async def _request(self, flow: HTTPFlow, lane: Lane) -> None:
        call = self._recorder.open(flow, lane)
        if call.actor is Actor.HARNESS and not await self._control(flow, lane, call):
            return
        self._recorder.number(call, lane)
        refusal = gate.decide(call, lane, self._control_plane)
        if refusal is not None:
            gate.note(call, refusal)
            flow.response = _json_response(refusal.status, refusal.body)
            if refusal.call_limit and lane.run is not None:
                lane.run.limit_reached.set()
            return
        if not await self._fault.before(flow, call, lane):
            if call.completed_at is not None:
                lane.leave(flow.id)
            return
        await self._overlay.enter(flow, call, lane)
        # Not through request.host, whose setter would rewrite the agent's own Host header.
        flow.request.data.host, flow.request.data.port = lane.upstream
        # After the recorder has its copy. Added, not set: an agent's own of that name goes through.
        for name, value in lane.upstream_headers.items():
            flow.request.headers.add(name, value)
        self._recorder.forward(call, lane)

    async def _control(self, flow: HTTPFlow, lane: Lane, call: Call) -> bool:
        """Let the life cycle follow what a client does to its world; whether to go on."""
        task = self._control_plane.started_task(call.method, call.path, call.request_body)
        if task is not None and lane.on_task_started is not None:
            try:
                await lane.on_task_started(task)
            except BdproxyError as error:
                refusal = gate.Refusal(409, str(error))
                gate.note(call, refusal)
                flow.response = _json_response(refusal.status, refusal.body)
                return False
        elif self._ends_world(call, lane) and lane.on_world_ending is not None:
            await lane.on_world_ending()
        return True

    def _ends_world(self, call: Call, lane: Lane) -> bool:
        return lane.run is not None and self._control_plane.ends_world(
            call.method, call.path, call.request_body, lane.run.task
        )

    async def response(self, flow: HTTPFlow) -> None:
        """Both answers are known; the agent gets its bytes when this returns."""
        lane, call = self._lanes.of(flow), call_of(flow)
        if lane is None or call is None:
            self._overlay.leave(flow)
            _drop(flow)
            return
        try:
            if call.forwarded:
                self._recorder.answered(flow, call)
            # Before the fault: whether a write took place is for a world with the cues to say.
            rewritten = await self._overlay.decide(flow, call, lane)
            genuine = flow.response
            status = None if rewritten is None else rewritten.status
            await self._fault.after(flow, call, lane, status)
            if call.completed_at is None:
                if rewritten is not None and flow.response is genuine:
                    self._overlay.apply(flow, rewritten)
                self._fault.lag(flow, call, lane)
                self._recorder.complete(flow, call, lane, status)
            self._note_completion(call, lane)
            if call.seen is None:
                # What the log says was not delivered is not, even if half a connection is left.
                _drop(flow)
            if call.actor is Actor.HARNESS and self._ends_world(call, lane):
                assert lane.on_world_ended is not None
                await lane.on_world_ended()
        except Exception as error:
            self._fail_closed(flow, lane, _run_of(call, lane), error)
        else:
            lane.leave(flow.id)

    def _note_completion(self, call: Call, lane: Lane) -> None:
        run = _run_of(call, lane)
        if run is None or call.upstream is None or call.upstream.status != 200:
            return
        if self._control_plane.completes(call.method, call.path):
            run.reported_status, run.reported_answer = self._control_plane.reported(
                call.request_body
            )
            run.completed.set()

    async def error(self, flow: HTTPFlow) -> None:
        """The exchange broke: the world did not answer, or the chain dropped the call.

        Not that the agent left: its complete requests are served all the same.
        """
        self._overlay.leave(flow)
        lane, call = self._lanes.of(flow), call_of(flow)
        if lane is None or call is None or call.completed_at is not None:
            return
        assert flow.error is not None
        message, run = flow.error.msg, _run_of(call, lane)
        try:
            if run is not None and call.forwarded:
                run.fail(f"the world did not answer call {call.number}: {message}")
            self._recorder.fail(call, lane, message)
        except Exception as error:
            self._fail_closed(flow, lane, _run_of(call, lane), error)
        else:
            lane.leave(flow.id)

    async def lane_closed(self, lane: Lane) -> None:
        """No call of the lane's is under way any more, and none will come."""
        await self._overlay.close(lane)

    def bad_request(
        self,
        lane: Lane,
        connection: str,
        request: Request | None,
        received: bytes,
        answer: Exchange,
    ) -> bool:
        """Record what is no HTTP; whether its answer may be given. No world sees it."""
        if lane.closed:
            return False
        try:
            self._recorder.bad_request(lane, connection, request, received, answer)
        except Exception as error:
            self._fail(lane.run, error, "what is no HTTP")
            return False
        return True

    def _fail_closed(
        self, flow: HTTPFlow, lane: Lane, run: LiveRun | None, error: Exception
    ) -> None:
        self._overlay.leave(flow)
        lane.leave(flow.id)
        _drop(flow)
        self._fail(run, error, f"{flow.request.method} {flow.request.path}")

    def _fail(self, run: LiveRun | None, error: Exception, what: str) -> None:
        if run is not None:
            run.fail(f"proxy error: {type(error).__name__}: {error}")
        if isinstance(error, BdproxyError):
            self._on_fatal(error)
        else:
            logger.exception("the chain failed on %s", what)


def _run_of(call: Call, lane: Lane) -> LiveRun | None:
    """The run that the call belongs to, if it is still the lane's."""
    run = lane.run
    return run if run is not None and run.id == call.run_id else None


def _drop(flow: HTTPFlow) -> None:
    if flow.killable:
        flow.kill()


def _json_response(status: int, body: bytes) -> Response:
    return Response.make(
        status, body, {"content-type": "application/json", "content-length": str(len(body))}
    )
