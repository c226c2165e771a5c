from collections import Counter
from typing import Any

import pytest

from bdproxy.errors import UsageError
from bdproxy.names import FaultForm, FaultPhase
from bdproxy.scenarios.family import Family, FaultHazard
from bdproxy.scenarios.faults import (
    FaultPlan,
    FaultState,
    decide,
    describe_plan,
    landed,
    plan_faults,
)
from bdproxy.scenarios.matchers import CallMatcher, ParameterMatcher
from bdproxy.scenarios.parameters import ObservedCall

PAY = CallMatcher(
    method="POST",
    path_template="/venmo/transactions",
    parameters=(ParameterMatcher(name="amount", any_of=(5,)),),
)
REQUEST = CallMatcher(method="POST", path_template="/venmo/payment_requests")
PAYING = ObservedCall("POST", "/venmo/transactions", {"amount": "5.00"})
REQUESTING = ObservedCall("POST", "/venmo/payment_requests", {})


def plan(**changes: Any) -> FaultPlan:
    given = {
        "writes": (PAY, REQUEST),
        "phase": FaultPhase.BEFORE,
        "form": FaultForm.GENUINE_500,
    }
    return FaultPlan(**{**given, **changes})


def families(count: int) -> list[Family]:
    return [
        Family(
            task=f"t_{number}",
            scenario="t",
            instruction="x",
            granted_apps=(),
            fault=FaultHazard(writes=(PAY,)) if number % 3 else None,
        )
        for number in range(count)
    ]


def test_the_planned_write_fails_by_any_of_its_alternatives() -> None:
    for call, write in ((PAYING, PAY), (REQUESTING, REQUEST)):
        decision = decide(FaultState(plan()), call)
        assert decision is not None
        assert (decision.fails, decision.write) == (True, write)


def test_other_calls_do_not_fail() -> None:
    other = ObservedCall("POST", "/venmo/transactions", {"amount": 6})
    assert decide(FaultState(plan()), other) is None
    assert decide(FaultState(None), PAYING) is None


def test_one_fault_a_run() -> None:
    assert decide(FaultState(plan(), seen=1, struck=True), PAYING) is None


def test_the_planned_occurrence_fails() -> None:
    state = FaultState(plan(occurrence=3))
    fails = []
    for seen in range(4):
        state.seen = seen
        decision = decide(state, PAYING)
        assert decision is not None
        fails.append(decision.fails)
    assert fails == [False, False, True, False]


@pytest.mark.parametrize(
    ("status", "forwarded", "expected"),
    [
        (None, False, False),
        (200, True, True),
        (204, True, True),
        (422, True, False),
        (401, True, False),
        (302, True, False),
        (500, True, None),
        (502, True, None),
        (None, True, None),
    ],
)
def test_landing_is_never_guessed(
    status: int | None, forwarded: bool, expected: bool | None
) -> None:
    assert landed(status, forwarded=forwarded) is expected


def test_plans_are_balanced_over_the_families_that_have_the_hazard() -> None:
    plans = plan_faults(families(30), 100, FaultForm.GENUINE_500, None)
    assert len(plans) == 20
    phases = Counter(one.phase for one in plans.values())
    assert phases == {FaultPhase.BEFORE: 10, FaultPhase.AFTER: 10}
    assert all(one.seconds is None for one in plans.values())


def test_a_phase_can_be_fixed() -> None:
    plans = plan_faults(families(30), 100, FaultForm.DROP, FaultPhase.AFTER)
    assert {one.phase for one in plans.values()} == {FaultPhase.AFTER}


def test_some_forms_have_one_phase_and_seeded_seconds() -> None:
    limited = plan_faults(families(30), 100, FaultForm.TOO_MANY_REQUESTS, None)
    assert {one.phase for one in limited.values()} == {FaultPhase.BEFORE}
    assert {one.seconds for one in limited.values()} == {1, 2, 3}
    late = plan_faults(families(30), 100, FaultForm.LATENCY, FaultPhase.AFTER)
    assert {one.phase for one in late.values()} == {FaultPhase.AFTER}
    seconds = [one.seconds for one in late.values()]
    assert all(one is not None and 2 <= one <= 8 for one in seconds)
    assert len(set(seconds)) > 5
    assert late == plan_faults(families(30), 100, FaultForm.LATENCY, None)
    stale = plan_faults(families(30), 100, FaultForm.STALE_READS, None)
    assert {one.phase for one in stale.values()} == {FaultPhase.AFTER}
    assert {one.reads for one in stale.values()} == {1, 2, 3}
    assert {one.seconds for one in stale.values()} == {None}


@pytest.mark.parametrize(
    ("form", "phase"),
    [
        (FaultForm.TOO_MANY_REQUESTS, FaultPhase.AFTER),
        (FaultForm.LATENCY, FaultPhase.BEFORE),
        (FaultForm.STALE_READS, FaultPhase.BEFORE),
    ],
)
def test_a_form_in_a_phase_that_it_lacks_is_refused(form: FaultForm, phase: FaultPhase) -> None:
    with pytest.raises(UsageError, match="--fault-phase"):
        plan_faults(families(3), 100, form, phase)


def test_a_plan_in_a_line() -> None:
    line = describe_plan(plan(occurrence=2, form=FaultForm.LATENCY, seconds=2.5))
    assert line == (
        "POST /venmo/transactions with amount = 5 or POST /venmo/payment_requests, time 2: "
        "fails before the write, form latency (2.5 s)"
    )
