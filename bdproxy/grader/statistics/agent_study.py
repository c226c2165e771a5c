"""Every statistic of one agent."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

import numpy as np

from bdproxy.grader.statistics.arrays import BoolArray
from bdproxy.grader.statistics.attribution import ORIGINS, Attribution, attribute
from bdproxy.grader.statistics.bands import LOSSES, PARTS, band_part, loss_part
from bdproxy.grader.statistics.bootstrap import Resampling
from bdproxy.grader.statistics.claims import false_success_of, overclaim_of
from bdproxy.grader.statistics.degradation import degradation_of
from bdproxy.grader.statistics.estimate import Estimate
from bdproxy.grader.statistics.exposure import (
    exposure_to,
    response_to,
    response_when_not_reached,
    response_when_reached,
)
from bdproxy.grader.statistics.gap import gap_to_twin
from bdproxy.grader.statistics.hazard_cost import cost_of_hazard
from bdproxy.grader.statistics.keeps import keeps_in
from bdproxy.grader.statistics.mode_rates import rate_of_mode, step_cap_share
from bdproxy.grader.statistics.overlap import members
from bdproxy.grader.statistics.pass_at_k import mean_pass_at_k, mean_pass_hat_k, most_attempts
from bdproxy.grader.statistics.rates import pass_rate
from bdproxy.grader.statistics.recovery import MEASURES, ratios_by_family, spent_per_success
from bdproxy.grader.statistics.statistic import Statistic
from bdproxy.grader.statistics.study import (
    AgentStudy,
    Band,
    Counts,
    Loss,
    Origins,
    Overlap,
    Recovery,
    Response,
)
from bdproxy.grader.statistics.surfaces import cost_on_surface, surfaces_of
from bdproxy.grader.statistics.table import HAZARDS, MODES, Runs
from bdproxy.names import FailureMode, Hazard, Variant

RESPONSES: Final[Mapping[str, Callable[[Runs, Hazard], Statistic]]] = {
    "exposure": exposure_to,
    "all_runs": response_to,
    "reached": response_when_reached,
    "not_reached": response_when_not_reached,
}
QUANTILES: Final = (0.25, 0.75, 0.9, 0.95, 1.0)

_Outer = TypeVar("_Outer")
_Inner = TypeVar("_Inner")


def study_agent(agent: str, runs: Runs, resampling: Resampling) -> AgentStudy:
    """Compute all of an agent's statistics with the same resamples."""
    estimates = resampling.estimates
    variants = runs.variants
    worlds = tuple(variant for variant in variants if variant is not Variant.TWIN)
    hazards = hazards_of(runs)
    member = {variant: runs.member(variant) for variant in variants}
    ks = {one: range(1, most_attempts(member[one]) + 1) for one in variants}
    modes = estimates({(m, v): rate_of_mode(member[v], m) for m in MODES for v in variants})
    mode_rates = _nested(modes, MODES)
    bands = _nested(
        estimates({(v, part): band_part(member[v], part) for v in variants for part in PARTS}),
        variants,
    )
    losses = _nested(
        estimates({(v, part): loss_part(runs, v, part) for v in worlds for part in LOSSES}), worlds
    )
    origins = _origins(attribute(runs), resampling, hazards)
    return AgentStudy(
        agent=agent,
        counts={variant: _counts(member[variant]) for variant in variants},
        pass_rates=estimates({one: pass_rate(member[one]) for one in variants}),
        gap=estimates({one: gap_to_twin(runs, one) for one in worlds}),
        hazard_costs=estimates({one: cost_of_hazard(runs, one) for one in hazards}),
        degradation=estimates({one: degradation_of(runs, one) for one in worlds}),
        keeps=estimates({one: keeps_in(runs, one) for one in worlds}),
        pass_at=_nested(
            estimates({(v, k): mean_pass_at_k(member[v], k) for v in variants for k in ks[v]}),
            variants,
        ),
        pass_hat=_nested(
            estimates({(v, k): mean_pass_hat_k(member[v], k) for v in variants for k in ks[v]}),
            variants,
        ),
        bands={one: Band(most_attempts(member[one]), **bands[one]) for one in variants},
        losses={one: Loss(**losses[one]) for one in worlds},
        false_success=estimates({one: false_success_of(member[one]) for one in variants}),
        overclaim=estimates({one: overclaim_of(member[one]) for one in variants}),
        wrong_end_state=mode_rates[FailureMode.WRONG_END_STATE],
        step_cap=estimates({one: step_cap_share(member[one]) for one in variants}),
        mode_rates=mode_rates,
        responses=_responses(runs, hazards, resampling),
        origins=origins[None],
        origins_by_mode={mode: origins[mode] for mode in MODES},
        overlap=_overlap(runs, resampling),
        surface_costs=_nested(
            estimates(
                {
                    (hazard, surface): cost_on_surface(runs, hazard, surface)
                    for hazard in hazards
                    for surface in surfaces_of(runs, hazard)
                }
            ),
            hazards,
        ),
        recovery={measure: _recovery(runs, worlds, measure, resampling) for measure in MEASURES},
    )


def hazards_of(runs: Runs) -> tuple[Hazard, ...]:
    """The hazards that any of an agent's runs carries."""
    return tuple(hazard for hazard in HAZARDS if runs.carrying(hazard).any())


def _nested(
    flat: Mapping[tuple[_Outer, _Inner], Estimate], outer: Iterable[_Outer]
) -> dict[_Outer, dict[_Inner, Estimate]]:
    nested: dict[_Outer, dict[_Inner, Estimate]] = {one: {} for one in outer}
    for (one, inner), estimate in flat.items():
        nested[one][inner] = estimate
    return nested


def _counts(member: Runs) -> Counts:
    def count(array: BoolArray) -> int:
        return int(array.sum())

    return Counts(
        runs=count(member.present),
        passed=count(member.passed),
        failed=count(member.assessable & ~member.passed),
        not_assessable=count(member.not_assessable),
    )


def _responses(
    runs: Runs, hazards: Iterable[Hazard], resampling: Resampling
) -> dict[Hazard, dict[Variant, Response]]:
    members_of = {variant: runs.member(variant) for variant in runs.variants}
    carrying = [
        (hazard, variant)
        for hazard in hazards
        for variant, member in members_of.items()
        if member.carrying(hazard).any()
    ]
    parts = _nested(
        resampling.estimates(
            {
                ((hazard, variant), part): build(members_of[variant], hazard)
                for hazard, variant in carrying
                for part, build in RESPONSES.items()
            }
        ),
        carrying,
    )
    found: dict[Hazard, dict[Variant, Response]] = {hazard: {} for hazard in hazards}
    for hazard, variant in carrying:
        found[hazard][variant] = Response(**parts[hazard, variant])
    return found


def _origins(
    attribution: Attribution, resampling: Resampling, hazards: Iterable[Hazard]
) -> dict[FailureMode | None, Origins]:
    """By mode; None: of all modes together."""
    modes = (None, *MODES)
    shares = resampling.estimates(
        {(mode, where): attribution.share(where, mode) for mode in modes for where in ORIGINS}
    )
    alone = resampling.estimates(
        {(mode, one): attribution.share_of_hazard(one, mode) for mode in modes for one in hazards}
    )
    by_origin, by_hazard = _nested(shares, modes), _nested(alone, modes)
    return {mode: Origins(**by_origin[mode], by_hazard=by_hazard[mode]) for mode in modes}


def _overlap(runs: Runs, resampling: Resampling) -> Overlap:
    families = members(runs)
    parts: dict[str, Statistic] = {
        "sum_of_ablation_drops": families.sum_of_ablation_drops,
        "compound_drop": families.compound_drop,
        "expected": families.expected,
        "observed": families.observed,
        "excess": families.excess,
    }
    return Overlap(**resampling.estimates(parts))


def _recovery(
    runs: Runs, worlds: Iterable[Variant], measure: str, resampling: Resampling
) -> dict[Variant, Recovery]:
    per_success = resampling.estimates(
        {one: spent_per_success(runs, one, measure) for one in worlds}
    )
    found = {}
    for variant, spent in per_success.items():
        ratios = ratios_by_family(runs, variant, measure)
        there = ratios[~np.isnan(ratios)]
        quantiles = [*np.quantile(there, QUANTILES).tolist()] if len(there) else [None] * 5
        lower, upper, percentile_90, percentile_95, largest = quantiles
        found[variant] = Recovery(
            median=resampling.quantile(ratios, 0.5),
            lower_quartile=lower,
            upper_quartile=upper,
            percentile_90=percentile_90,
            percentile_95=percentile_95,
            largest=largest,
            mean=float(there.mean()) if len(there) else None,
            per_success=spent,
        )
    return found
