"""Rates of one member and losses against the twin, on tables counted by hand."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from bdproxy.grader.statistics.claims import false_success_of, overclaim_of
from bdproxy.grader.statistics.gap import gap_to_twin
from bdproxy.grader.statistics.keeps import keeps_in
from bdproxy.grader.statistics.mode_rates import rate_of_mode, step_cap_share
from bdproxy.grader.statistics.rates import pass_rate
from bdproxy.grader.statistics.table import GradedRun, Runs, Table
from bdproxy.names import EndReason, FailureMode, Outcome, Variant
from tests.grader.statistics.tables import drawn, runs_of

TWIN, COMPOUND = Variant.TWIN, Variant.COMPOUND
families = some.lists(
    some.fixed_dictionaries({TWIN: some.text("+-? ", max_size=4), COMPOUND: some.text("+-? ")}),
    min_size=1,
    max_size=6,
)


def member(runs: list[GradedRun], variant: Variant = TWIN) -> Runs:
    return Table.of(runs).agents["ada"].member(variant)


def test_gap_over_the_families_of_both() -> None:
    runs = drawn(
        {TWIN: "++", COMPOUND: "+-"},
        {TWIN: "+-", COMPOUND: "--"},
        {TWIN: "++", COMPOUND: "??"},
        {TWIN: "++"},
    )
    gap = gap_to_twin(runs, COMPOUND)
    assert gap.value == pytest.approx(((1 - 0.5) + (0.5 - 0)) / 2)
    assert (gap.families, gap.not_assessable) == (2, 2)


def test_keeps_counts_tasks_solved_at_least_once() -> None:
    runs = drawn(
        {TWIN: "+-", COMPOUND: "-+"},
        {TWIN: "++", COMPOUND: "--"},
        {TWIN: "--", COMPOUND: "++"},
        {TWIN: "++"},
    )
    keeps = keeps_in(runs, COMPOUND)
    assert keeps.value == 0.5
    assert keeps.totals.tolist() == [1, 2]


def test_claims_of_failed_runs() -> None:
    outcomes = [(one, True) for one in "++---?"] + [("-", None), ("-", False)]
    runs = [
        replace(run, attempt=at, claimed_success=claimed)
        for at, (mark, claimed) in enumerate(outcomes)
        for run in runs_of([{TWIN: mark}])
    ]
    false_success, overclaim = false_success_of(member(runs)), overclaim_of(member(runs))
    assert false_success.totals.tolist() == [3, 5]
    assert false_success.value_of_all == 3 / 6
    assert overclaim.totals.tolist() == [3, 7]
    assert overclaim.value_of_all == 3 / 8


def test_modes_and_ends() -> None:
    wrong = FailureMode.WRONG_END_STATE
    runs = [
        replace(
            run,
            modes=frozenset({wrong}) if run.attempt < 3 else frozenset(),
            end_reason=EndReason.CALL_LIMIT if run.attempt in (3, 5) else EndReason.COMPLETED,
        )
        for run in runs_of([{TWIN: "--+-?"}])
    ]
    assert rate_of_mode(member(runs), wrong).totals.tolist() == [2, 4]
    assert rate_of_mode(member(runs), FailureMode.COLLATERAL).value == 0
    assert step_cap_share(member(runs)).totals.tolist() == [1, 4]


@given(families)
def test_every_assessable_run_counts_once(pictures: list[dict[Variant, str]]) -> None:
    runs = runs_of(pictures)
    if not runs:
        return
    rate = pass_rate(member(runs))
    twins = [run.outcome for run in runs if run.variant is TWIN]
    assert rate.totals.tolist() == [
        twins.count(Outcome.PASS),
        len(twins) - twins.count(Outcome.NOT_ASSESSABLE),
    ]
    assert rate.not_assessable == twins.count(Outcome.NOT_ASSESSABLE)
    if rate.value is not None:
        assert rate.value_of_all is not None
        assert 0 <= rate.value_of_all <= rate.value <= 1


@given(families)
def test_bounds(pictures: list[dict[Variant, str]]) -> None:
    runs = drawn(*pictures) if runs_of(pictures) else None
    if runs is None:
        return
    gap, keeps = gap_to_twin(runs, COMPOUND).value, keeps_in(runs, COMPOUND).value
    assert gap is None or -1 <= gap <= 1
    assert keeps is None or 0 <= keeps <= 1


@given(some.lists(some.text("+-", min_size=2, max_size=2), min_size=1, max_size=6))
def test_a_world_without_effect_costs_nothing(attempts: list[str]) -> None:
    runs = drawn(*({TWIN: one, COMPOUND: one[::-1]} for one in attempts))
    assert gap_to_twin(runs, COMPOUND).value == 0


def test_a_mode_that_cannot_be_told_is_in_neither_count() -> None:
    """The run passes, or fails, and answers for the other modes all the same."""
    collateral, overclaim = FailureMode.COLLATERAL, FailureMode.OVERCLAIM
    runs = [
        replace(
            run,
            modes=frozenset({collateral} if run.attempt == 1 else ()),
            untold=frozenset({collateral} if run.attempt > 2 else ()),
        )
        for run in runs_of([{TWIN: "+--?"}])
    ]
    rate = rate_of_mode(member(runs), collateral)
    assert (rate.totals.tolist(), rate.not_assessable) == ([1, 2], 2)
    assert rate.value_of_all == 0.25
    assert rate_of_mode(member(runs), overclaim).totals.tolist() == [0, 3]
    assert pass_rate(member(runs)).totals.tolist() == [1, 3]
