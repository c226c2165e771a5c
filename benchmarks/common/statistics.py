"""Medians, percentiles, and means of ratios."""

import math
import statistics
from collections.abc import Iterable, Sequence

median = statistics.median


def percentile(ordered: Sequence[float], share: float) -> float:
    """The value below which ``share`` (0 to 1) of ``ordered`` lies (nearest rank)."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def geometric_mean(ratios: Iterable[float]) -> float:
    """The mean that fits ratios: of 2 and 0.5 it is 1."""
    return statistics.geometric_mean(ratios)
