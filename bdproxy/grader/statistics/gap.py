"""The gap: how many points of pass rate a world with hazards costs."""

import numpy as np

from bdproxy.grader.statistics.arrays import FloatArray, Numbers
from bdproxy.grader.statistics.family_shares import pair
from bdproxy.grader.statistics.statistic import Statistic, both_denominators, ratio
from bdproxy.grader.statistics.table import Runs
from bdproxy.names import Variant


def gap(twin: Numbers, hazardous: Numbers) -> FloatArray:
    """Twin minus compound pass rate, as a share of 1 (Backdrop table 3, there in points).

    The strongest model of Backdrop falls from 96.6 % to 56.0 %:

    >>> round(float(gap(0.966, 0.560)), 3)
    0.406
    """
    return np.asarray(twin, dtype=np.float64) - np.asarray(hazardous, dtype=np.float64)


@both_denominators
def gap_to_twin(runs: Runs, variant: Variant) -> Statistic:
    """The mean over families of the twin's share of passed attempts minus the variant's.

    Over the families of which both have an assessable run, which are the denominator.
    """
    shares = pair(runs, Variant.TWIN, variant)
    return ratio(
        gap(shares.first, shares.second),
        shares.there,
        not_assessable=shares.not_assessable,
        is_share=False,
    )
