"""Shares of one member's runs: of those that are assessable, how many are so."""

from collections.abc import Callable

import numpy as np

from bdproxy.grader.statistics.arrays import BoolArray, FloatArray, Numbers, divide
from bdproxy.grader.statistics.statistic import Statistic, both_denominators, ratio
from bdproxy.grader.statistics.table import Runs


def share_of_runs(
    member: Runs,
    counted: BoolArray,
    among: BoolArray | None = None,
    formula: Callable[[Numbers, Numbers], FloatArray] = divide,
) -> Statistic:
    """Runs that are ``counted`` over the assessable runs (``among`` some of them, or all).

    Arrays have the shape (families, attempts). Two of four, one of which can't be assessed: 2/3.

    >>> from bdproxy.grader.statistics.table import GradedRun, Table
    >>> from bdproxy.names import Outcome, Variant
    >>> outcomes = (Outcome.PASS, Outcome.PASS, Outcome.FAIL, Outcome.NOT_ASSESSABLE)
    >>> table = Table.of(
    ...     GradedRun("ada", f"task_{at}", "task", Variant.TWIN, 1, outcome)
    ...     for at, outcome in enumerate(outcomes)
    ... )
    >>> twin = table.agents["ada"].member(Variant.TWIN)
    >>> share = share_of_runs(twin, twin.passed)
    >>> round(share.value, 3), share.not_assessable
    (0.667, 1)
    """
    eligible = np.ones_like(member.present) if among is None else among
    base = member.assessable & eligible
    return ratio(
        (counted & base).sum(axis=1),
        base.sum(axis=1),
        not_assessable=(member.not_assessable & eligible).sum(),
        formula=formula,
    )


@both_denominators
def pass_rate(member: Runs) -> Statistic:
    """Passed runs over assessable runs."""
    return share_of_runs(member, member.passed)
