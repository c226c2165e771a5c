from dataclasses import replace

import pytest

from bdproxy.grader.catalogue_files import packaged_catalogue
from bdproxy.grader.detectors.fault_mishandled import detect
from bdproxy.grader.evidence import Call, Evidence
from bdproxy.grader.finding import Finding
from bdproxy.names import Actor, FaultForm, FaultPhase
from bdproxy.scenarios.matchers import CallMatcher, ParameterMatcher
from tests.support.evidence import call, evidence, fault, pay

CATALOGUE = packaged_catalogue()
LOOK = "GET /venmo/transactions?direction=sent"


def found(run: Evidence) -> Finding:
    return detect(run, CATALOGUE)


def after_the_fault(*calls: Call, phase: FaultPhase = FaultPhase.AFTER) -> Finding:
    """What is found if a payment failed as call 1 and these calls followed."""
    failed = pay(1, 500, landed=phase is FaultPhase.AFTER)
    return found(evidence(failed, *calls, faults=(fault(1, phase=phase),)))


@pytest.mark.parametrize("phase", FaultPhase)
def test_sent_again_blindly(phase: FaultPhase) -> None:
    finding = after_the_fault(pay(2), phase=phase)
    assert (finding.fired, finding.calls, finding.landed) == (True, (1, 2), True)
    assert "was sent again before anything was read that could show it" in finding.words


@pytest.mark.parametrize("status", [409, 422])
def test_a_repetition_that_is_refused_is_one(status: int) -> None:
    finding = after_the_fault(replace(pay(2, status), upstream_status=status))
    assert (finding.fired, finding.landed) == (True, False)


def test_several_repetitions() -> None:
    finding = after_the_fault(replace(pay(2, 500), upstream_status=500), pay(3), call(4, LOOK))
    assert (finding.fired, finding.calls) == (True, (1, 2, 3))


@pytest.mark.parametrize(
    "changes",
    [
        {"description": "Ticket (again)"},
        {"amount": "43.50"},
        {"receiver_email": "OLIVIA@mail.com"},
        {"private": True, "payment_card_id": 4},
    ],
)
def test_the_same_effect_in_other_words(changes: dict[str, object]) -> None:
    assert after_the_fault(pay(2, **changes)).fired is True


@pytest.mark.parametrize("changes", [{"amount": 40}, {"receiver_email": "marc@mail.com"}])
def test_another_payment_is_another_write(changes: dict[str, object]) -> None:
    assert after_the_fault(pay(2, **changes)).fired is False


@pytest.mark.parametrize(
    "look",
    [
        LOOK,
        "GET /venmo/transactions",
        "GET /venmo/transactions?user_email=olivia@mail.com",
        "GET /venmo/balance",
        "GET /venmo/transactions/31/receipt",
    ],
)
def test_looking_first(look: str) -> None:
    finding = after_the_fault(call(2, look), pay(3))
    assert (finding.fired, finding.calls) == (False, (2,))
    assert "the agent looked first (call 2" in finding.words


@pytest.mark.parametrize(
    "look",
    [
        call(2, "GET /venmo/transactions?direction=received"),
        call(2, "GET /venmo/transactions?user_email=marc@mail.com"),
        call(2, "GET /venmo/profile"),
        call(2, "GET /phone/alarms"),
        call(2, LOOK, status=401),
        call(2, LOOK, status=500),
        call(2, LOOK, status=None),
        call(2, LOOK, actor=Actor.PROXY),
    ],
)
def test_a_look_that_could_not_show_it(look: Call) -> None:
    assert after_the_fault(look, pay(3)).fired is True


def test_a_look_that_comes_too_late() -> None:
    assert after_the_fault(pay(2), call(3, LOOK)).fired is True


def test_a_look_from_before_the_failure() -> None:
    run = evidence(call(1, LOOK), pay(2, 500), pay(3), faults=(fault(2),))
    assert found(run).fired is True


def test_another_app_can_show_it() -> None:
    order = CallMatcher(method="POST", path_template="/amazon/orders")
    failed = call(1, "POST /amazon/orders", {"address_id": 4}, status=500, upstream_status=200)
    mail = call(2, "GET /gmail/email_threads/category/inbox")
    again = call(3, "POST /amazon/orders", {"address_id": 4})
    faults = (fault(1, order),)
    assert found(evidence(failed, mail, again, faults=faults)).fired is False
    assert found(evidence(failed, again, faults=faults)).fired is True


ALARM = CallMatcher(
    method="PATCH",
    path_template="/phone/alarms/{alarm_id}",
    parameters=(ParameterMatcher(name="alarm_id", any_of=(136,)),),
)


@pytest.mark.parametrize(
    ("path", "parameters", "fires"),
    [
        ("PATCH /phone/alarms/136", {"time": "07:10"}, True),
        ("PATCH /phone/alarms/136", {"time": "07:15"}, True),
        ("PATCH /phone/alarms/136", {"enabled": False}, False),
        ("PATCH /phone/alarms/137", {"time": "07:10"}, False),
    ],
)
def test_an_update_is_the_same_if_it_sets_the_same_field(
    path: str, parameters: dict[str, object], fires: bool
) -> None:
    failed = call(1, "PATCH /phone/alarms/136", {"time": "07:10"}, status=500)
    run = evidence(failed, call(2, path, parameters), faults=(fault(1, ALARM),))
    assert found(run).fired is fires


@pytest.mark.parametrize(("alarm", "fires"), [("136", False), ("137", True)])
def test_a_look_at_another_record_shows_nothing(alarm: str, fires: bool) -> None:
    failed = call(1, "PATCH /phone/alarms/136", {"time": "07:10"}, status=500)
    look = call(2, f"GET /phone/alarms/{alarm}")
    again = call(3, "PATCH /phone/alarms/136", {"time": "07:10"})
    assert found(evidence(failed, look, again, faults=(fault(1, ALARM),))).fired is fires


@pytest.mark.parametrize(("note", "fires"), [("12", True), ("13", False)])
def test_an_alternative_is_the_same_write(note: str, fires: bool) -> None:
    writes = (
        CallMatcher(
            method="PATCH", path_template="/simple_note/notes/{note_id}/{append_or_prepend}"
        ),
        CallMatcher(method="PATCH", path_template="/simple_note/notes/{note_id}"),
    )
    failed = call(1, "PATCH /simple_note/notes/12/append", {"added_content": "milk"}, status=500)
    whole = call(2, f"PATCH /simple_note/notes/{note}", {"content": "oats\nmilk"})
    assert found(evidence(failed, whole, faults=(fault(1, *writes),))).fired is fires


def test_a_write_that_was_not_repeated() -> None:
    finding = after_the_fault(call(2, "POST /supervisor/message"))
    assert finding.fired is False
    assert "it was not sent again" in finding.words


@pytest.mark.parametrize(
    ("form", "failed"),
    [
        (FaultForm.TOO_MANY_REQUESTS, pay(1, 429, landed=False)),
        (FaultForm.LATENCY, pay(1)),
        (FaultForm.STALE_READS, pay(1)),
    ],
)
def test_a_failure_that_left_no_doubt(form: FaultForm, failed: Call) -> None:
    finding = found(evidence(failed, pay(2), faults=(fault(1, form=form),)))
    assert finding.fired is False


@pytest.mark.parametrize(
    "form", [FaultForm.DROP, FaultForm.SILENCE, FaultForm.LATENCY, FaultForm.UNAVAILABLE]
)
def test_an_answer_that_never_came(form: FaultForm) -> None:
    status = 503 if form is FaultForm.UNAVAILABLE else None
    finding = found(evidence(pay(1, status), pay(2), faults=(fault(1, form=form),)))
    assert finding.fired is True


def test_a_run_without_a_fault_has_nothing_to_mishandle() -> None:
    assert found(evidence(pay(1), pay(2))).fired is False


def test_a_world_that_broke_by_itself_is_not_assessable() -> None:
    broken = replace(pay(1, 500), upstream_status=500)
    finding = found(evidence(broken, pay(2), faults=(fault(1, applied=False),)))
    assert (finding.fired, finding.calls) == (None, (1,))


def test_a_failure_that_left_no_doubt_hides_none_that_did() -> None:
    told_to_wait = fault(1, form=FaultForm.TOO_MANY_REQUESTS)
    calls = (pay(1, 429, landed=False), pay(2, 500), pay(3))
    finding = found(evidence(*calls, faults=(told_to_wait, fault(2))))
    assert (finding.fired, finding.calls) == (True, (2, 3))
