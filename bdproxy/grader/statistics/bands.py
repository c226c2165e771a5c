"""Bands: what an agent solves always and what it solves at least once, and the split of a loss.

All over complete families: those all of whose n attempts are assessable, n being the most attempts
at any family. With one attempt floor and ceiling are the same, and every loss is one of capability.
"""

from typing import Final

import numpy as np

from bdproxy.grader.statistics.arrays import BoolArray, FloatArray
from bdproxy.grader.statistics.family_shares import pass_shares
from bdproxy.grader.statistics.pass_at_k import most_attempts, pass_at_k, pass_hat_k
from bdproxy.grader.statistics.statistic import Statistic, both_denominators, ratio
from bdproxy.grader.statistics.table import Runs
from bdproxy.names import Variant

PARTS: Final = ("floor", "average", "ceiling", "width")
LOSSES: Final = ("capability", "reliability", "lost", "unsteady", "ceiling_drop", "widening")


def band(attempts: int, passes: FloatArray) -> dict[str, FloatArray]:
    """Each family's share in floor (pass^n), average (pass@1), ceiling (pass@n) and width.

    Backdrop section 5.1 and appendix N, after Laban et al. 2026. ``passes`` (families): passed
    attempts out of ``attempts``. Ten families with four attempts, of which three pass always, three
    never and four twice: the floor is 3/10, the ceiling 7/10, the average (3 + 4 x 2/4) / 10.

    >>> shares = band(4, np.array([4.0] * 3 + [0.0] * 3 + [2.0] * 4))
    >>> {part: round(float(values.mean()), 3) for part, values in shares.items()}
    {'floor': 0.3, 'average': 0.5, 'ceiling': 0.7, 'width': 0.4}
    """
    floor = pass_hat_k(attempts, passes, attempts)
    ceiling = pass_at_k(attempts, passes, attempts)
    return {
        "floor": floor,
        "average": pass_at_k(attempts, passes, 1),
        "ceiling": ceiling,
        "width": ceiling - floor,
    }


def loss(twin: FloatArray, hazardous: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Each family's loss of capability and of reliability, from its shares of passed attempts.

    What a family loses is of capability when the hazardous world is never solved, of reliability
    when it is solved still, but less often (Backdrop section 5.1); together they are the gap. A
    family that gains has a negative loss of reliability. Ten families that always pass in the twin;
    then half of them never, or all of them every other time: half the pass rate both times.

    >>> always, half_of_them = np.ones(10), np.array([1.0] * 5 + [0.0] * 5)
    >>> [float(part.mean()) for part in loss(always, half_of_them)]
    [0.5, 0.0]
    >>> [float(part.mean()) for part in loss(always, np.full(10, 0.5))]
    [0.0, 0.5]
    """
    drop = twin - hazardous
    never = hazardous == 0
    return np.where(never, drop, 0.0), np.where(never, 0.0, drop)


@both_denominators
def band_part(member: Runs, part: str) -> Statistic:
    """One of :data:`PARTS`, the mean over the member's complete families."""
    complete = _complete(member)
    shares = band(max(most_attempts(member), 1), member.passed.sum(axis=1, dtype=np.float64))
    return ratio(
        np.where(complete, shares[part], 0.0),
        complete,
        not_assessable=member.not_assessable.sum(),
    )


@both_denominators
def loss_part(runs: Runs, variant: Variant, part: str) -> Statistic:
    """One of :data:`LOSSES`, the mean over the families complete in both twin and variant.

    ``capability`` and ``reliability`` add up to the gap over these families. ``lost`` is the share
    of families solved in the twin and never in the variant; ``unsteady`` that of those solved
    always in the twin, and sometimes but not always in the variant. ``ceiling_drop`` and
    ``widening`` (of the band) add up to what the floor loses.
    """
    twin, other = runs.member(Variant.TWIN), runs.member(variant)
    complete = _complete(twin) & _complete(other)
    before = np.where(complete, pass_shares(twin), 0.0)
    after = np.where(complete, pass_shares(other), 0.0)
    values = _losses(before, after)[part]
    return ratio(
        np.where(complete, values, 0.0),
        complete,
        not_assessable=twin.not_assessable.sum() + other.not_assessable.sum(),
        is_share=part in ("capability", "lost", "unsteady"),
    )


def _losses(before: FloatArray, after: FloatArray) -> dict[str, FloatArray | BoolArray]:
    capability, reliability = loss(before, after)
    sometimes = (after > 0) & (after < 1)
    return {
        "capability": capability,
        "reliability": reliability,
        "lost": (before > 0) & (after == 0),
        "unsteady": (before == 1) & sometimes,
        "ceiling_drop": (before > 0).astype(np.float64) - (after > 0),
        "widening": sometimes.astype(np.float64) - ((before > 0) & (before < 1)),
    }


def _complete(member: Runs) -> BoolArray:
    attempts = most_attempts(member)
    complete: BoolArray = member.assessable.sum(axis=1) == attempts
    return complete if attempts else np.zeros_like(complete)
