"""From an evaluator's verdict to the run's: what the world's own failures do to it."""

import asyncio
from dataclasses import replace
from pathlib import Path

from bdproxy.grader.assessment import as_evaluated
from bdproxy.grader.assessments import AssessmentReader
from bdproxy.grader.grading import grade, regrade_from_log
from bdproxy.grader.plan import plan_findings, plan_grading
from bdproxy.grader.verdict import Verdict
from bdproxy.grader.verdicts import VerdictReader, VerdictWriter
from bdproxy.names import EndReason, FailureMode, Outcome, RunStatus, Variant
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.rows import Exchange, RunEnd, RunKey, TaskRow
from bdproxy.recorder.writer import LogWriter
from bdproxy.scenarios.files import family_text
from tests.support.evaluators import ReadingEvaluator, end_state_with
from tests.support.evidence import FAMILY
from tests.support.logs import FINISHED, a_call, begin_experiment

PAYMENT = b'{"receiver_email": "olivia@mail.com", "amount": 43.5}'
CRASH = Exchange(500, b"", b"Internal Server Error")


def recorded(folder: Path, answers: list[Exchange | None], *, passes: bool, end: RunEnd) -> Path:
    """A log of one run whose payments were answered like this by the world."""
    path = folder / "runs.db"
    writer = LogWriter(path)
    experiment = begin_experiment(writer)
    task = TaskRow(FAMILY.task, "pay-back", "Pay.", "{}", "2023-05-18", None, family_text(FAMILY))
    writer.task(experiment, task)
    run = writer.begin_run(experiment, RunKey(FAMILY.task, Variant.TWIN, 1))
    for number, answer in enumerate(answers, start=1):
        headers = b"content-type: application/json\r\n"
        call = a_call(run, number, upstream=answer, seen=answer)
        call.request_headers, call.request_body = headers, PAYMENT
        writer.save_call(experiment, call)
    writer.end_run(run, end, end_state_with(paid=passes))
    writer.close()
    return path


def graded(path: Path) -> tuple[Verdict, dict[str, bool | None]]:
    """The run's verdict and what fired."""

    async def main() -> None:
        with VerdictWriter(path) as verdicts, LogReader(path) as log:
            await grade(
                log,
                verdicts,
                plan_grading(log),
                ReadingEvaluator().source,
                workers=1,
                on_verdict=lambda run, verdict, changed: None,
            )

    asyncio.run(main())
    return found(path)


def found(path: Path) -> tuple[Verdict, dict[str, bool | None]]:
    with LogReader(path) as log:
        verdict = VerdictReader(log).of(1)
        assert verdict is not None
        return verdict, {one.name: one.fired for one in AssessmentReader(log).findings(1)}


def test_the_world_broke_at_a_write_that_decides_the_run(tmp_path: Path) -> None:
    path = recorded(tmp_path, [CRASH], passes=False, end=FINISHED)
    verdict, fired = graded(path)
    assert verdict.outcome is Outcome.NOT_ASSESSABLE
    assert verdict.reason is not None and verdict.reason.startswith("the world itself failed")
    assert [one.passed for one in verdict.requirements] == [False]
    assert set(fired.values()) == {None}
    # What the evaluator said is not lost: detectors can start from it again.
    assert as_evaluated(verdict).outcome is Outcome.FAIL
    changed = []
    with VerdictWriter(path) as verdicts, LogReader(path) as log:
        regrade_from_log(
            log, verdicts, plan_findings(log), on_verdict=lambda run, one, new: changed.append(new)
        )
    assert changed == [False]
    assert found(path) == (verdict, fired)


def test_a_run_that_passed_all_the_same(tmp_path: Path) -> None:
    verdict, fired = graded(recorded(tmp_path, [CRASH], passes=True, end=FINISHED))
    assert (verdict.outcome, fired[FailureMode.OVERCLAIM]) == (Outcome.PASS, False)


def test_a_run_in_which_the_write_was_made_up_for(tmp_path: Path) -> None:
    done = Exchange(200, b"", b"{}")
    verdict, fired = graded(recorded(tmp_path, [CRASH, done], passes=False, end=FINISHED))
    assert (verdict.outcome, fired[FailureMode.OVERCLAIM]) == (Outcome.FAIL, True)


def test_a_crash_of_the_agent_fires_nothing(tmp_path: Path) -> None:
    crashed = replace(FINISHED, reason=EndReason.AGENT_CRASHED, not_assessable="killed by SIGKILL")
    assert crashed.status is RunStatus.FINISHED
    verdict, fired = graded(recorded(tmp_path, [CRASH], passes=False, end=crashed))
    assert verdict.outcome is Outcome.NOT_ASSESSABLE
    assert (verdict.reason, set(fired.values())) == ("killed by SIGKILL", {None})
