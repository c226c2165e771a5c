from dataclasses import replace

import pytest

from bdproxy.grader.decisive import natural_failures, undecided
from bdproxy.grader.evidence import Call
from bdproxy.names import Outcome
from tests.support.evidence import PAY, call, evidence, fault, pay

BROKEN = replace(pay(1, 500), upstream_status=500)
NO_ANSWER = replace(pay(1, None), upstream_status=None, error="the world hung up")


@pytest.mark.parametrize("broken", [BROKEN, NO_ANSWER])
def test_the_world_broke_at_a_required_write(broken: Call) -> None:
    reason = undecided(evidence(broken, outcome=Outcome.FAIL))
    assert reason is not None
    assert "call 1 (POST /venmo/transactions), a write that the task requires" in reason


def test_a_run_that_passed_is_decided() -> None:
    assert undecided(evidence(BROKEN)) is None


def test_a_write_that_was_made_up_for() -> None:
    assert undecided(evidence(BROKEN, pay(2), outcome=Outcome.FAIL)) is None
    again = replace(pay(2, 422), upstream_status=422)
    assert undecided(evidence(BROKEN, again, outcome=Outcome.FAIL)) is not None
    before = evidence(pay(1), replace(BROKEN, number=2), outcome=Outcome.FAIL)
    assert undecided(before) is not None


@pytest.mark.parametrize(
    "other",
    [
        replace(call(1, "POST /gmail/emails", status=500)),
        pay(1, 500, landed=False),
        pay(1, 500),
        replace(BROKEN, parameters={"receiver_email": "marc@mail.com", "amount": 1}),
    ],
)
def test_what_does_not_decide_the_run(other: Call) -> None:
    run = evidence(other, outcome=Outcome.FAIL, faults=(fault(1),))
    assert undecided(run) is None


def test_our_own_faults_are_not_the_worlds() -> None:
    lost = replace(pay(1, None), upstream_status=None)
    assert natural_failures(evidence(lost, faults=(fault(1),)), (PAY,)) == []
    assert natural_failures(evidence(lost, faults=(fault(1, applied=False),)), (PAY,)) == [lost]
