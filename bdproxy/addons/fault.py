"""Makes the planned write fail: before the world gets it, or after the world carried it out."""

import asyncio

from mitmproxy.http import HTTPFlow

from bdproxy.addons.exchanges import exchange_of, response_of
from bdproxy.addons.fault_answers import answer_for
from bdproxy.addons.lane import Lane, LiveRun
from bdproxy.addons.recorder import Recorder
from bdproxy.names import Actor, FaultForm, FaultPhase
from bdproxy.recorder.rows import Call, Exchange, Fault
from bdproxy.scenarios.faults import FaultDecision, FaultPlan, decide, landed
from bdproxy.scenarios.parameters import observe

_METADATA_KEY = "bdproxy.fault"
_POLL_SECONDS = 0.05
"""How soon a client that gives up is noticed."""


class FaultStation:
    """A call's station before and after the world. At most one fault in a call, one in a run."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    async def before(self, flow: HTTPFlow, call: Call, lane: Lane) -> bool:
        """Decide about a call that may go to the world; whether it may still."""
        run = lane.run
        if run is None or run.fault.plan is None or call.actor is not Actor.AGENT:
            return True
        decision = _decide(flow, call, run)
        if decision is None:
            return True
        flow.metadata[_METADATA_KEY] = decision
        if decision.fails:
            note(call, decision)
        if decision.plan.phase is FaultPhase.AFTER:
            return True
        run.fault.seen += 1
        if not decision.fails:
            return True
        assert call.fault is not None
        call.fault.landed = landed(None, forwarded=False)
        await self._apply(flow, call, lane, run, decision)
        return False

    async def after(
        self, flow: HTTPFlow, call: Call, lane: Lane, overlaid: int | None = None
    ) -> None:
        """Perhaps replace what the world answered; the flow is dead if the agent gets nothing.

        ``overlaid`` is the status that a world with the run's cues would have answered with, if
        that is another answer: a write against a record that only the overlay has can land, too.
        """
        run, decision = lane.run, flow.metadata.get(_METADATA_KEY)
        if run is None or run.fault.plan is None or run.id != call.run_id or call.upstream is None:
            return
        _remember_server_headers(flow, lane)
        if not isinstance(decision, FaultDecision) or decision.plan.phase is FaultPhase.BEFORE:
            return
        status = call.upstream.status if overlaid is None else overlaid
        took_place = landed(status, forwarded=True)
        if call.fault is not None:
            call.fault.landed = took_place
        # A refusal or a crash of the world's own is its answer to give, and no fault of ours.
        if not took_place:
            return
        run.fault.seen += 1
        if call.fault is not None and not run.fault.struck:
            await self._apply(flow, call, lane, run, decision)

    def lag(self, flow: HTTPFlow, call: Call, lane: Lane) -> None:
        """Perhaps answer a read as before the planned write; all that others do is done by then."""
        run = lane.run
        if run is None or run.fault.plan is None or run.id != call.run_id:
            return
        plan = run.fault.plan
        if plan.form is not FaultForm.STALE_READS or not _may_lag(call, plan):
            return
        assert flow.response is not None
        read, answer = (call.principal, call.path, call.query), exchange_of(flow)
        before: Exchange | None = run.fault.stale.instead_of(read, answer)
        if before is None:
            run.fault.stale.seen(read, answer)
        else:
            call.fault = Fault(
                plan.form, plan.phase, plan.writes[0].model_dump_json(), applied=True
            )
            flow.response = response_of(before)

    async def _apply(
        self, flow: HTTPFlow, call: Call, lane: Lane, run: LiveRun, decision: FaultDecision
    ) -> None:
        """The one place where a fault happens."""
        plan = decision.plan
        assert call.fault is not None
        run.fault.struck = call.fault.applied = True
        if plan.form is FaultForm.LATENCY:
            assert plan.seconds is not None
            self._recorder.save(call, lane)
            await _until_gone(flow, lane, plan.seconds)
        elif plan.form is FaultForm.STALE_READS:
            assert plan.reads is not None
            run.fault.stale.lag(plan.reads)
        elif plan.form is FaultForm.DROP:
            self._recorder.fail(call, lane, "fault: the connection was dropped")
            flow.kill()
        elif plan.form is FaultForm.SILENCE:
            # The truth is on disk before the wait: nobody knows what ends it.
            self._recorder.save(call, lane)
            await _until_gone(flow, lane)
            self._recorder.fail(call, lane, "fault: no answer, until the client gave up")
            flow.kill()
        else:
            answer = answer_for(plan.form, plan.seconds, lane.server_headers)
            flow.response = answer.response()
            if answer.closes:
                lane.hanging_up.add(flow.client_conn.id)


def _may_lag(call: Call, plan: FaultPlan) -> bool:
    return (
        call.actor is Actor.AGENT
        and call.method == "GET"
        and not call.writes
        and call.app == plan.writes[0].app
    )


def note(call: Call, decision: FaultDecision) -> None:
    """Write the decision on the call's record."""
    call.fault = Fault(decision.plan.form, decision.plan.phase, decision.write.model_dump_json())


def _decide(flow: HTTPFlow, call: Call, run: LiveRun) -> FaultDecision | None:
    if call.path_template is None:
        return None
    request = flow.request
    observed = observe(
        call.method,
        call.path_template,
        call.path,
        call.query,
        request.headers.get("content-type", ""),
        request.get_content(strict=False) or b"",
    )
    return decide(run.fault, observed)


def _remember_server_headers(flow: HTTPFlow, lane: Lane) -> None:
    """What the world's server puts before every answer, for answers of ours."""
    assert flow.response is not None
    lane.server_headers = tuple(
        (name, value)
        for name, value in flow.response.headers.fields
        if name.lower() in (b"date", b"server")
    )


async def _until_gone(flow: HTTPFlow, lane: Lane, seconds: float | None = None) -> None:
    """Wait until the client has left or its lane closes, at most so many seconds."""
    run = lane.run
    try:
        async with asyncio.timeout(seconds):
            # mitmproxy has no event for it.
            while (  # noqa: ASYNC110
                flow.client_conn.connected and not lane.closed and lane.run is run
            ):
                await asyncio.sleep(_POLL_SECONDS)
    except TimeoutError:
        return
