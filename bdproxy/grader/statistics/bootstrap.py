"""The family bootstrap: whole families drawn with replacement, all of their runs together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeVar

import numpy as np

from bdproxy.grader.statistics.arrays import FloatArray
from bdproxy.grader.statistics.estimate import (
    ALL_ALIKE,
    MINIMUM_FAMILIES,
    NO_VARIATION,
    NOTHING_TO_COUNT,
    OFTEN_UNDEFINED,
    TOO_FEW_FAMILIES,
    Estimate,
)
from bdproxy.grader.statistics.statistic import Statistic, number

RESAMPLES = 2000
CONFIDENCE = 0.95
MOST_UNDEFINED = 0.05
"""A larger share of resamples without a value (nothing to divide by) leaves no interval."""
_MOST_COLUMNS = 2048
_ROUNDING = 1e-12

Interval = tuple[float, float] | None
"""Low and high; None when the statistic is undefined too often."""

_Key = TypeVar("_Key")


@dataclass(frozen=True, eq=False, slots=True)
class Resampling:
    """How often each family is in each resample (``weights``: resamples, families).

    Drawing n of n families with replacement is a multinomial draw of how often each comes, so a
    statistic's sums in all resamples are one product of matrices. Intervals are percentile
    intervals (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13; Backdrop
    section 4: 2,000 resamples of whole families).
    """

    weights: FloatArray
    confidence: float = CONFIDENCE

    @classmethod
    def draw(
        cls,
        families: int,
        *,
        seed: int,
        resamples: int = RESAMPLES,
        confidence: float = CONFIDENCE,
    ) -> Self:
        """Draw resamples; the same seed gives the same ones.

        >>> weights = Resampling.draw(5, seed=1, resamples=3).weights
        >>> weights.shape, weights.sum(axis=1).tolist()
        ((3, 5), [5.0, 5.0, 5.0])
        """
        if families == 0:
            return cls(np.zeros((resamples, 0)), confidence)
        generator = np.random.default_rng(seed)
        drawn = generator.multinomial(families, np.full(families, 1 / families), size=resamples)
        # Each family's row in one piece: quantiles take rows in another order.
        return cls(np.ascontiguousarray(drawn.T, dtype=np.float64).T, confidence)

    def estimate(self, statistic: Statistic) -> Estimate:
        """A statistic's value and interval.

        Twelve families, three of which pass: 3/12, and the interval's ends are twelfths.

        >>> from bdproxy.grader.statistics.statistic import ratio
        >>> passed = ratio(np.array([1.0] * 3 + [0.0] * 9), np.ones(12))
        >>> one = Resampling.draw(12, seed=1).estimate(passed)
        >>> one.value, one.numerator, one.denominator, one.families
        (0.25, 3.0, 12.0, 12)
        >>> one.low * 12, one.high * 12
        (0.0, 6.0)
        """
        return self.estimates({0: statistic})[0]

    def estimates(self, statistics: Mapping[_Key, Statistic]) -> dict[_Key, Estimate]:
        """Many statistics at once, each with the same resamples."""
        found: dict[_Key, Estimate] = {}
        waiting: list[tuple[_Key, Statistic]] = []
        for key, statistic in statistics.items():
            waiting.append((key, statistic))
            if sum(one.columns.shape[1] for _, one in waiting) >= _MOST_COLUMNS:
                found |= self._batch(waiting)
                waiting = []
        return found | self._batch(waiting)

    def _batch(self, batch: Sequence[tuple[_Key, Statistic]]) -> dict[_Key, Estimate]:
        found = {key: _without_interval(one) for key, one in batch}
        drawn = [(key, one) for key, one in batch if found[key].note is None]
        if not drawn:
            return found
        ends = np.cumsum([one.columns.shape[1] for _, one in drawn])[:-1]
        totals = self.weights @ np.concatenate([one.columns for _, one in drawn], axis=1)
        parts = np.split(totals, ends, axis=1)
        values = np.stack(
            [one.formula(part) for (_, one), part in zip(drawn, parts, strict=True)], axis=1
        )
        for (key, one), interval in zip(drawn, self._intervals(values), strict=True):
            found[key] = self._with_interval(found[key], interval, is_share=one.is_share)
        return found

    def _intervals(self, values: FloatArray) -> list[Interval]:
        """One for each column of values (resamples, statistics)."""
        tail = (1 - self.confidence) / 2
        undefined = np.isnan(values).mean(axis=0)
        whole = undefined == 0
        bounds = np.full((2, values.shape[1]), np.nan)
        if whole.any():
            bounds[:, whole] = np.quantile(values[:, whole], [tail, 1 - tail], axis=0)
        for at in np.flatnonzero((undefined > 0) & (undefined <= MOST_UNDEFINED)):
            bounds[:, at] = np.nanquantile(values[:, at], [tail, 1 - tail])
        return [
            None if share > MOST_UNDEFINED else (float(low), float(high))
            for low, high, share in zip(*bounds, undefined, strict=True)
        ]

    def _with_interval(self, estimate: Estimate, interval: Interval, *, is_share: bool) -> Estimate:
        if interval is None:
            return replace(estimate, note=OFTEN_UNDEFINED)
        low, high = interval
        if high - low > _ROUNDING:
            return replace(estimate, low=low, high=high)
        if not is_share or estimate.value not in (0.0, 1.0):
            return replace(estimate, note=NO_VARIATION)
        low, high = all_alike(estimate.value, estimate.families, self.confidence)
        return replace(estimate, low=low, high=high, note=ALL_ALIKE)

    def quantile(self, values: FloatArray, share: float) -> Estimate:
        """A quantile of one value for each family (NaN: none) with its interval.

        >>> values = np.array([1.0] * 5 + [2.0] * 7 + [np.nan])
        >>> median = Resampling.draw(13, seed=1).quantile(values, 0.5)
        >>> median.value, median.low, median.high, median.families
        (2.0, 1.0, 2.0, 12)
        """
        there = np.flatnonzero(~np.isnan(values))
        if len(there) == 0:
            return Estimate(None, note=NOTHING_TO_COUNT)
        ranked = there[np.argsort(values[there], kind="stable")]
        estimate = Estimate(float(np.quantile(values[there], share)), families=len(there))
        if len(there) < MINIMUM_FAMILIES:
            return replace(estimate, note=TOO_FEW_FAMILIES)
        drawn = weighted_quantiles(values[ranked], self.weights.T[ranked], share)
        (interval,) = self._intervals(drawn[:, np.newaxis])
        return self._with_interval(estimate, interval, is_share=False)


def all_alike(value: float, families: int, confidence: float) -> tuple[float, float]:
    """Clopper and Pearson's exact interval (1934) when none (0) or all (1) of n families do it.

    Resampling families that are all alike can't show how unsure that is. With a half of the error
    on either side, all of n: from ``(error / 2) ** (1 / n)`` to 1. Of 10: 0.025 ** 0.1.

    >>> low, high = all_alike(1.0, 10, 0.95)
    >>> round(low, 4), high
    (0.6915, 1.0)
    """
    bound = float(((1 - confidence) / 2) ** (1 / families))
    return (bound, 1.0) if value else (0.0, 1 - bound)


def weighted_quantiles(ascending: FloatArray, weights: FloatArray, share: float) -> FloatArray:
    """The quantile of values that are repeated by whole-number weights (values, resamples).

    Interpolated linearly, as numpy does by default (Hyndman and Fan 1996, type 7). NaN where all
    weights are 0. Of 1, 1, 3, 3, 3 the median is 3; of 1 and 3 it is 2:

    >>> weighted_quantiles(np.array([1.0, 3.0]), np.array([[2.0, 1.0], [3.0, 1.0]]), 0.5).tolist()
    [3.0, 2.0]
    """
    below = np.cumsum(weights, axis=0)
    count = below[-1]
    position = np.maximum(count - 1, 0) * share
    lower, upper = np.floor(position), np.ceil(position)
    last = len(ascending) - 1
    at_lower = np.minimum((below <= lower).sum(axis=0), last)
    at_upper = np.minimum((below <= upper).sum(axis=0), last)
    step = ascending[at_upper] - ascending[at_lower]
    values: FloatArray = ascending[at_lower] + (position - lower) * step
    return np.where(count > 0, values, np.nan)


def _without_interval(statistic: Statistic) -> Estimate:
    totals = statistic.totals
    value, families = number(statistic.formula(totals)), statistic.families
    note = TOO_FEW_FAMILIES if families < MINIMUM_FAMILIES else None
    return Estimate(
        value=value,
        numerator=number(totals[0]) if statistic.is_fraction else None,
        denominator=number(totals[1]) if statistic.is_fraction else None,
        not_assessable=statistic.not_assessable,
        families=families,
        value_of_all=statistic.value_of_all,
        note=NOTHING_TO_COUNT if value is None else note,
    )
