"""Correlations across agents, with Fisher's interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy import stats

from bdproxy.grader.statistics.estimate import NO_VARIATION

TOO_FEW_AGENTS: Final = "too few agents"
PERFECT: Final = "on one line: no interval"
MINIMUM_AGENTS: Final = 4
"""Fisher's interval needs more than three pairs."""


@dataclass(frozen=True, slots=True)
class Correlation:
    """Pearson's r over ``agents`` agents, its interval, and the two-sided p-value of a t-test.

    None where there is none; ``note`` says why. ``adjusted`` is p corrected for the other tests in
    the same table.
    """

    r: float | None
    low: float | None
    high: float | None
    p: float | None
    agents: int
    note: str | None = None
    adjusted: float | None = None


def correlation(
    first: Sequence[float | None], second: Sequence[float | None], confidence: float = 0.95
) -> Correlation:
    """Pearson's r of paired values; pairs without a value are left out (Backdrop appendix L).

    Fisher's interval is ``tanh(artanh(r) -+ z / sqrt(n - 3))`` (Fisher 1921). Of r = 22/28 and
    seven pairs: artanh is 1.0602, z / sqrt(4) is 0.98, so from tanh(0.0802) to tanh(2.0402).

    >>> one = correlation([1, 2, 3, 4, 5, 6, 7], [2, 1, 4, 3, 7, 6, 5])
    >>> round(one.r, 4), round(one.low, 3), round(one.high, 3)
    (0.7857, 0.08, 0.967)
    """
    pairs = [
        (one, other)
        for one, other in zip(first, second, strict=True)
        if one is not None and other is not None
    ]
    count = len(pairs)
    if count < MINIMUM_AGENTS:
        return Correlation(None, None, None, None, count, TOO_FEW_AGENTS)
    left, right = np.array(pairs, dtype=np.float64).T
    if np.ptp(left) == 0 or np.ptp(right) == 0:
        return Correlation(None, None, None, None, count, NO_VARIATION)
    found = stats.pearsonr(left, right)
    interval = found.confidence_interval(confidence)
    low, high = float(interval.low), float(interval.high)
    if not low < high:
        return Correlation(float(found.statistic), None, None, float(found.pvalue), count, PERFECT)
    return Correlation(float(found.statistic), low, high, float(found.pvalue), count)
