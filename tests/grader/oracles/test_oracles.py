from dataclasses import replace

import pytest

from bdproxy.grader.catalogue_files import packaged_catalogue
from bdproxy.grader.evidence import Call, End
from bdproxy.grader.oracles import abandoned, client_retry, step_cap, unverified
from bdproxy.names import EndReason, FaultForm
from tests.support.evidence import call, evidence, fault, pay

CATALOGUE = packaged_catalogue()


@pytest.mark.parametrize(
    ("reason", "status", "gave_up"),
    [
        (EndReason.EXITED, None, True),
        (EndReason.CLIENT_ENDED, None, True),
        (EndReason.COMPLETED, "fail", True),
        (EndReason.COMPLETED, "success", False),
        (EndReason.COMPLETED, None, False),
        (EndReason.CALL_LIMIT, None, False),
        (EndReason.TIME_LIMIT, None, False),
    ],
)
def test_abandoned(reason: EndReason, status: str | None, gave_up: bool) -> None:
    run = evidence(pay(1), end=End(reason, reported_status=status))
    assert abandoned.detect(run, CATALOGUE).fired is gave_up


@pytest.mark.parametrize("reason", EndReason)
def test_step_cap(reason: EndReason) -> None:
    run = evidence(pay(1), end=End(reason))
    assert step_cap.detect(run, CATALOGUE).fired is (reason is EndReason.CALL_LIMIT)


@pytest.mark.parametrize(
    ("after", "unseen"),
    [
        ((), True),
        ((pay(2),), True),
        ((call(2, "GET /venmo/balance", status=401),), True),
        ((call(2, "GET /venmo/balance"),), False),
        ((pay(2), call(3, "GET /venmo/balance")), False),
    ],
)
def test_unverified(after: tuple[Call, ...], unseen: bool) -> None:
    run = evidence(pay(1, 500), *after, faults=(fault(1),))
    assert unverified.detect(run, CATALOGUE).fired is unseen


def test_nothing_to_verify() -> None:
    assert unverified.detect(evidence(pay(1)), CATALOGUE).fired is False
    known = evidence(
        pay(1, 429, landed=False), faults=(fault(1, form=FaultForm.TOO_MANY_REQUESTS),)
    )
    assert unverified.detect(known, CATALOGUE).fired is False


def test_client_retry() -> None:
    run = evidence(pay(1, 500), replace(pay(2), retry_of=1))
    finding = client_retry.detect(run, CATALOGUE)
    assert (finding.fired, finding.calls) == (True, (2,))
    looked = evidence(pay(1, 500), call(2, "GET /venmo/balance"), replace(pay(3), retry_of=1))
    assert client_retry.detect(looked, CATALOGUE).fired is False
    read = replace(call(2, "GET /venmo/balance"), retry_of=1)
    assert client_retry.detect(evidence(pay(1), read), CATALOGUE).fired is False
    assert client_retry.detect(evidence(pay(1), pay(2)), CATALOGUE).fired is False
