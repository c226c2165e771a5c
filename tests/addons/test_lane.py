from mitmproxy.proxy.mode_specs import ProxyMode

from bdproxy.addons.lane import Lane, Lanes, LiveRun
from bdproxy.names import Management
from tests.support.flows import MODE, a_flow


def _lane() -> Lane:
    return Lane(1, Management.MANAGED, ("127.0.0.1", 1))


def test_a_lane_is_idle_when_no_call_is_under_way() -> None:
    lane = _lane()
    assert lane.idle.is_set()
    lane.enter("a")
    lane.enter("b")
    lane.leave("a")
    assert not lane.idle.is_set()
    lane.leave("a")
    assert not lane.idle.is_set()
    lane.leave("b")
    assert lane.idle.is_set()
    lane.leave("b")
    assert lane.idle.is_set()


def test_calls_are_numbered_from_one() -> None:
    run = LiveRun(1, "t_1")
    assert [run.next_number() for _ in range(3)] == [1, 2, 3]


def test_the_first_failure_is_the_run_s() -> None:
    run = LiveRun(1, "t_1")
    assert not run.failed.is_set()
    run.fail("this")
    run.fail("that")
    assert run.failure == "this"
    assert run.failed.is_set()


def test_a_lane_is_found_by_the_port_that_a_call_came_in_through() -> None:
    lanes, lane, other = Lanes(), _lane(), _lane()
    other_mode = ProxyMode.parse("reverse:http://lane-2.invalid:80@127.0.0.1:0")
    lanes.add(MODE, lane)
    lanes.add(other_mode, other)
    flow = a_flow()
    assert lanes.of(flow) is lane
    assert lanes.of_mode(other_mode) is other
    assert list(lanes) == [lane, other]
    lanes.remove(MODE)
    assert lanes.of(flow) is None
