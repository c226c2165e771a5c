"""Do hazards break the same tasks? Their losses one by one against their loss together."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from bdproxy.grader.statistics.arrays import BoolArray, FloatArray, divide
from bdproxy.grader.statistics.family_shares import pass_shares
from bdproxy.grader.statistics.hazard_cost import hazard_cost
from bdproxy.grader.statistics.statistic import Statistic, ratio
from bdproxy.grader.statistics.table import HAZARDS, Runs
from bdproxy.names import Variant

Combine = Callable[[FloatArray, FloatArray], FloatArray]
"""From the observed and the expected pass rate to a value."""


def expected_if_independent(
    twin: float | FloatArray, costs: Iterable[float | FloatArray]
) -> FloatArray:
    """The compound's pass rate if each hazard took its share of what the others leave.

    ``twin x (1 - cost 1) x (1 - cost 2) ...`` (Backdrop table 17). Of a twin's 80 %, two hazards
    that cost a half and a quarter leave 80 % x 1/2 x 3/4:

    >>> round(float(expected_if_independent(0.8, [0.5, 0.25])), 3)
    0.3
    """
    expected = np.asarray(twin, dtype=np.float64)
    for cost in costs:
        expected = expected * (1 - np.asarray(cost))
    return expected


@dataclass(frozen=True, eq=False, slots=True)
class Members:
    """The families whose twin, compound and all ablations of the compound's hazards have runs.

    ``twin``, ``compound`` (families) and ``ablations``, ``carried`` (families, hazards): shares of
    passed attempts, and which hazards a family carries; zero in all other families.
    """

    there: BoolArray
    twin: FloatArray
    compound: FloatArray
    ablations: FloatArray
    carried: BoolArray
    not_assessable: int

    @property
    def sum_of_ablation_drops(self) -> Statistic:
        """The drops of pass rate by each hazard alone, added up; a hazard that is not there: 0."""
        drops = (self.twin[:, np.newaxis] - self.ablations) * self.carried
        return self._mean(drops.sum(axis=1))

    @property
    def compound_drop(self) -> Statistic:
        """The drop of pass rate by all hazards together, over the same families."""
        return self._mean(self.twin - self.compound)

    @property
    def observed(self) -> Statistic:
        """The compound's pass rate over these families."""
        return self._mean(self.compound, is_share=True)

    @property
    def expected(self) -> Statistic:
        """The compound's pass rate over these families if hazards were independent.

        Each hazard's cost is over the families here that carry it. Families with the same hazards
        are taken together: what is left of their twins' passes is added up.
        """
        return self._against_expected(lambda observed, expected: expected)

    @property
    def excess(self) -> Statistic:
        """Observed minus expected: above 0 where hazards break the same tasks."""
        return self._against_expected(lambda observed, expected: observed - expected)

    def _mean(self, values: FloatArray, *, is_share: bool = False) -> Statistic:
        return ratio(values, self.there, not_assessable=self.not_assessable, is_share=is_share)

    def _against_expected(self, combine: Combine) -> Statistic:
        carried_sets = np.unique(self.carried[self.there], axis=0)
        of_set = (self.carried[:, np.newaxis, :] == carried_sets).all(axis=2)
        columns = (
            self.there[:, np.newaxis],
            self.compound[:, np.newaxis],
            self.ablations * self.carried,
            self.twin[:, np.newaxis] * self.carried,
            self.twin[:, np.newaxis] * of_set,
        )
        hazards = len(HAZARDS)

        def formula(totals: FloatArray) -> FloatArray:
            ends = np.cumsum([1, 1, hazards, hazards])
            families, observed, passes, twins, twins_of_set = np.split(totals, ends, axis=-1)
            costs = hazard_cost(passes, twins)
            expected = np.zeros(totals.shape[:-1])
            for at, carried in enumerate(carried_sets):
                kept = expected_if_independent(
                    twins_of_set[..., at], [costs[..., one] for one in np.flatnonzero(carried)]
                )
                # A set of hazards that a resample does not have adds nothing, defined or not.
                expected = expected + np.where(twins_of_set[..., at] == 0, 0.0, kept)
            count = families[..., 0]
            return combine(divide(observed[..., 0], count), divide(expected, count))

        return Statistic(
            np.concatenate(columns, axis=1).astype(np.float64),
            formula,
            self.not_assessable,
            is_fraction=False,
        )


def members(runs: Runs) -> Members:
    """Gather an agent's families that have everything that the comparison needs."""
    twin, compound = pass_shares(runs.member(Variant.TWIN)), pass_shares(_compound(runs))
    ablations = np.stack(
        [pass_shares(runs.member(Variant(hazard.value))) for hazard in HAZARDS], axis=1
    )
    carried = _compound(runs).planted.any(axis=1)
    there = ~np.isnan(twin) & ~np.isnan(compound) & (~carried | ~np.isnan(ablations)).all(axis=1)
    carried = carried & there[:, np.newaxis]
    present = _compound(runs).present.any(axis=1)
    return Members(
        there=there,
        twin=np.where(there, twin, 0.0),
        compound=np.where(there, compound, 0.0),
        ablations=np.where(carried, ablations, 0.0),
        carried=carried,
        not_assessable=int(runs.not_assessable[present].sum()),
    )


def _compound(runs: Runs) -> Runs:
    return runs.member(Variant.COMPOUND)
