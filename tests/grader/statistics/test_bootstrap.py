import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from scipy import stats

from bdproxy.grader.statistics.bootstrap import Resampling, all_alike, weighted_quantiles
from bdproxy.grader.statistics.estimate import (
    ALL_ALIKE,
    NO_VARIATION,
    NOTHING_TO_COUNT,
    OFTEN_UNDEFINED,
    TOO_FEW_FAMILIES,
)
from bdproxy.grader.statistics.hazard_cost import cost_of_hazard, hazard_cost
from bdproxy.grader.statistics.rates import pass_rate
from bdproxy.grader.statistics.statistic import difference, mean_of, ratio
from bdproxy.names import Hazard, Variant
from tests.grader.statistics.tables import drawn

GENERATOR = np.random.default_rng(7)
TWIN_PASSES = GENERATOR.integers(0, 5, size=30).astype(float)
PASSES = np.minimum(TWIN_PASSES, GENERATOR.integers(0, 5, size=30))
COST = ratio(PASSES, TWIN_PASSES, is_share=False, formula=hazard_cost)


def test_resamples_are_families_drawn_again() -> None:
    """The product of matrices gives what drawing families and counting again gives."""
    resampling = Resampling.draw(30, seed=3, resamples=400)
    values = []
    for row in resampling.weights.astype(int):
        families = np.repeat(np.arange(30), row)
        assert len(families) == 30
        values.append(1 - PASSES[families].sum() / TWIN_PASSES[families].sum())
    one = resampling.estimate(COST)
    assert one.value == pytest.approx(1 - PASSES.sum() / TWIN_PASSES.sum())
    assert one.low == pytest.approx(np.quantile(values, 0.025))
    assert one.high == pytest.approx(np.quantile(values, 0.975))
    assert (one.numerator, one.denominator) == (PASSES.sum(), TWIN_PASSES.sum())


def test_scipy_finds_the_same_interval() -> None:
    def statistic(passes: np.ndarray, twin: np.ndarray, axis: int) -> np.ndarray:
        return np.asarray(1 - passes.sum(axis=axis) / twin.sum(axis=axis))

    theirs = stats.bootstrap(
        (PASSES, TWIN_PASSES),
        statistic,
        paired=True,
        vectorized=True,
        n_resamples=20_000,
        method="percentile",
        rng=np.random.default_rng(5),
    ).confidence_interval
    ours = Resampling.draw(30, seed=1, resamples=20_000).estimate(COST)
    assert ours.low == pytest.approx(theirs.low, abs=0.01)
    assert ours.high == pytest.approx(theirs.high, abs=0.01)


def test_every_family_is_as_likely() -> None:
    weights = Resampling.draw(20, seed=1, resamples=5000).weights
    assert weights.mean(axis=0) == pytest.approx(np.ones(20), abs=0.06)
    assert weights.var(axis=0) == pytest.approx(np.full(20, 1 - 1 / 20), abs=0.1)


def test_the_seed_decides() -> None:
    one, same, other = (
        Resampling.draw(30, seed=seed, resamples=300).estimate(COST) for seed in (1, 1, 2)
    )
    assert one == same
    assert (one.low, one.high) != (other.low, other.high)
    assert one.value == other.value


def test_a_batch_gives_what_one_by_one_gives() -> None:
    resampling = Resampling.draw(30, seed=1, resamples=300)
    rates = {at: ratio((at < PASSES).astype(float), np.ones(30)) for at in range(-1, 4)}
    batch = resampling.estimates({**rates, "cost": COST})
    assert batch == {
        **{at: resampling.estimate(rate) for at, rate in rates.items()},
        "cost": resampling.estimate(COST),
    }


def test_more_confidence_is_wider() -> None:
    wide, narrow = (
        Resampling.draw(30, seed=1, confidence=level).estimate(COST) for level in (0.99, 0.8)
    )
    assert wide.low is not None
    assert narrow.low is not None
    assert wide.low < narrow.low
    assert wide.high > narrow.high  # type: ignore[operator]


@pytest.mark.parametrize(("families", "note"), [(9, TOO_FEW_FAMILIES), (10, None)])
def test_a_few_families_have_no_interval(families: int, note: str | None) -> None:
    passed = np.arange(families) % 2
    one = Resampling.draw(families, seed=1).estimate(ratio(passed, np.ones(families)))
    assert one.value == passed.mean()
    assert one.note == note
    assert (one.low is None) == (note is not None)


def test_families_that_say_nothing_are_not_counted() -> None:
    carriers = np.array([1.0] * 9 + [0.0] * 100)
    one = Resampling.draw(109, seed=1).estimate(ratio(carriers * 0, carriers))
    assert one.families == 9
    assert one.note == TOO_FEW_FAMILIES


def test_nothing_to_count() -> None:
    one = Resampling.draw(20, seed=1).estimate(ratio(np.zeros(20), np.zeros(20)))
    assert (one.value, one.low, one.high, one.note) == (None, None, None, NOTHING_TO_COUNT)
    assert Resampling.draw(0, seed=1).estimate(ratio(np.zeros(0), np.zeros(0))).value is None


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_families_all_alike_have_an_exact_interval(value: float) -> None:
    """Resampling would say that the rate is known to the last digit."""
    one = Resampling.draw(36, seed=1).estimate(ratio(np.full(36, value), np.ones(36)))
    exact = stats.binomtest(round(36 * value), 36).proportion_ci(0.95, "exact")
    assert one.note == ALL_ALIKE
    assert (one.low, one.high) == pytest.approx((exact.low, exact.high))


def test_no_interval_without_variation() -> None:
    unchanged = ratio(np.zeros(36), np.ones(36), is_share=False)
    assert Resampling.draw(36, seed=1).estimate(unchanged).note == NO_VARIATION
    half = ratio(np.full(36, 0.5), np.ones(36))
    assert Resampling.draw(36, seed=1).estimate(half).note == NO_VARIATION


def test_no_interval_when_most_resamples_are_undefined() -> None:
    passes = np.zeros(20)
    passes[0] = 1
    rows = ratio(np.ones(20) - passes, passes, is_share=False)
    one = Resampling.draw(20, seed=1).estimate(rows)
    assert one.value == 19
    assert one.note == OFTEN_UNDEFINED
    assert one.low is None


@given(some.integers(1, 300), some.floats(0.5, 0.999))
def test_exact_intervals_are_scipys(families: int, confidence: float) -> None:
    for value in (0.0, 1.0):
        theirs = stats.binomtest(round(value * families), families).proportion_ci(
            confidence, "exact"
        )
        assert all_alike(value, families, confidence) == pytest.approx((theirs.low, theirs.high))


@given(
    some.lists(some.tuples(some.floats(0, 100), some.integers(0, 4)), min_size=1, max_size=30),
    some.floats(0, 1),
)
def test_quantiles_of_repeated_values(pairs: list[tuple[float, int]], share: float) -> None:
    values, weights = (np.array(one, dtype=float) for one in zip(*sorted(pairs), strict=True))
    repeated = np.repeat(values, weights.astype(int))
    (ours,) = weighted_quantiles(values, weights[:, np.newaxis], share)
    if len(repeated) == 0:
        assert np.isnan(ours)
    else:
        assert ours == pytest.approx(np.quantile(repeated, share), abs=1e-9)


def test_the_median_and_its_interval() -> None:
    values = np.append(np.random.default_rng(1).lognormal(size=40), [np.nan] * 5)
    resampling = Resampling.draw(45, seed=1, resamples=500)
    one = resampling.quantile(values, 0.5)
    again = [np.nanmedian(np.repeat(values, row)) for row in resampling.weights.astype(int)]
    assert one.value == np.nanmedian(values)
    assert one.families == 40
    assert (one.low, one.high) == pytest.approx(tuple(np.quantile(again, [0.025, 0.975])))


def test_means_and_differences_share_their_families() -> None:
    resampling = Resampling.draw(30, seed=1)
    same = resampling.estimate(difference(COST, COST))
    assert same.value == 0
    assert same.note == NO_VARIATION
    mean = resampling.estimate(mean_of([COST, COST]))
    alone = resampling.estimate(COST)
    assert (mean.value, mean.low, mean.high) == pytest.approx((alone.value, alone.low, alone.high))


def test_a_mean_leaves_out_what_is_undefined() -> None:
    undefined = ratio(np.zeros(30), np.zeros(30))
    assert mean_of([COST, undefined]).value == COST.value
    assert mean_of([undefined]).value is None
    assert mean_of([]).value is None


def test_both_denominators() -> None:
    runs = drawn(*[{Variant.TWIN: "++-?", Variant.FAULT: "+-??"}] * 12)
    resampling = Resampling.draw(12, seed=1)
    rate = resampling.estimate(pass_rate(runs.member(Variant.TWIN)))
    assert (rate.numerator, rate.denominator, rate.not_assessable) == (24, 36, 12)
    assert rate.value == pytest.approx(2 / 3)
    assert rate.value_of_all == pytest.approx(2 / 4)
    cost = resampling.estimate(cost_of_hazard(runs, Hazard.FAULT))
    assert cost.value == pytest.approx(1 - (1 / 2) / (2 / 3))
    assert cost.value_of_all == pytest.approx(1 - (1 / 4) / (2 / 4))
    assert cost.not_assessable == 36
