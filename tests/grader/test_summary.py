from collections import Counter

from hypothesis import given
from hypothesis import strategies as some

from bdproxy.grader.summary import Tally, summarise
from bdproxy.names import Outcome

agents = some.sampled_from(["ada", "bob", "cyd"])
outcomes = some.lists(some.tuples(agents, some.sampled_from(Outcome)))


def test_rates_with_both_denominators() -> None:
    tally = Tally(passed=3, failed=1, not_assessable=4)
    assert tally.total == 8
    assert tally.pass_rate == 3 / 4
    assert tally.pass_rate_of_all == 3 / 8


def test_no_rate_without_runs() -> None:
    assert Tally().pass_rate is None
    assert Tally().pass_rate_of_all is None
    only_crashes = Tally(not_assessable=2)
    assert only_crashes.pass_rate is None
    assert only_crashes.pass_rate_of_all == 0


@given(outcomes)
def test_every_run_is_counted_once(pairs: list[tuple[str, Outcome]]) -> None:
    summary = summarise(pairs)
    for agent, tally in summary.by_agent.items():
        counts = Counter(outcome for name, outcome in pairs if name == agent)
        assert tally.passed == counts[Outcome.PASS]
        assert tally.failed == counts[Outcome.FAIL]
        assert tally.not_assessable == counts[Outcome.NOT_ASSESSABLE]
    assert sum(tally.total for tally in summary.by_agent.values()) == len(pairs)
    for part in ("passed", "failed", "not_assessable", "total"):
        of_agents = sum(getattr(tally, part) for tally in summary.by_agent.values())
        assert getattr(summary.overall, part) == of_agents
    assert list(summary.by_agent) == list(dict.fromkeys(agent for agent, _ in pairs))


@given(outcomes)
def test_rates_are_shares(pairs: list[tuple[str, Outcome]]) -> None:
    overall = summarise(pairs).overall
    if overall.pass_rate is not None:
        assert overall.pass_rate_of_all is not None
        assert 0 <= overall.pass_rate_of_all <= overall.pass_rate <= 1
