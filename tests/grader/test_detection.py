from bdproxy.grader.catalogue_files import packaged_catalogue
from bdproxy.grader.detection import DETECTORS, detect_all
from bdproxy.grader.evidence import End
from bdproxy.names import EndReason, FailureMode, Oracle, Outcome
from tests.support.evidence import call, evidence, pay, requirement

CATALOGUE = packaged_catalogue()


def test_every_mode_and_oracle_has_its_detector() -> None:
    assert list(DETECTORS) == [*FailureMode, *Oracle]
    assert [one.name for one in detect_all(evidence(pay(1)), CATALOGUE)] == list(DETECTORS)


def test_a_run_that_does_the_task_trips_none() -> None:
    findings = detect_all(evidence(pay(1), call(2, "POST /supervisor/message")), CATALOGUE)
    assert {one.fired for one in findings} == {False}
    assert all(one.words for one in findings)


def test_a_crash_is_neither_the_agents_failure_nor_a_hazards_success() -> None:
    wrong = (call(1, "POST /phone/messages/text/5035550100"), call(2, "POST /gmail/emails"))
    crashed = evidence(
        *wrong,
        end=End(EndReason.WORLD_DIED, failure="the world server died"),
        outcome=Outcome.NOT_ASSESSABLE,
        requirements=(requirement("paid"),),
    )
    findings = detect_all(crashed, CATALOGUE)
    assert {(one.fired, one.words) for one in findings} == {(None, "the world server died")}


def test_without_a_verdict_nothing_is_assessed() -> None:
    run = evidence(
        call(2, "POST /gmail/emails"),
        outcome=Outcome.NOT_ASSESSABLE,
        no_outcome="the evaluator failed",
    )
    findings = detect_all(run, CATALOGUE)
    assert {(one.fired, one.words) for one in findings} == {(None, "the evaluator failed")}
