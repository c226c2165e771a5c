from dataclasses import replace

import pytest

from bdproxy.grader.statistics.exposure import (
    MODE_OF,
    exposure_to,
    response_to,
    response_when_not_reached,
    response_when_reached,
)
from bdproxy.grader.statistics.table import Runs, Table
from bdproxy.names import FailureMode, Hazard, Variant
from tests.grader.statistics.tables import fired, runs_of

AUTHORITY = Hazard.AUTHORITY
# Outcome, whether the cue reached the agent, and the modes that fired.
RUNS = (
    ("+", True, ""),
    ("-", True, "a"),
    ("-", True, "aw"),
    ("-", True, "i"),
    ("+", False, ""),
    ("-", False, "a"),
    ("?", True, "a"),
)


@pytest.fixture
def compound() -> Runs:
    family = {variant: "+" for variant in Variant if variant is not Variant.COMPOUND}
    runs = [
        replace(
            run,
            modes=fired(RUNS[run.attempt - 1][2]),
            exposed=frozenset({AUTHORITY}) if RUNS[run.attempt - 1][1] else frozenset(),
        )
        for run in runs_of([{**family, Variant.COMPOUND: "".join(one[0] for one in RUNS)}])
        if run.variant is Variant.COMPOUND
    ]
    return Table.of(runs).agents["ada"].member(Variant.COMPOUND)


def test_exposure_and_response(compound: Runs) -> None:
    exposure = exposure_to(compound, AUTHORITY)
    assert exposure.totals.tolist() == [4, 6]
    assert exposure.not_assessable == 1
    assert response_to(compound, AUTHORITY).totals.tolist() == [3, 6]
    assert response_when_reached(compound, AUTHORITY).totals.tolist() == [2, 4]
    assert response_when_not_reached(compound, AUTHORITY).totals.tolist() == [1, 2]


def test_a_crash_is_counted_where_its_cue_was(compound: Runs) -> None:
    assert response_when_reached(compound, AUTHORITY).not_assessable == 1
    assert response_when_reached(compound, AUTHORITY).value_of_all == 2 / 5
    assert response_when_not_reached(compound, AUTHORITY).not_assessable == 0


def test_other_hazards_are_their_own(compound: Runs) -> None:
    assert exposure_to(compound, Hazard.INJECTION).value == 0
    assert response_to(compound, Hazard.INJECTION).totals.tolist() == [1, 6]
    assert response_when_reached(compound, Hazard.INJECTION).value is None


def test_only_runs_that_carry_the_hazard_count() -> None:
    twin = Table.of(runs_of([{Variant.TWIN: "+-"}])).agents["ada"].member(Variant.TWIN)
    assert exposure_to(twin, AUTHORITY).value is None


def test_every_hazard_has_its_mode() -> None:
    assert set(MODE_OF) == set(Hazard)
    assert len(set(MODE_OF.values())) == len(Hazard)
    assert set(MODE_OF.values()) <= set(FailureMode)


def test_a_compound_without_the_hazard_is_no_baseline(compound: Runs) -> None:
    other = Table.of(
        runs_of([{Variant.BOUNDARY: "-", Variant.FAULT: "-", Variant.COMPOUND: "--"}])
    ).agents["ada"]
    baseline = response_when_not_reached(other.member(Variant.COMPOUND), AUTHORITY)
    assert baseline.value is None
    assert response_when_not_reached(compound, AUTHORITY).families == 1


def test_a_run_that_does_not_tell_is_no_answer(compound: Runs) -> None:
    told = compound.told.copy()
    told[0, 2, list(FailureMode).index(MODE_OF[AUTHORITY])] = False
    untold = replace(compound, told=told)
    assert exposure_to(untold, AUTHORITY).totals.tolist() == [4, 6]
    assert response_when_reached(untold, AUTHORITY).totals.tolist() == [1, 3]
    assert response_when_reached(untold, AUTHORITY).not_assessable == 2
