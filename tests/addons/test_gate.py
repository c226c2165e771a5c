import json

import pytest

from bdproxy.addons import gate
from bdproxy.addons.lane import Lane, LiveRun
from bdproxy.names import Actor, Management, RefusedBy
from bdproxy.recorder.rows import Call
from bdproxy.worlds.appworld.control_plane import AppWorldControlPlane
from tests.support.logs import a_call

CONTROL = AppWorldControlPlane()


def _lane(run: LiveRun | None) -> Lane:
    return Lane(1, Management.MANAGED, ("127.0.0.1", 1), run)


def _decide(call: Call, run: LiveRun | None = None) -> gate.Refusal | None:
    return gate.decide(call, _lane(run), CONTROL)


@pytest.mark.parametrize("run", [None, LiveRun(1, "t_1")], ids=["no run", "a run"])
def test_a_tool_call_passes(run: LiveRun | None) -> None:
    assert _decide(a_call(1, 1), run) is None


@pytest.mark.parametrize("path", ["/dbs", "/admin/users", "/seed"])
def test_world_control_is_not_the_agent_s(path: str) -> None:
    refusal = _decide(a_call(1, 1, path=path))
    assert refusal is not None
    assert refusal.status == 403
    assert not refusal.call_limit


@pytest.mark.parametrize("actor", [Actor.HARNESS, Actor.PROXY])
def test_world_control_is_the_harness_s_even_when_the_run_is_over(actor: Actor) -> None:
    run = LiveRun(1, "t_1", over="This run has ended (completed).")
    assert _decide(a_call(1, 1, path="/dbs", actor=actor), run) is None


def test_an_agent_whose_run_is_over_is_told_so() -> None:
    refusal = _decide(a_call(1, 1), LiveRun(1, "t_1", over="This run has ended (completed)."))
    assert refusal == gate.Refusal(403, "This run has ended (completed).")


@pytest.mark.parametrize(
    ("agent_calls", "refused"), [(1, False), (3, False), (4, True), (40, True)]
)
def test_the_call_limit_is_the_number_of_calls_that_pass(agent_calls: int, refused: bool) -> None:
    refusal = _decide(a_call(1, 1), LiveRun(1, "t_1", max_calls=3, agent_calls=agent_calls))
    assert (refusal is not None) == refused
    if refusal is not None:
        assert (refusal.status, refusal.call_limit) == (429, True)
        assert refusal.message == "The limit of 3 calls is reached."


def test_without_a_limit_any_number_of_calls_passes() -> None:
    assert _decide(a_call(1, 1), LiveRun(1, "t_1", agent_calls=10**9)) is None


def test_a_refusal_s_body_is_in_the_style_of_the_world_s_own() -> None:
    body = gate.Refusal(403, 'no "x"').body
    assert body == b'{"message":"no \\"x\\""}'
    assert json.loads(body) == {"message": 'no "x"'}


def test_a_noted_refusal_is_the_gate_s() -> None:
    call = a_call(1, 1)
    gate.note(call, gate.Refusal(403, "no"))
    assert (call.refused_by, call.refused_reason) == (RefusedBy.GATE, "no")
