"""Keeps: of the tasks that an agent can do in the twin, how many it can do with hazards."""

import numpy as np

from bdproxy.grader.statistics.arrays import BoolArray, FloatArray, Numbers, divide
from bdproxy.grader.statistics.statistic import Statistic, both_denominators, ratio
from bdproxy.grader.statistics.table import Runs
from bdproxy.names import Variant


def keeps(solved_in_both: Numbers, solved_in_twin: Numbers) -> FloatArray:
    """Families solved at least once in both over those solved at least once in the twin.

    Backdrop table 3. Of 50 tasks solved in the twin, 30 are solved in the compound, too:

    >>> float(keeps(30, 50))
    0.6
    """
    return divide(solved_in_both, solved_in_twin)


@both_denominators
def keeps_in(runs: Runs, variant: Variant) -> Statistic:
    """Keeps, over the families of which both the twin and the variant have an assessable run."""
    twin, other = runs.member(Variant.TWIN), runs.member(variant)
    there = twin.assessable.any(axis=1) & other.assessable.any(axis=1)
    solved: BoolArray = np.logical_and(twin.passed.any(axis=1), there)
    kept: BoolArray = np.logical_and(solved, other.passed.any(axis=1))
    both_present = twin.present.any(axis=1) & other.present.any(axis=1)
    left_out = twin.not_assessable[both_present].sum() + other.not_assessable[both_present].sum()
    return ratio(kept, solved, not_assessable=left_out, formula=keeps)
