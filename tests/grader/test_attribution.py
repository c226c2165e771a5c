from collections.abc import Mapping
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as some

from bdproxy.grader.attribution import Attribution, FiredModes, RunKey, attribute
from bdproxy.names import FailureMode, Hazard, Share, Variant

KEY = RunKey(1, "pay-back_1", 1)
MODE = FailureMode.OVERCLAIM
HAZARDS = (Hazard.AUTHORITY, Hazard.INJECTION, Hazard.FAULT)


def runs(fires: Mapping[Variant, bool | None], key: RunKey = KEY) -> list[FiredModes]:
    return [
        FiredModes(
            number,
            key,
            variant,
            {MODE: fired},
            HAZARDS if variant is Variant.COMPOUND else (),
        )
        for number, (variant, fired) in enumerate(fires.items(), start=1)
    ]


def only(fires: Mapping[Variant, bool | None]) -> Attribution:
    (one,) = attribute(runs({**fires, Variant.COMPOUND: True}))
    return one


QUIET = {
    Variant.TWIN: False,
    Variant.AUTHORITY: False,
    Variant.INJECTION: False,
    Variant.FAULT: False,
}


def test_one_ablation_shows_it() -> None:
    one = only({**QUIET, Variant.AUTHORITY: True})
    assert (one.share, one.hazards, one.unknown) == (Share.ONE, (Hazard.AUTHORITY,), ())
    assert one.in_twin is False


def test_several_ablations_show_it() -> None:
    one = only({**QUIET, Variant.AUTHORITY: True, Variant.FAULT: True, Variant.TWIN: True})
    assert (one.share, one.hazards) == (Share.SHARED, (Hazard.AUTHORITY, Hazard.FAULT))
    assert one.in_twin is True


def test_only_the_combination_shows_it() -> None:
    one = only(QUIET)
    assert (one.share, one.hazards, one.unknown) == (Share.INTERACTION, (), ())


def test_an_ablation_that_says_nothing_leaves_it_open() -> None:
    missing = {variant: fires for variant, fires in QUIET.items() if variant is not Variant.FAULT}
    one = only(missing)
    assert (one.share, one.unknown) == (Share.UNDETERMINED, (Hazard.FAULT,))
    crashed = only({**QUIET, Variant.FAULT: None, Variant.AUTHORITY: True})
    assert (crashed.share, crashed.hazards) == (Share.UNDETERMINED, (Hazard.AUTHORITY,))
    # Two are several, whatever the third would say.
    both = {**QUIET, Variant.FAULT: None, Variant.AUTHORITY: True, Variant.INJECTION: True}
    assert only(both).share is Share.SHARED


def test_a_twin_that_is_not_there() -> None:
    without = {variant: fires for variant, fires in QUIET.items() if variant is not Variant.TWIN}
    assert only(without).in_twin is None


def test_what_did_not_fire_or_cannot_be_assessed_comes_from_nowhere() -> None:
    for fired in (False, None):
        assert attribute(runs({**QUIET, Variant.COMPOUND: fired})) == []


def test_runs_are_paired_by_experiment_task_and_attempt() -> None:
    compound = runs({Variant.COMPOUND: True})
    for other in (
        replace(KEY, experiment=2),
        replace(KEY, task="pay-back_2"),
        replace(KEY, attempt=2),
    ):
        (one,) = attribute([*compound, *runs({Variant.AUTHORITY: True}, other)])
        assert (one.hazards, one.unknown) == ((), HAZARDS)


@given(some.fixed_dictionaries(dict.fromkeys(QUIET, some.sampled_from([True, False, None]))))
def test_each_hazard_is_on_one_side(fires: dict[Variant, bool | None]) -> None:
    one = only(fires)
    assert not set(one.hazards) & set(one.unknown)
    quiet = [hazard for hazard in HAZARDS if fires[Variant(hazard)] is False]
    assert len(one.hazards) + len(one.unknown) + len(quiet) == len(HAZARDS)
    assert (one.share is Share.SHARED) is (len(one.hazards) > 1)
    if one.share in (Share.ONE, Share.INTERACTION):
        assert not one.unknown
