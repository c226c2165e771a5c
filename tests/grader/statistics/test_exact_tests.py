"""Tests, corrections and correlations against scipy and statsmodels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from scipy import stats
from statsmodels.stats import contingency_tables, descriptivestats, multitest

from bdproxy.grader.statistics.correlation import (
    NO_VARIATION,
    PERFECT,
    TOO_FEW_AGENTS,
    correlation,
)
from bdproxy.grader.statistics.multiple import corrected, holm
from bdproxy.grader.statistics.sign_test import mcnemar, sign_test, sign_test_of

p_values = some.lists(some.floats(0, 1), min_size=1, max_size=20)


@given(some.lists(some.sampled_from([-1.0, 0.0, 1.0]), min_size=1, max_size=40))
def test_the_sign_test(differences: list[float]) -> None:
    values = np.array(differences)
    ours = sign_test_of(values, np.zeros(len(values)))
    assert ours.first + ours.second + ours.ties == len(values)
    if values.any():
        _, theirs = descriptivestats.sign_test(values)
        assert ours.p == pytest.approx(theirs)
    else:
        assert ours.p == 1


def test_sixteen_of_sixteen() -> None:
    assert sign_test(16, 0).p == pytest.approx(2 / 2**16)


def test_pairs_without_a_value_are_left_out() -> None:
    one = sign_test_of(np.array([1.0, np.nan, 0.5]), np.array([np.nan, 1.0, 0.1]))
    assert (one.first, one.second, one.ties) == (1, 0, 0)


def test_rounding_makes_no_winner() -> None:
    assert sign_test_of(np.array([0.1 + 0.2]), np.array([0.3])).ties == 1


@given(some.lists(some.tuples(some.booleans(), some.booleans()), min_size=1, max_size=40))
def test_mcnemar(pairs: list[tuple[bool, bool]]) -> None:
    first, second = np.array(pairs).T
    counts = np.histogram2d(first, second, bins=[[0, 0.5, 1]] * 2)[0]
    theirs = contingency_tables.mcnemar(counts, exact=True).pvalue
    assert mcnemar(first, second).p == pytest.approx(min(theirs, 1))


@pytest.mark.parametrize(
    "values",
    [
        [0.03],
        [0.01, 0.04, 0.03],
        [0.5, 0.5, 0.001, 0.001, 1.0, 0.0],
        list(np.random.default_rng(1).beta(0.3, 3, size=120)),
    ],
    ids=len,
)
def test_holm(values: list[float]) -> None:
    ours = holm(dict(enumerate(values)))
    theirs = multitest.multipletests(values, method="holm")[1]
    assert list(ours.values()) == pytest.approx(list(theirs))


@given(p_values)
def test_corrected_values_are_larger_and_keep_their_order(values: list[float]) -> None:
    adjusted = list(holm(dict(enumerate(values))).values())
    assert all(p <= one <= 1 for p, one in zip(values, adjusted, strict=True))
    order = np.argsort(values, kind="stable")
    assert (np.diff(np.array(adjusted)[order]) >= 0).all()


@given(p_values, some.randoms(use_true_random=False))
def test_holm_does_not_depend_on_order(values: list[float], random: object) -> None:
    keys = list(range(len(values)))
    random.shuffle(keys)  # type: ignore[attr-defined]
    again = holm({key: values[key] for key in keys})
    assert again == pytest.approx(holm(dict(enumerate(values))))


def test_a_test_alone_is_not_corrected() -> None:
    assert corrected({"only": sign_test(9, 1)})["only"].adjusted == sign_test(9, 1).p
    assert corrected({}) == {}


@given(some.integers(4, 40), some.integers(0, 1000))
def test_fishers_interval(count: int, seed: int) -> None:
    generator = np.random.default_rng(seed)
    x = generator.normal(size=count)
    y = x + generator.normal(size=count)
    ours = correlation(list(x), list(y))
    r = np.corrcoef(x, y)[0, 1]
    around = stats.norm.ppf(0.975) / np.sqrt(count - 3)
    assert ours.r == pytest.approx(r)
    assert (ours.low, ours.high) == pytest.approx(
        (np.tanh(np.arctanh(r) - around), np.tanh(np.arctanh(r) + around))
    )
    t = r * np.sqrt((count - 2) / (1 - r**2))
    assert ours.p == pytest.approx(2 * stats.t.sf(abs(t), count - 2), abs=1e-9)


def test_a_correlation_needs_agents_that_differ() -> None:
    assert correlation([1, 2, 3], [1, 3, 2]).note == TOO_FEW_AGENTS
    assert correlation([1, 2, 3, None], [1, 3, 2, 4]).note == TOO_FEW_AGENTS
    assert correlation([1, 1, 1, 1], [1, 3, 2, 4]).note == NO_VARIATION
    line = correlation([1, 2, 3, 4], [2, 4, 6, 8])
    assert line.r == pytest.approx(1)
    assert (line.low, line.high, line.note) == (None, None, PERFECT)
