"""How much of each family is solved: the share of its attempts that pass."""

from dataclasses import dataclass

import numpy as np

from bdproxy.grader.statistics.arrays import BoolArray, FloatArray, divide
from bdproxy.grader.statistics.table import Runs
from bdproxy.names import Variant


def pass_shares(member: Runs) -> FloatArray:
    """Each family's passes over its assessable attempts; NaN without any.

    One pass of two assessable attempts, and a third attempt that is not assessable: a half.

    >>> from bdproxy.grader.statistics.table import GradedRun, Table
    >>> from bdproxy.names import Outcome
    >>> table = Table.of(
    ...     GradedRun("ada", "task_1", "task", Variant.TWIN, attempt, outcome)
    ...     for attempt, outcome in enumerate(Outcome)
    ... )
    >>> pass_shares(table.agents["ada"].member(Variant.TWIN)).tolist()
    [0.5]
    """
    return divide(
        member.passed.sum(axis=1, dtype=np.float64),
        member.assessable.sum(axis=1, dtype=np.float64),
    )


@dataclass(frozen=True, eq=False, slots=True)
class Pair:
    """Two members of the same families: shares of passed attempts, zero where one has no run.

    Matched families count alike on both sides, however many of their attempts are assessable; so
    attempts that are missing on one side only can't look like a hazard's doing.
    """

    first: FloatArray
    second: FloatArray
    there: BoolArray
    not_assessable: int


def pair(runs: Runs, first: Variant, second: Variant) -> Pair:
    """Two members, over the families of which both have an assessable run."""
    return pair_of(runs.member(first), runs.member(second))


def pair_of(one: Runs, other: Runs) -> Pair:
    """The same for runs of one member each, such as one member's runs of two agents."""
    first, second = pass_shares(one), pass_shares(other)
    there = ~(np.isnan(first) | np.isnan(second))
    both_present = one.present.any(axis=1) & other.present.any(axis=1)
    left_out = one.not_assessable[both_present].sum() + other.not_assessable[both_present].sum()
    return Pair(np.where(there, first, 0.0), np.where(there, second, 0.0), there, int(left_out))
