"""Two agents against each other, on the families that both have tried."""

from collections.abc import Mapping
from itertools import combinations
from typing import TypeVar

from bdproxy.grader.statistics.bootstrap import Resampling
from bdproxy.grader.statistics.family_shares import pair, pair_of, pass_shares
from bdproxy.grader.statistics.gap import gap
from bdproxy.grader.statistics.hazard_cost import cost_of_hazard
from bdproxy.grader.statistics.multiple import corrected
from bdproxy.grader.statistics.sign_test import PairedTest, mcnemar, sign_test_of
from bdproxy.grader.statistics.statistic import Statistic, difference, ratio
from bdproxy.grader.statistics.study import AgentPair
from bdproxy.grader.statistics.table import Runs
from bdproxy.names import Hazard, Variant

_Last = TypeVar("_Last")
_Value = TypeVar("_Value")


def difference_of_rates(first: Runs, second: Runs) -> Statistic:
    """The mean over families of the first agent's share of passed attempts minus the second's.

    For runs of one member each. One family that only the first solves, and one that both do:

    >>> from bdproxy.grader.statistics.table import GradedRun, Table
    >>> from bdproxy.names import Outcome
    >>> agents = Table.of(
    ...     GradedRun(agent, task, "s", Variant.TWIN, 1, outcome)
    ...     for agent, task, outcome in (
    ...         ("ada", "s_1", Outcome.PASS), ("ada", "s_2", Outcome.PASS),
    ...         ("bob", "s_1", Outcome.PASS), ("bob", "s_2", Outcome.FAIL),
    ...     )
    ... ).agents
    >>> twins = [agents[name].member(Variant.TWIN) for name in ("ada", "bob")]
    >>> difference_of_rates(*twins).value
    0.5
    """
    shares = pair_of(first, second)
    return ratio(
        gap(shares.first, shares.second),
        shares.there,
        not_assessable=shares.not_assessable,
        is_share=False,
    )


def difference_of_costs(first: Runs, second: Runs, hazard: Hazard) -> Statistic:
    """The first agent's cost of a hazard minus the second's, over the families of both.

    A family counts when both agents have its twin and its ablation.
    """
    variant = Variant(hazard.value)
    there = pair(first, Variant.TWIN, variant).there & pair(second, Variant.TWIN, variant).there
    return difference(cost_of_hazard(first, hazard, there), cost_of_hazard(second, hazard, there))


def solved_test(first: Runs, second: Runs) -> PairedTest:
    """McNemar's test of the families that each solves at least once, of those that both tried."""
    shares = pair_of(first, second)
    return mcnemar((shares.first > 0)[shares.there], (shares.second > 0)[shares.there])


def compare_agents(agents: Mapping[str, Runs], resampling: Resampling) -> tuple[AgentPair, ...]:
    """Every pair of agents, in the order of the table."""
    rates: dict[tuple[str, str, Variant], Statistic] = {}
    costs: dict[tuple[str, str, Hazard], Statistic] = {}
    signs: dict[tuple[str, str, Variant], PairedTest] = {}
    solved: dict[tuple[str, str, Variant], PairedTest] = {}
    members = {
        agent: {variant: runs.member(variant) for variant in runs.variants}
        for agent, runs in agents.items()
    }
    pairs = list(combinations(agents, 2))
    for first, second in pairs:
        for variant in Variant:
            if variant in members[first] and variant in members[second]:
                one, other = members[first][variant], members[second][variant]
                rates[first, second, variant] = difference_of_rates(one, other)
                signs[first, second, variant] = sign_test_of(pass_shares(one), pass_shares(other))
                solved[first, second, variant] = solved_test(one, other)
        for hazard in Hazard:
            if all(agents[agent].carrying(hazard).any() for agent in (first, second)):
                costs[first, second, hazard] = difference_of_costs(
                    agents[first], agents[second], hazard
                )
    rate_estimates, cost_estimates = resampling.estimates(rates), resampling.estimates(costs)
    signs, solved = corrected(signs), corrected(solved)
    return tuple(
        AgentPair(
            first=first,
            second=second,
            pass_rates=_between(rate_estimates, first, second),
            hazard_costs=_between(cost_estimates, first, second),
            sign_tests=_between(signs, first, second),
            solved_tests=_between(solved, first, second),
        )
        for first, second in pairs
    )


def _between(
    values: Mapping[tuple[str, str, _Last], _Value], first: str, second: str
) -> dict[_Last, _Value]:
    return {last: value for (*two, last), value in values.items() if two == [first, second]}
