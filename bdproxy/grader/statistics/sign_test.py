"""Exact tests of pairs: which of two is better more often."""

from dataclasses import dataclass

import numpy as np
from scipy import stats

from bdproxy.grader.statistics.arrays import BoolArray, FloatArray


@dataclass(frozen=True, slots=True)
class PairedTest:
    """How often the first was above, how often the second; and the two-sided p-value.

    ``p`` is the chance of a split at least as uneven if both were equally good; 1 when they never
    differ. ``adjusted`` is p corrected for the other tests in the same table, None when alone.
    """

    first: int
    second: int
    ties: int
    p: float
    adjusted: float | None = None


def sign_test(first: int, second: int, ties: int = 0) -> PairedTest:
    """The exact two-sided sign test; ties say nothing (Dixon and Mood 1946).

    Nine pairs for the first, one for the second: 2 x (1 + 10) / 2^10.

    >>> round(sign_test(9, 1).p, 6) == round(2 * (1 + 10) / 2**10, 6)
    True
    """
    pairs = first + second
    p = float(stats.binomtest(first, pairs, 0.5).pvalue) if pairs else 1.0
    return PairedTest(first, second, ties, p)


def sign_test_of(first: FloatArray, second: FloatArray) -> PairedTest:
    """The sign test of paired values; pairs with NaN are left out, equal ones are ties.

    >>> test = sign_test_of(np.array([1.0, 0.5, 0.2]), np.array([0.5, 0.5, np.nan]))
    >>> test.first, test.second, test.ties
    (1, 0, 1)
    """
    there = ~(np.isnan(first) | np.isnan(second))
    equal = np.isclose(first, second, rtol=0, atol=1e-12)
    above = int(((first > second) & there & ~equal).sum())
    below = int(((first < second) & there & ~equal).sum())
    return sign_test(above, below, int((equal & there).sum()))


def mcnemar(first: BoolArray, second: BoolArray) -> PairedTest:
    """McNemar's exact test of paired yes and no (McNemar 1947): the sign test of those that differ.

    Four families that only the first solves, none that only the second does: 2 / 2^4.

    >>> mcnemar(np.array([True] * 5), np.array([True] + [False] * 4)).p
    0.125
    """
    return sign_test(
        int((first & ~second).sum()), int((second & ~first).sum()), int((first == second).sum())
    )
