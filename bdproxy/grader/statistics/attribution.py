"""Where the failures of a compound come from: one hazard, several, or only their combination."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bdproxy.grader.statistics.arrays import BoolArray
from bdproxy.grader.statistics.statistic import Statistic, ratio
from bdproxy.grader.statistics.table import HAZARDS, MODES, Runs
from bdproxy.names import FailureMode, Hazard, Variant

ORIGINS: Final = ("one", "several", "none")


def origin(fires_in: NDArray[np.int64] | list[int]) -> list[str]:
    """Where a mode that fired in a compound comes from, by how many ablations it fires in, too.

    Backdrop section 3.1 and equation 1: in exactly one ablation: that hazard's; in several: shared;
    in none: the hazards interact.

    >>> origin([1, 3, 0])
    ['one', 'several', 'none']
    """
    counts = np.asarray(fires_in)
    return [str(name) for name in np.select([counts == 0, counts == 1], ["none", "one"], "several")]


@dataclass(frozen=True, eq=False, slots=True)
class Attribution:
    """The firings of an agent's compound runs: shape (families, attempts, modes).

    A run of the compound is compared with the ablations' runs of the same task and attempt number;
    which attempts meet is arbitrary, so shares of ``none`` are upper bounds. A firing for which an
    ablation's run is missing, not assessable, or does not tell whether the mode fired, is unknown,
    whatever the others say.
    """

    firing: BoolArray
    unknown: BoolArray
    fires_in: NDArray[np.int64]
    also_in: dict[Hazard, BoolArray]

    def share(self, where: str, mode: FailureMode | None = None) -> Statistic:
        """Firings of an origin (:data:`ORIGINS`) over all firings, or over those of one mode."""
        counted = {
            "none": self.fires_in == 0,
            "one": self.fires_in == 1,
            "several": self.fires_in > 1,
        }[where]
        return self._share(counted, mode)

    def share_of_hazard(self, hazard: Hazard, mode: FailureMode | None = None) -> Statistic:
        """Firings that are one hazard's alone over all firings, or over those of one mode."""
        return self._share((self.fires_in == 1) & self.also_in[hazard], mode)

    def _share(self, counted: BoolArray, mode: FailureMode | None) -> Statistic:
        kept = np.array([mode in (None, one) for one in MODES])
        return ratio(
            (self.firing & counted & kept).sum(axis=(1, 2)),
            (self.firing & kept).sum(axis=(1, 2)),
            not_assessable=(self.unknown & kept).sum(),
        )


def attribute(runs: Runs) -> Attribution:
    """Compare an agent's compound with its ablations.

    The shares count firings, not runs; ``not_assessable`` of theirs counts unknown firings.
    """
    compound = runs.member(Variant.COMPOUND)
    fires_in = np.zeros(compound.fired.shape, dtype=np.int64)
    known = compound.told.copy()
    also_in: dict[Hazard, BoolArray] = {}
    for hazard in HAZARDS:
        ablation = runs.member(Variant(hazard.value))
        planted = compound.carrying(hazard)[..., np.newaxis]
        also_in[hazard] = ablation.fired & planted
        fires_in += also_in[hazard]
        known &= ~planted | ablation.told
    return Attribution(
        firing=compound.fired & known,
        unknown=compound.fired & ~known,
        fires_in=fires_in,
        also_in=also_in,
    )
