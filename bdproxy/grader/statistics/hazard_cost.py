"""What a hazard costs: the share of the twin's passes that it removes."""

import numpy as np

from bdproxy.grader.statistics.arrays import BoolArray, FloatArray, Numbers, divide
from bdproxy.grader.statistics.family_shares import pair
from bdproxy.grader.statistics.statistic import Statistic, both_denominators, ratio
from bdproxy.grader.statistics.table import Runs
from bdproxy.names import Hazard, Variant


def hazard_cost(passes_with_hazard: Numbers, twin_passes: Numbers) -> FloatArray:
    """``1 - passes with the hazard / twin passes`` (Backdrop sections 4 and 5.2).

    NaN without a twin pass; below 0 where the hazard's world is passed more often. An agent that
    passes 40 of its twins and 30 of the same tasks with the hazard has lost a quarter:

    >>> float(hazard_cost(30, 40))
    0.25
    """
    return 1 - divide(passes_with_hazard, twin_passes)


@both_denominators
def cost_of(runs: Runs, variant: Variant, among: BoolArray | None = None) -> Statistic:
    """The cost of a variant's hazards, over the families that have the variant.

    Passes are sums over families of the share of their attempts that pass: with n assessable
    attempts everywhere, the passes divided by n. ``among`` (families) keeps some of them.
    """
    shares = pair(runs, Variant.TWIN, variant)
    kept = np.ones_like(shares.there) if among is None else among
    left_out = shares.not_assessable if among is None else _left_out(runs, variant, kept)
    return ratio(
        shares.second * kept,
        shares.first * kept,
        not_assessable=left_out,
        is_share=False,
        formula=hazard_cost,
    )


def cost_of_hazard(runs: Runs, hazard: Hazard, among: BoolArray | None = None) -> Statistic:
    """The cost of one hazard: of its ablation, over the families that carry it."""
    return cost_of(runs, Variant(hazard.value), among)


def _left_out(runs: Runs, variant: Variant, kept: BoolArray) -> int:
    twin, other = runs.member(Variant.TWIN), runs.member(variant)
    both = twin.present.any(axis=1) & other.present.any(axis=1) & kept
    return int(twin.not_assessable[both].sum() + other.not_assessable[both].sum())
