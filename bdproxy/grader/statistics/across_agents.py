"""What holds over all agents: means, which hazard costs more, and trends with capability."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Concatenate, ParamSpec

import numpy as np

from bdproxy.grader.statistics.agent_study import hazards_of
from bdproxy.grader.statistics.bootstrap import Resampling
from bdproxy.grader.statistics.correlation import correlation
from bdproxy.grader.statistics.exposure import exposure_to, response_when_reached
from bdproxy.grader.statistics.gap import gap_to_twin
from bdproxy.grader.statistics.hazard_cost import cost_of_hazard
from bdproxy.grader.statistics.multiple import corrected, holm
from bdproxy.grader.statistics.overlap import members
from bdproxy.grader.statistics.rates import pass_rate
from bdproxy.grader.statistics.sign_test import sign_test_of
from bdproxy.grader.statistics.statistic import Statistic, difference, mean_of
from bdproxy.grader.statistics.study import AcrossAgents, HazardPair, Trends
from bdproxy.grader.statistics.table import HAZARDS, Runs
from bdproxy.names import Hazard, Variant

_Rest = ParamSpec("_Rest")


def study_across(agents: Mapping[str, Runs], resampling: Resampling) -> AcrossAgents:
    """Compute what holds over all agents (Backdrop tables 4, 5, 13 and 15)."""
    all_runs = list(agents.values())
    variants = [one for one in Variant if any(one in runs.variants for runs in all_runs)]
    worlds = [variant for variant in variants if variant is not Variant.TWIN]
    hazards = [one for one in HAZARDS if any(one in hazards_of(runs) for runs in all_runs)]
    costs = {hazard: [cost_of_hazard(runs, hazard) for runs in all_runs] for hazard in hazards}
    compounds = [runs.member(Variant.COMPOUND) for runs in all_runs]
    overlaps = [members(runs) for runs in all_runs]

    return AcrossAgents(
        pass_rates=resampling.estimates(
            {one: _mean(pass_rate, [runs.member(one) for runs in all_runs]) for one in variants}
        ),
        gap=resampling.estimates({one: _mean(gap_to_twin, all_runs, one) for one in worlds}),
        hazard_costs=resampling.estimates({one: mean_of(costs[one]) for one in hazards}),
        exposure=resampling.estimates({one: _mean(exposure_to, compounds, one) for one in hazards}),
        reached=resampling.estimates(
            {one: _mean(response_when_reached, compounds, one) for one in hazards}
        ),
        sum_of_ablation_drops=resampling.estimate(
            mean_of([overlap.sum_of_ablation_drops for overlap in overlaps])
        ),
        compound_drop=resampling.estimate(mean_of([overlap.compound_drop for overlap in overlaps])),
        hazard_pairs=_hazard_pairs(costs, resampling),
        trends=_trends(all_runs, costs, resampling.confidence),
        more_than_expected=sign_test_of(
            _values([overlap.observed for overlap in overlaps]),
            _values([overlap.expected for overlap in overlaps]),
        ),
    )


def _mean(
    build: Callable[Concatenate[Runs, _Rest], Statistic],
    agents: Sequence[Runs],
    *args: _Rest.args,
    **kwargs: _Rest.kwargs,
) -> Statistic:
    return mean_of([build(runs, *args, **kwargs) for runs in agents])


def _hazard_pairs(
    costs: Mapping[Hazard, Sequence[Statistic]], resampling: Resampling
) -> tuple[HazardPair, ...]:
    pairs = list(combinations(costs, 2))
    differences = {
        (first, second): mean_of(list(map(difference, costs[first], costs[second])))
        for first, second in pairs
    }
    tests = {
        (first, second): sign_test_of(_values(costs[first]), _values(costs[second]))
        for first, second in pairs
    }
    estimates, tests = resampling.estimates(differences), corrected(tests)
    return tuple(
        HazardPair(first, second, estimates[first, second], tests[first, second])
        for first, second in pairs
    )


def _trends(
    agents: Sequence[Runs], costs: Mapping[Hazard, Sequence[Statistic]], confidence: float
) -> Trends:
    twins = [pass_rate(runs.member(Variant.TWIN)) for runs in agents]
    compounds = [runs.member(Variant.COMPOUND) for runs in agents]
    against: dict[tuple[str, Hazard | None], Sequence[Statistic]] = {
        ("gap", None): [gap_to_twin(runs, Variant.COMPOUND) for runs in agents]
    }
    for hazard, statistics in costs.items():
        against["cost", hazard] = statistics
        against["exposure", hazard] = [exposure_to(runs, hazard) for runs in compounds]
    found = {
        key: correlation([one.value for one in twins], [one.value for one in others], confidence)
        for key, others in against.items()
    }
    adjusted = holm({key: one.p for key, one in found.items() if one.p is not None})
    found = {key: replace(one, adjusted=adjusted.get(key)) for key, one in found.items()}
    return Trends(
        gap=found["gap", None],
        hazard_costs={hazard: found["cost", hazard] for hazard in costs},
        exposure={hazard: found["exposure", hazard] for hazard in costs},
    )


def _values(statistics: Sequence[Statistic]) -> np.ndarray:
    return np.array(
        [np.nan if one.value is None else one.value for one in statistics], dtype=np.float64
    )
