import pytest

from bdproxy.addons.lane import LiveRun
from bdproxy.names import EndReason
from bdproxy.proxy.agent_end import completed_after_all
from bdproxy.proxy.context import finished


@pytest.mark.parametrize(
    ("reason", "after"),
    [
        (EndReason.EXITED, EndReason.COMPLETED),
        (EndReason.AGENT_CRASHED, EndReason.COMPLETED),
        (EndReason.TIME_LIMIT, EndReason.COMPLETED),
        (EndReason.CALL_LIMIT, EndReason.COMPLETED),
        (EndReason.WORLD_DIED, EndReason.WORLD_DIED),
        (EndReason.PROXY_ERROR, EndReason.PROXY_ERROR),
    ],
)
async def test_a_completion_that_was_under_way_wins_over_the_agent_s_own_end(
    reason: EndReason, after: EndReason
) -> None:
    run = LiveRun(1, "split-dinner_1")
    assert completed_after_all(finished(reason, "because"), run) == finished(reason, "because")
    run.completed.set()
    assert completed_after_all(finished(reason), run) == finished(after)
