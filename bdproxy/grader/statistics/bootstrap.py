"""The family bootstrap: whole families drawn with replacement, all of their runs together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self, TypeVar

import numpy as np
from scipy import stats

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
        return cls(drawn.astype(np.float64), confidence)

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
        drawn = [one for one in batch if self._obstacle(one[1]) is None]
        found = {key: _estimate(one, self._obstacle(one)) for key, one in batch}
        if not drawn:
            return found
        ends = np.cumsum([one.columns.shape[1] for _, one in drawn])[:-1]
        totals = self.weights @ np.concatenate([one.columns for _, one in drawn], axis=1)
        parts = np.split(totals, ends, axis=1)
        values = np.stack(
            [one.formula(part) for (_, one), part in zip(drawn, parts, strict=True)], axis=1
        )
        for (key, one), (low, high, note) in zip(drawn, self._intervals(values), strict=True):
            found[key] = self._with_interval(one, low, high, note)
        return found

    def _obstacle(self, statistic: Statistic) -> str | None:
        if statistic.value is None:
            return NOTHING_TO_COUNT
        return TOO_FEW_FAMILIES if statistic.families < MINIMUM_FAMILIES else None

    def _intervals(self, values: FloatArray) -> list[tuple[float, float, str | None]]:
        """For each column of values (resamples, statistics): low, high, or why there is none."""
        tail = (1 - self.confidence) / 2
        undefined = np.isnan(values).mean(axis=0)
        whole = undefined == 0
        bounds = np.full((2, values.shape[1]), np.nan)
        if whole.any():
            bounds[:, whole] = np.quantile(values[:, whole], [tail, 1 - tail], axis=0)
        for at in np.flatnonzero((undefined > 0) & (undefined <= MOST_UNDEFINED)):
            bounds[:, at] = np.nanquantile(values[:, at], [tail, 1 - tail])
        return [
            (float(low), float(high), OFTEN_UNDEFINED if share > MOST_UNDEFINED else None)
            for low, high, share in zip(*bounds, undefined, strict=True)
        ]

    def _with_interval(
        self, statistic: Statistic, low: float, high: float, note: str | None
    ) -> Estimate:
        if note is None and np.isclose(low, high, rtol=0, atol=1e-12):
            value = statistic.value
            if not statistic.is_share or value not in (0.0, 1.0):
                return _estimate(statistic, NO_VARIATION)
            return _estimate(statistic, ALL_ALIKE, *self._exact(value, statistic.families))
        if note is not None:
            return _estimate(statistic, note)
        return _estimate(statistic, None, low, high)

    def _exact(self, value: float, families: int) -> tuple[float, float]:
        """Clopper and Pearson's interval of 0 or all of n families."""
        exact = stats.binomtest(round(value * families), families).proportion_ci(
            self.confidence, method="exact"
        )
        return float(exact.low), float(exact.high)

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
        value = float(np.quantile(values[there], share))
        if len(there) < MINIMUM_FAMILIES:
            return Estimate(value, families=len(there), note=TOO_FEW_FAMILIES)
        drawn = weighted_quantiles(values[ranked], self.weights[:, ranked], share)
        ((low, high, note),) = self._intervals(drawn[:, np.newaxis])
        if note is None and low == high:
            note = NO_VARIATION
        if note is not None:
            return Estimate(value, families=len(there), note=note)
        return Estimate(value, low, high, families=len(there))


def weighted_quantiles(ascending: FloatArray, weights: FloatArray, share: float) -> FloatArray:
    """For each row of whole-number weights, the quantile of the values repeated that often.

    Interpolated linearly, as numpy does by default (Hyndman and Fan 1996, type 7). NaN for a row of
    zeros. Of 1, 1, 3, 3, 3 the median is 3; of 1 and 3 it is 2:

    >>> weighted_quantiles(np.array([1.0, 3.0]), np.array([[2.0, 3.0], [1.0, 1.0]]), 0.5).tolist()
    [3.0, 2.0]
    """
    below = np.cumsum(weights, axis=1)
    count = below[:, -1]
    position = np.maximum(count - 1, 0) * share
    lower, upper = np.floor(position), np.ceil(position)
    last = len(ascending) - 1
    at_lower = np.minimum((below <= lower[:, np.newaxis]).sum(axis=1), last)
    at_upper = np.minimum((below <= upper[:, np.newaxis]).sum(axis=1), last)
    step = ascending[at_upper] - ascending[at_lower]
    values: FloatArray = ascending[at_lower] + (position - lower) * step
    return np.where(count > 0, values, np.nan)


def _estimate(
    statistic: Statistic, note: str | None, low: float | None = None, high: float | None = None
) -> Estimate:
    totals = statistic.totals
    return Estimate(
        value=statistic.value,
        low=low,
        high=high,
        numerator=number(totals[0]) if statistic.is_fraction else None,
        denominator=number(totals[1]) if statistic.is_fraction else None,
        not_assessable=statistic.not_assessable,
        families=statistic.families,
        value_of_all=statistic.value_of_all,
        note=note,
    )
