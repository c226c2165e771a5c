"""Attribution: which single hazard a failure in a compound world comes from. Pure.

A mode that fires in a compound run is put down to a hazard if it fires in that hazard's ablation,
too: the run of the same task, the same agent (experiment) and the same attempt. (Backdrop, Eq. 1.)
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bdproxy.names import FailureMode, Hazard, Share, Variant


@dataclass(frozen=True, slots=True)
class RunKey:
    """What a compound run and its ablations have in common."""

    experiment: int
    task: str
    attempt: int


@dataclass(frozen=True, slots=True)
class FiredModes:
    """A graded run: which modes fired in it; None for those that can't be assessed.

    ``hazards`` are those that the family's compound carries.
    """

    run: int
    key: RunKey
    variant: Variant
    modes: Mapping[FailureMode, bool | None]
    hazards: tuple[Hazard, ...] = ()


@dataclass(frozen=True, slots=True)
class Attribution:
    """Where a mode that fired in the compound run ``run`` comes from.

    ``hazards`` are those whose ablation fired, too; ``unknown`` those whose ablation is missing or
    can't be assessed; ``in_twin`` whether it fires without any hazard as well, None if unknown.
    """

    run: int
    mode: FailureMode
    share: Share
    hazards: tuple[Hazard, ...]
    unknown: tuple[Hazard, ...]
    in_twin: bool | None


def attribute(runs: Iterable[FiredModes]) -> list[Attribution]:
    """One for each mode that fired in a compound run, in the order of runs and modes."""
    runs = list(runs)
    by_place = {(run.key, run.variant): run for run in runs}
    found = []
    for compound in runs:
        if compound.variant is not Variant.COMPOUND:
            continue
        for mode in FailureMode:
            if compound.modes.get(mode):
                found.append(_attribution(compound, mode, by_place))
    return found


def _attribution(
    compound: FiredModes,
    mode: FailureMode,
    by_place: Mapping[tuple[RunKey, Variant], FiredModes],
) -> Attribution:
    def fires_in(variant: Variant) -> bool | None:
        run = by_place.get((compound.key, variant))
        return None if run is None else run.modes.get(mode)

    in_ablations = {hazard: fires_in(Variant(hazard)) for hazard in compound.hazards}
    fired = tuple(hazard for hazard, fires in in_ablations.items() if fires)
    unknown = tuple(hazard for hazard, fires in in_ablations.items() if fires is None)
    return Attribution(
        compound.run, mode, _share(fired, unknown), fired, unknown, fires_in(Variant.TWIN)
    )


def _share(fired: tuple[Hazard, ...], unknown: tuple[Hazard, ...]) -> Share:
    if len(fired) > 1:
        return Share.SHARED
    if unknown:
        return Share.UNDETERMINED
    return Share.ONE if fired else Share.INTERACTION
