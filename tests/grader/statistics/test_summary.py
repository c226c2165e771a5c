"""The whole study of a synthetic table: nothing missing, out of bounds, or left to chance."""

import dataclasses
import json
import random
from collections.abc import Iterator

import pytest

from bdproxy.grader.statistics.estimate import Estimate
from bdproxy.grader.statistics.study import AgentStudy, Study
from bdproxy.grader.statistics.summary import study
from bdproxy.grader.statistics.table import GradedRun, Table
from bdproxy.names import FailureMode, Hazard, Outcome, Variant
from benchmarks.common.synthetic_runs import synthetic_runs
from tests.grader.statistics.tables import runs_of

RESAMPLES = 200


@pytest.fixture(scope="module")
def runs() -> list[GradedRun]:
    return list(synthetic_runs(45, 4, 3, seed=5))


@pytest.fixture(scope="module")
def whole(runs: list[GradedRun]) -> Study:
    return study(Table.of(runs), resamples=RESAMPLES)


def estimates(part: object, path: str = "") -> Iterator[tuple[str, Estimate]]:
    """All estimates of a study, each with where it stands."""
    if isinstance(part, Estimate):
        yield path, part
    elif dataclasses.is_dataclass(part):
        for field in dataclasses.fields(part):
            yield from estimates(getattr(part, field.name), f"{path}.{field.name}")
    elif isinstance(part, dict):
        for key, value in part.items():
            yield from estimates(value, f"{path}[{key}]")
    elif isinstance(part, tuple):
        for at, value in enumerate(part):
            yield from estimates(value, f"{path}[{at}]")


def test_counts_are_those_of_the_runs(runs: list[GradedRun], whole: Study) -> None:
    assert (whole.families, whole.attempts) == (45, 3)
    assert list(whole.agents) == sorted({run.agent for run in runs})
    for name, agent in whole.agents.items():
        for variant, counts in agent.counts.items():
            outcomes = [run.outcome for run in runs if (run.agent, run.variant) == (name, variant)]
            assert counts.runs == len(outcomes)
            assert counts.passed == outcomes.count(Outcome.PASS)
            assert counts.failed == outcomes.count(Outcome.FAIL)
            assert counts.not_assessable == outcomes.count(Outcome.NOT_ASSESSABLE)


def test_nothing_is_missing(whole: Study) -> None:
    for agent in whole.agents.values():
        assert set(agent.pass_rates) == set(Variant)
        assert set(agent.hazard_costs) == set(agent.surface_costs) == set(Hazard)
        assert set(agent.mode_rates) == set(FailureMode)
        assert set(agent.gap) == set(Variant) - {Variant.TWIN}
        assert list(agent.pass_at[Variant.TWIN]) == [1, 2, 3]
        assert all(len(surfaces) == 3 for surfaces in agent.surface_costs.values())
        for hazard, responses in agent.responses.items():
            assert set(responses) == {Variant(hazard.value), Variant.COMPOUND}
    assert len(whole.pairs) == 6
    assert whole.across is not None
    assert len(whole.across.hazard_pairs) == 6


def test_every_estimate_is_sane(whole: Study) -> None:
    found = list(estimates(whole))
    assert len(found) > 1000
    for path, one in found:
        assert (one.value is None) == (one.note == "nothing to count"), path
        assert (one.low is None) == (one.high is None), path
        assert (one.low is not None) or one.note, path
        if one.low is not None and one.value is not None and one.high is not None:
            assert one.low <= one.high, path
            # A percentile interval need not hold the value; but where it does not hold even
            # something close to it the value and the resamples are different things.
            slack = 0.5 * (one.high - one.low) + 1e-9
            assert one.low - slack <= one.value <= one.high + slack, path


SHARES = (
    "pass_rates",
    "keeps",
    "false_success",
    "overclaim",
    "wrong_end_state",
    "step_cap",
    "mode_rates",
    "responses",
    "origins",
    "origins_by_mode",
    "pass_at",
    "pass_hat",
)


def test_shares_are_between_0_and_1(whole: Study) -> None:
    for agent in whole.agents.values():
        for name in SHARES:
            for path, one in estimates(getattr(agent, name), name):
                bounds = (one.low, one.value, one.high, one.value_of_all)
                assert all(bound is None or -1e-12 <= bound <= 1 + 1e-12 for bound in bounds), path


def test_figures_agree_with_each_other(whole: Study) -> None:
    for agent in whole.agents.values():
        for variant in Variant:
            band, k = agent.bands[variant], agent.bands[variant].attempts
            assert band.floor.value == pytest.approx(agent.pass_hat[variant][k].value)
            assert band.ceiling.value == pytest.approx(agent.pass_at[variant][k].value)
            assert _at(band.ceiling) - _at(band.floor) == pytest.approx(_at(band.width))
        for hazard, cost in agent.hazard_costs.items():
            assert cost == agent.degradation[Variant(hazard.value)]
        origins = agent.origins
        assert _at(origins.one) + _at(origins.several) + _at(origins.none) == pytest.approx(1)
        alone = sum(_at(one) for one in origins.by_hazard.values())
        assert alone == pytest.approx(_at(origins.one))
        overlap = agent.overlap
        assert _at(overlap.observed) - _at(overlap.expected) == pytest.approx(_at(overlap.excess))


def _at(estimate: Estimate) -> float:
    assert estimate.value is not None
    return estimate.value


def test_neither_order_nor_chance_matters(runs: list[GradedRun], whole: Study) -> None:
    shuffled = runs.copy()
    random.Random(3).shuffle(shuffled)
    assert study(Table.of(shuffled), resamples=RESAMPLES) == whole


def test_another_seed_moves_intervals_only(runs: list[GradedRun], whole: Study) -> None:
    other = study(Table.of(runs), resamples=RESAMPLES, seed=2)
    one, two = ([*dict(estimates(some.agents)).values()] for some in (whole, other))
    assert [estimate.value for estimate in one] == [estimate.value for estimate in two]
    assert [estimate.low for estimate in one] != [estimate.low for estimate in two]


def test_an_agent_is_the_same_alone_and_in_company(runs: list[GradedRun], whole: Study) -> None:
    name = runs[0].agent
    alone = study(Table.of(run for run in runs if run.agent == name), resamples=RESAMPLES)
    assert alone.agents[name] == whole.agents[name]
    assert alone.pairs == ()
    assert alone.across is None


def test_a_study_is_plain_data(whole: Study) -> None:
    again = json.loads(json.dumps(dataclasses.asdict(whole)))
    rates = again["agents"]["agent 00"]["pass_rates"]
    assert rates["twin"]["value"] == whole.agents["agent 00"].pass_rates[Variant.TWIN].value


@pytest.mark.parametrize(
    "pictures",
    [
        [],
        [{Variant.TWIN: "?"}],
        [{Variant.TWIN: "+"}],
        [{Variant.FAULT: "-"}],
        [{Variant.TWIN: "-", Variant.FAULT: "-"}] * 12,
        [{Variant.TWIN: "++", Variant.COMPOUND: "??"}] * 12,
    ],
)
def test_poor_tables(pictures: list[dict[Variant, str]]) -> None:
    """Nothing raises, warns or divides by nothing; what can't be said has a note."""
    both = [*runs_of(pictures, "ada"), *runs_of(pictures, "bob")]
    found = study(Table.of(both), resamples=50)
    for path, one in estimates(found):
        assert one.low is not None or one.note, path


def test_few_families_never_have_an_interval() -> None:
    found = study(Table.of(synthetic_runs(9, 2, 2, seed=1)), resamples=50)
    assert all(one.low is None and one.note for _, one in estimates(found))
    assert isinstance(found.agents["agent 00"], AgentStudy)
