"""A number, how sure it is, and what it was counted from."""

from dataclasses import dataclass
from typing import Final

TOO_FEW_FAMILIES: Final = "too few families"
NOTHING_TO_COUNT: Final = "nothing to count"
ALL_ALIKE: Final = "all families alike: exact binomial interval over families"
NO_VARIATION: Final = "no variation between families"
OFTEN_UNDEFINED: Final = "undefined in too many resamples"
NO_TWIN: Final = "no runs of both"

MINIMUM_FAMILIES: Final = 10
"""With fewer, resampling families gives intervals that are far too tight, so there is none."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A statistic's value with its interval; None where there is none, and ``note`` says why.

    ``numerator`` and ``denominator`` are what was divided: counts of runs, or sums over families of
    their shares of passed attempts, as the statistic's own documentation says; both None for a
    statistic that is no plain fraction. ``families`` is how many of them say anything about it.
    ``not_assessable`` counts the runs that would have been counted but can't be assessed;
    ``value_of_all`` is the value with those in the denominator.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    numerator: float | None = None
    denominator: float | None = None
    not_assessable: int = 0
    families: int = 0
    value_of_all: float | None = None
    note: str | None = None
