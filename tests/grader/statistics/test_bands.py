import pytest
from hypothesis import given
from hypothesis import strategies as some

from bdproxy.grader.statistics.bands import LOSSES, PARTS, band_part, loss_part
from bdproxy.grader.statistics.gap import gap_to_twin
from bdproxy.grader.statistics.table import Runs
from bdproxy.names import Variant
from tests.grader.statistics.tables import drawn

TWIN, COMPOUND = Variant.TWIN, Variant.COMPOUND

# Ten tasks, four attempts each, after Backdrop's appendix N: a twin that is nearly always solved,
# and three compounds with the same pass rate of a half.
ALWAYS, NEVER = "++++", "----"
TWINS = [ALWAYS] * 9 + ["+++-"]
FEWER_TASKS = [ALWAYS] * 5 + [NEVER] * 5
LESS_OFTEN = ["++--"] * 10
BOTH = [ALWAYS] * 2 + ["++--"] * 6 + [NEVER] * 2


def worlds(compound: list[str]) -> Runs:
    return drawn(*({TWIN: one, COMPOUND: two} for one, two in zip(TWINS, compound, strict=True)))


def parts(runs: Runs, variant: Variant) -> dict[str, float | None]:
    return {part: band_part(runs.member(variant), part).value for part in PARTS}


def losses(runs: Runs) -> dict[str, float | None]:
    return {part: loss_part(runs, COMPOUND, part).value for part in LOSSES}


def test_the_band_of_the_twin() -> None:
    assert parts(worlds(BOTH), TWIN) == pytest.approx(
        {"floor": 0.9, "average": 0.975, "ceiling": 1.0, "width": 0.1}
    )


def test_a_compound_that_loses_tasks() -> None:
    runs = worlds(FEWER_TASKS)
    assert parts(runs, COMPOUND) == pytest.approx(
        {"floor": 0.5, "average": 0.5, "ceiling": 0.5, "width": 0.0}
    )
    assert losses(runs) == pytest.approx(
        {
            "capability": 0.475,
            "reliability": 0.0,
            "lost": 0.5,
            "unsteady": 0.0,
            "ceiling_drop": 0.5,
            "widening": -0.1,
        }
    )


def test_a_compound_that_loses_consistency() -> None:
    runs = worlds(LESS_OFTEN)
    assert parts(runs, COMPOUND) == pytest.approx(
        {"floor": 0.0, "average": 0.5, "ceiling": 1.0, "width": 1.0}
    )
    assert losses(runs) == pytest.approx(
        {
            "capability": 0.0,
            "reliability": 0.475,
            "lost": 0.0,
            "unsteady": 0.9,
            "ceiling_drop": 0.0,
            "widening": 0.9,
        }
    )


def test_a_compound_that_loses_both() -> None:
    runs = worlds(BOTH)
    assert parts(runs, COMPOUND) == pytest.approx(
        {"floor": 0.2, "average": 0.5, "ceiling": 0.8, "width": 0.6}
    )
    assert losses(runs) == pytest.approx(
        {
            "capability": 0.175,
            "reliability": 0.3,
            "lost": 0.2,
            "unsteady": 0.6,
            "ceiling_drop": 0.2,
            "widening": 0.5,
        }
    )


def test_only_complete_families_are_in_a_band() -> None:
    runs = drawn({TWIN: "+++"}, {TWIN: "+-?"}, {TWIN: "++"})
    floor = band_part(runs.member(TWIN), "floor")
    assert (floor.value, floor.families, floor.not_assessable) == (1.0, 1, 1)
    assert floor.value_of_all == 0.5


def test_no_band_without_runs() -> None:
    assert band_part(drawn({TWIN: "+"}).member(COMPOUND), "width").value is None


def test_one_attempt_has_no_width() -> None:
    runs = drawn({TWIN: "+", COMPOUND: "-"}, {TWIN: "+", COMPOUND: "+"})
    assert parts(runs, COMPOUND)["width"] == 0
    assert losses(runs)["capability"] == 0.5
    assert losses(runs)["reliability"] == 0


attempts = some.text("+-", min_size=3, max_size=3)


@given(some.lists(some.tuples(attempts, attempts), min_size=1, max_size=8))
def test_what_adds_up(families: list[tuple[str, str]]) -> None:
    runs = drawn(*({TWIN: one, COMPOUND: two} for one, two in families))
    found = losses(runs)
    assert None not in found.values()
    gap = gap_to_twin(runs, COMPOUND).value
    assert found["capability"] + found["reliability"] == pytest.approx(gap)  # type: ignore[operator]
    before, after = parts(runs, TWIN), parts(runs, COMPOUND)
    drop = before["floor"] - after["floor"]  # type: ignore[operator]
    assert found["ceiling_drop"] + found["widening"] == pytest.approx(drop)  # type: ignore[operator]
    for band in (before, after):
        assert 0 <= band["floor"] <= band["average"] + 1e-12  # type: ignore[operator]
        assert band["average"] <= band["ceiling"] + 1e-12 <= 1 + 1e-9  # type: ignore[operator]
