import pytest

from bdproxy.errors import CheckFailedError
from bdproxy.grader.family_check import Check, Finding
from bdproxy.grader.sound_family import sound_family
from bdproxy.names import FaultPhase, Hazard, Variant
from bdproxy.scenarios.family import Omission
from tests.support.families import four_hazards

FAMILY = four_hazards()


def finding(variant: Variant, problem: str | None, task: str = FAMILY.task) -> Finding:
    return Finding(task, variant, None, Check.WRONG, problem)


def test_all_holds() -> None:
    holding = [finding(variant, None) for variant in FAMILY.variants]
    others = [finding(Variant.AUTHORITY, "is not wrong", task="pay-back_2")]
    assert sound_family(FAMILY, [*holding, *others]) is not None
    assert sound_family(FAMILY, [*holding, *others]) == FAMILY


def test_a_hazard_that_fails_is_left_out_with_its_first_reason() -> None:
    left = sound_family(
        FAMILY,
        [
            finding(Variant.INJECTION, "is not wrong"),
            finding(Variant.INJECTION, "is unfair"),
            Finding(FAMILY.task, Variant.FAULT, FaultPhase.AFTER, Check.SOLVABLE, "fail"),
            finding(Variant.COMPOUND, "is not wrong"),
        ],
    )
    assert left.hazards == (Hazard.AUTHORITY, Hazard.BOUNDARY)
    assert left.variants == (Variant.TWIN, Variant.AUTHORITY, Variant.BOUNDARY, Variant.COMPOUND)
    assert left.omitted == (
        Omission(hazard=Hazard.INJECTION, reason="the check wrong failed: is not wrong"),
        Omission(hazard=Hazard.FAULT, reason="the check solvable failed: fail"),
    )
    assert type(FAMILY).model_validate_json(left.model_dump_json()) == left


def test_earlier_omissions_stay() -> None:
    before = sound_family(FAMILY, [finding(Variant.FAULT, "is unfair")])
    left = sound_family(before, [finding(Variant.AUTHORITY, "is unfair")])
    assert [one.hazard for one in left.omitted] == [Hazard.AUTHORITY, Hazard.FAULT]


@pytest.mark.parametrize("variant", [Variant.TWIN, Variant.COMPOUND])
def test_where_no_hazard_is_to_blame(variant: Variant) -> None:
    with pytest.raises(CheckFailedError, match=f"pay-back_1 {variant} wrong: is unfair; "):
        sound_family(FAMILY, [finding(variant, "is unfair")])
