import numpy as np
import pytest

from bdproxy.grader.statistics.bootstrap import Resampling
from bdproxy.grader.statistics.overlap import expected_if_independent, members
from bdproxy.names import Variant
from tests.grader.statistics.tables import Picture, drawn

TWIN, COMPOUND = Variant.TWIN, Variant.COMPOUND
AUTHORITY, FAULT, BOUNDARY = Variant.AUTHORITY, Variant.FAULT, Variant.BOUNDARY


def both(twin: str, authority: str, fault: str, compound: str) -> Picture:
    return {TWIN: twin, AUTHORITY: authority, FAULT: fault, COMPOUND: compound}


def test_hazards_that_break_the_same_tasks() -> None:
    """Each hazard alone breaks two of four tasks; the same two."""
    runs = drawn(*[both("+", "-", "-", "-")] * 2, *[both("+", "+", "+", "+")] * 2)
    found = members(runs)
    assert found.sum_of_ablation_drops.value == 1
    assert found.compound_drop.value == 0.5
    assert found.observed.value == 0.5
    assert found.expected.value == 0.25
    assert found.excess.value == 0.25


def test_hazards_that_are_independent() -> None:
    runs = drawn(
        both("+", "-", "-", "-"),
        both("+", "+", "-", "-"),
        both("+", "-", "+", "-"),
        both("+", "+", "+", "+"),
    )
    assert members(runs).excess.value == 0


def test_families_with_different_hazards() -> None:
    """Two carry authority and fault, two authority and boundary; authority costs half of all."""
    runs = drawn(
        both("+", "-", "+", "-"),
        both("+", "+", "+", "+"),
        {TWIN: "+", AUTHORITY: "+", BOUNDARY: "-", COMPOUND: "-"},
        {TWIN: "-", AUTHORITY: "-", BOUNDARY: "-", COMPOUND: "-"},
    )
    found = members(runs)
    assert found.sum_of_ablation_drops.value == pytest.approx((1 + 0 + 1 + 0) / 4)
    # Authority keeps 2 of 3, fault all, boundary nothing: 2 twins x 2/3 x 1 and 1 twin x 2/3 x 0.
    assert found.expected.value == pytest.approx(2 * (2 / 3) / 4)
    assert found.observed.value == 1 / 4


def test_incomplete_families_are_left_out() -> None:
    complete = both("+", "-", "+", "-")
    lacking = {TWIN: "+", AUTHORITY: "?", FAULT: "+", COMPOUND: "-"}
    found = members(drawn(complete, lacking, {TWIN: "+"}))
    assert found.compound_drop.families == 1
    assert found.compound_drop.not_assessable == 1
    assert found.expected.value == 0


def test_nothing_to_compare() -> None:
    found = members(drawn({TWIN: "+", FAULT: "-"}))
    for one in (found.expected, found.excess, found.observed, found.sum_of_ablation_drops):
        assert one.value is None


def test_resamples_are_the_statistic_of_the_families_drawn() -> None:
    generator = np.random.default_rng(3)
    pictures: list[Picture] = []
    for at in range(20):
        marks = ["".join("+-"[bit] for bit in generator.integers(0, 2, 4)) for _ in range(4)]
        marks[0] = "+++-"
        hazard = FAULT if at % 2 else BOUNDARY
        pictures.append(dict(zip((TWIN, AUTHORITY, hazard, COMPOUND), marks, strict=True)))
    resampling = Resampling.draw(20, seed=1, resamples=50)
    statistic = members(drawn(*pictures)).excess
    by_weights = statistic.formula(resampling.weights @ statistic.columns)
    again = [
        members(drawn(*(pictures[one] for one in np.repeat(np.arange(20), row)))).excess.value
        for row in resampling.weights.astype(int)
    ]
    assert by_weights.tolist() == pytest.approx(again)


def test_no_hazard_leaves_the_twin() -> None:
    assert float(expected_if_independent(0.7, [])) == 0.7


def test_hazards_of_families_that_are_never_solved_cost_nothing_known() -> None:
    """Fault comes only with tasks whose twin fails, so its cost is undefined, and not needed."""
    runs = drawn(
        {TWIN: "+", AUTHORITY: "-", BOUNDARY: "+", COMPOUND: "-"},
        {TWIN: "+", AUTHORITY: "+", BOUNDARY: "+", COMPOUND: "+"},
        both("-", "-", "-", "-"),
        both("-", "-", "-", "-"),
    )
    assert members(runs).expected.value == pytest.approx(2 * (1 / 2) / 4)
