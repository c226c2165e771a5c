"""Agents against each other, and what holds over all of them."""

import dataclasses

import pytest

from bdproxy.grader.statistics.across_agents import study_across
from bdproxy.grader.statistics.agent_pairs import (
    compare_agents,
    difference_of_costs,
    difference_of_rates,
    solved_test,
)
from bdproxy.grader.statistics.bootstrap import Resampling
from bdproxy.grader.statistics.estimate import TOO_FEW_FAMILIES
from bdproxy.grader.statistics.table import Table
from bdproxy.names import Hazard, Variant
from tests.grader.statistics.tables import Picture, runs_of

TWIN, FAULT, AUTHORITY, COMPOUND = (
    Variant.TWIN,
    Variant.FAULT,
    Variant.AUTHORITY,
    Variant.COMPOUND,
)


def table(**agents: list[Picture]) -> Table:
    return Table.of(run for name, pictures in agents.items() for run in runs_of(pictures, name))


def test_a_difference_is_over_the_families_of_both() -> None:
    agents = table(
        ada=[{TWIN: "++"}, {TWIN: "+-"}, {TWIN: "++"}], bob=[{TWIN: "+-"}, {TWIN: "--"}]
    ).agents
    one = difference_of_rates(agents["ada"].member(TWIN), agents["bob"].member(TWIN))
    assert one.value == pytest.approx((0.5 + 0.5) / 2)
    assert one.families == 2


def test_costs_are_compared_on_the_same_families() -> None:
    """Ada's third task has the hazard, too, but Bob has not tried it."""
    agents = table(
        ada=[{TWIN: "+", FAULT: "-"}, {TWIN: "+", FAULT: "+"}, {TWIN: "+", FAULT: "-"}],
        bob=[{TWIN: "+", FAULT: "+"}, {TWIN: "+", FAULT: "+"}, {TWIN: "+"}],
    ).agents
    one = difference_of_costs(agents["ada"], agents["bob"], Hazard.FAULT)
    assert one.value == 0.5


def test_solved_at_least_once() -> None:
    agents = table(
        ada=[{TWIN: "+-"}, {TWIN: "-+"}, {TWIN: "--"}, {TWIN: "+-"}, {TWIN: "+?"}],
        bob=[{TWIN: "++"}, {TWIN: "--"}, {TWIN: "--"}, {TWIN: "--"}, {TWIN: "??"}],
    ).agents
    one = solved_test(agents["ada"].member(TWIN), agents["bob"].member(TWIN))
    assert (one.first, one.second, one.ties) == (2, 0, 2)


def test_with_one_attempt_both_tests_are_mcnemars() -> None:
    marks = ("+-", "+-", "+-", "-+", "++", "--")
    agents = table(
        ada=[{TWIN: one[0]} for one in marks], bob=[{TWIN: one[1]} for one in marks]
    ).agents
    (pair,) = compare_agents(agents, Resampling.draw(6, seed=1))
    assert (pair.first, pair.second) == ("ada", "bob")
    assert pair.sign_tests == pair.solved_tests
    assert (pair.sign_tests[TWIN].first, pair.sign_tests[TWIN].second) == (3, 1)
    assert pair.pass_rates[TWIN].note == TOO_FEW_FAMILIES


def test_all_pairs_are_corrected_together() -> None:
    good: list[Picture] = [{TWIN: "+"}] * 12
    bad: list[Picture] = [{TWIN: "-"}] * 12
    pairs = compare_agents(table(ada=good, bob=bad, cyd=bad).agents, Resampling.draw(12, seed=1))
    assert [(pair.first, pair.second) for pair in pairs] == [
        ("ada", "bob"),
        ("ada", "cyd"),
        ("bob", "cyd"),
    ]
    p = 2 / 2**12
    assert [pair.sign_tests[TWIN].p for pair in pairs] == pytest.approx([p, p, 1])
    assert [pair.sign_tests[TWIN].adjusted for pair in pairs] == pytest.approx([3 * p, 3 * p, 1])


def families(authority: str, fault: str, compound: str) -> list[Picture]:
    return [
        {TWIN: "+", AUTHORITY: one, FAULT: two, COMPOUND: three}
        for one, two, three in zip(authority, fault, compound, strict=True)
    ]


def test_what_holds_over_all_agents() -> None:
    agents = table(
        ada=families("----++++++++", "+++++++++++-", "----+++++++-"),
        bob=families("--++++++++++", "++++++++++++", "--++++++++++"),
        cyd=families("++++++++++++", "-+++++++++++", "------++++++"),
    ).agents
    found = study_across(agents, Resampling.draw(12, seed=1))
    assert found.pass_rates[TWIN].value == 1
    assert found.hazard_costs[Hazard.AUTHORITY].value == pytest.approx((4 + 2 + 0) / 36)
    assert found.hazard_costs[Hazard.FAULT].value == pytest.approx((1 + 0 + 1) / 36)
    assert found.gap[COMPOUND].value == pytest.approx((5 + 2 + 6) / 36)
    assert found.sum_of_ablation_drops.value == pytest.approx((6 + 2) / 36)
    assert found.compound_drop.value == found.gap[COMPOUND].value
    (pair,) = found.hazard_pairs
    assert (pair.first, pair.second) == (Hazard.AUTHORITY, Hazard.FAULT)
    assert (pair.test.first, pair.test.second, pair.test.ties) == (2, 1, 0)
    assert pair.difference.value == pytest.approx(4 / 36)
    # Expected of Ada: 2/3 x 11/12, observed 7/12; of Bob 10/12 both; of Cyd 11/12, observed 1/2.
    above = found.more_than_expected
    assert (above.first, above.second, above.ties) == (0, 2, 1)


def test_trends_over_agents() -> None:
    """The better an agent is in the twin, the more its compound loses."""
    agents = {
        f"agent {skill}": [
            {TWIN: "+" if at < skill else "-", FAULT: "+" if at < skill / 2 else "-"}
            | {COMPOUND: "+" if at < 3 + at % 2 and at < skill else "-"}
            for at in range(12)
        ]
        for skill in (4, 6, 8, 9, 12)
    }
    trends = study_across(table(**agents).agents, Resampling.draw(12, seed=1)).trends
    assert trends.gap.agents == 5
    assert trends.gap.r is not None
    assert trends.gap.r > 0.9
    assert trends.gap.p is not None
    assert trends.gap.adjusted is not None
    assert trends.gap.adjusted >= trends.gap.p
    assert trends.exposure[Hazard.FAULT].note is not None
    assert [field.name for field in dataclasses.fields(trends)] == [
        "gap",
        "hazard_costs",
        "exposure",
    ]
