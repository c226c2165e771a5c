import asyncio
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bdproxy import __version__
from bdproxy.errors import LogError, WorldError
from bdproxy.grader.grading import grade
from bdproxy.grader.plan import Plan, plan_grading
from bdproxy.grader.verdict import Verdict
from bdproxy.grader.verdicts import VerdictReader, VerdictWriter
from bdproxy.names import EndReason, Outcome, RunStatus
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import RunRecord
from bdproxy.recorder.rows import RunEnd
from bdproxy.recorder.writer import LogWriter
from tests.support.evaluators import ReadingEvaluator, end_state_with
from tests.support.logs import FINISHED, a_log, begin_experiment, write_run
from tests.support.processes import endless_recording
from tests.support.users import as_nobody, public_folder

__all__ = ["public_folder"]

RECORDED = ("experiments", "tasks", "runs", "calls", "bodies", "end_states")
GRADED = ("verdicts", "requirements")


def grade_all(
    path: Path, evaluator: ReadingEvaluator, *, regrade: bool = False, workers: int = 2
) -> tuple[Plan, list[tuple[int, Outcome, bool]]]:
    heard = []

    def on_verdict(run: RunRecord, verdict: Verdict, changed: bool) -> None:
        heard.append((run.id, verdict.outcome, changed))

    async def main() -> Plan:
        with VerdictWriter(path) as verdicts, LogReader(path) as log:
            plan = plan_grading(log, regrade=regrade)
            await grade(
                log, verdicts, plan, evaluator.source, workers=workers, on_verdict=on_verdict
            )
            return plan

    return asyncio.run(main()), heard


def verdict_of(path: Path, run: int) -> Verdict:
    with LogReader(path) as log:
        verdict = VerdictReader(log).of(run)
    assert verdict is not None
    return verdict


def content(path: Path, tables: tuple[str, ...]) -> dict[str, list[tuple[object, ...]]]:
    connection = sqlite3.connect(path)
    try:
        return {
            table: connection.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid").fetchall()
            for table in tables
        }
    finally:
        connection.close()


@pytest.fixture
def log_of_every_kind(tmp_path: Path) -> Path:
    """Runs 1 to 6: pass, fail, crashed evaluator, crashed agent, no end state, and running."""
    path = tmp_path / "runs.db"
    writer = LogWriter(path)
    experiment = begin_experiment(writer)
    crashed = RunEnd(RunStatus.FINISHED, EndReason.AGENT_CRASHED, "the agent was killed by SIGKILL")
    interrupted = RunEnd(RunStatus.INTERRUPTED, None, "interrupted")
    passing, failing = end_state_with(a=True, b=True), end_state_with(a=True, b=False)
    write_run(writer, experiment, attempt=1, end_state=passing)
    write_run(writer, experiment, attempt=2, end_state=failing)
    write_run(writer, experiment, attempt=3)
    write_run(writer, experiment, attempt=4, end=crashed, end_state=passing)
    write_run(writer, experiment, attempt=5, end_state=None)
    write_run(writer, experiment, attempt=6, end=None)
    write_run(writer, experiment, attempt=7, end=interrupted, end_state=None)
    writer.close()
    return path


def test_each_kind_of_run(log_of_every_kind: Path) -> None:
    evaluator = ReadingEvaluator()
    plan, heard = grade_all(log_of_every_kind, evaluator)
    assert (plan.size, plan.graded, plan.running, plan.interrupted) == (5, 0, 1, 1)
    assert sorted(heard) == [
        (1, Outcome.PASS, True),
        (2, Outcome.FAIL, True),
        (3, Outcome.NOT_ASSESSABLE, True),
        (4, Outcome.NOT_ASSESSABLE, True),
        (5, Outcome.NOT_ASSESSABLE, True),
    ]
    passed, failed = verdict_of(log_of_every_kind, 1), verdict_of(log_of_every_kind, 2)
    assert (passed.reason, passed.evaluator) == (None, "reading 1")
    assert passed.grader_version == __version__
    assert [requirement.passed for requirement in passed.requirements] == [True, True]
    assert failed.reason == "1 of 2 requirements not met"
    second = failed.requirements[1]
    assert (second.number, second.text, second.label, second.trace) == (
        2, "b", "no_op_fail", "assert b",
    )  # fmt: skip
    reasons = [verdict_of(log_of_every_kind, run).reason for run in (3, 4, 5)]
    assert reasons == [
        "the evaluator failed: it is damaged",
        "the agent was killed by SIGKILL",
        "no end state was saved",
    ]
    # A crash and a missing end state are no business of the evaluator's.
    assert len(evaluator.evaluated) == 3


def test_the_recording_stays_untouched(log_of_every_kind: Path) -> None:
    before = content(log_of_every_kind, RECORDED)
    grade_all(log_of_every_kind, ReadingEvaluator())
    assert content(log_of_every_kind, RECORDED) == before


def test_grading_twice_changes_nothing(log_of_every_kind: Path) -> None:
    grade_all(log_of_every_kind, ReadingEvaluator())
    before = content(log_of_every_kind, GRADED)
    evaluator = ReadingEvaluator()
    plan, heard = grade_all(log_of_every_kind, evaluator)
    assert (plan.size, plan.graded, heard, evaluator.evaluated) == (0, 5, [], [])
    assert content(log_of_every_kind, GRADED) == before


def test_regrading_evaluates_again_and_keeps_what_is_the_same(log_of_every_kind: Path) -> None:
    grade_all(log_of_every_kind, ReadingEvaluator())
    before = content(log_of_every_kind, GRADED)
    evaluator = ReadingEvaluator()
    plan, heard = grade_all(log_of_every_kind, evaluator, regrade=True)
    assert plan.size == len(heard) == 5
    assert len(evaluator.evaluated) == 3
    assert not any(changed for _, _, changed in heard)
    assert content(log_of_every_kind, GRADED) == before


def test_regrading_corrects_what_differs(log_of_every_kind: Path) -> None:
    grade_all(log_of_every_kind, ReadingEvaluator())
    before = verdict_of(log_of_every_kind, 2)
    connection = sqlite3.connect(log_of_every_kind)
    connection.execute("UPDATE verdicts SET outcome = 'nonsense' WHERE run_id = 2")
    connection.execute("DELETE FROM requirements WHERE run_id = 1 AND number = 2")
    connection.commit()
    connection.close()
    with pytest.raises(LogError, match=r"verdict of run 2.*recompute it with.*--regrade"):
        verdict_of(log_of_every_kind, 2)
    _, heard = grade_all(log_of_every_kind, ReadingEvaluator(), regrade=True)
    assert sorted(run for run, _, changed in heard if changed) == [1, 2]
    assert verdict_of(log_of_every_kind, 2) == before


@pytest.mark.parametrize("workers", [1, 3])
def test_as_many_at_once_as_there_are_workers(tmp_path: Path, workers: int) -> None:
    path = tmp_path / "runs.db"
    writer = LogWriter(path)
    experiment = begin_experiment(writer)
    for attempt in range(12):
        write_run(writer, experiment, attempt=attempt, end_state=end_state_with(a=True))
    writer.close()
    evaluator = ReadingEvaluator()
    _, heard = grade_all(path, evaluator, workers=workers)
    assert len(heard) == 12
    assert evaluator.most_at_once == workers


def test_every_experiments_runs(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    writer = LogWriter(path)
    for agent in ("ada", "bob"):
        experiment = begin_experiment(writer, agent)
        write_run(writer, experiment, end_state=end_state_with(a=agent == "ada"))
    writer.close()
    _, heard = grade_all(path, ReadingEvaluator())
    assert heard == [(1, Outcome.PASS, True), (2, Outcome.FAIL, True)]


def test_verdicts_stay_when_the_evaluator_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    writer = LogWriter(path)
    experiment = begin_experiment(writer)
    for attempt in range(6):
        write_run(writer, experiment, attempt=attempt, end_state=end_state_with(a=True))
    writer.close()
    with pytest.raises(WorldError, match="AppWorld can't be started"):
        grade_all(path, ReadingEvaluator(die_after=4), workers=1)
    plan, heard = grade_all(path, ReadingEvaluator())
    assert plan.graded == 4
    assert [outcome for _, outcome, _ in heard] == [Outcome.PASS, Outcome.PASS]


def test_what_failed_for_want_of_space_is_graded_again(log_of_every_kind: Path) -> None:
    evaluator = ReadingEvaluator()
    evaluator.exhausted = True
    grade_all(log_of_every_kind, evaluator)
    provisional = verdict_of(log_of_every_kind, 1)
    assert (provisional.outcome, provisional.provisional) == (Outcome.NOT_ASSESSABLE, True)
    assert provisional.reason == "the evaluator failed: no space"
    before = content(log_of_every_kind, GRADED)
    # As long as nothing changes, grading again changes nothing.
    plan, heard = grade_all(log_of_every_kind, evaluator)
    assert (plan.size, plan.graded) == (3, 2)
    assert not any(changed for _, _, changed in heard)
    assert content(log_of_every_kind, GRADED) == before
    evaluator.exhausted = False
    _, heard = grade_all(log_of_every_kind, evaluator)
    assert sorted(heard) == [
        (1, Outcome.PASS, True),
        (2, Outcome.FAIL, True),
        (3, Outcome.NOT_ASSESSABLE, True),
    ]
    # What can't be evaluated for its own sake is final.
    plan, _ = grade_all(log_of_every_kind, evaluator)
    assert (plan.size, plan.graded) == (0, 5)


def test_verdicts_from_before_some_were_provisional(log_of_every_kind: Path) -> None:
    grade_all(log_of_every_kind, ReadingEvaluator())
    connection = sqlite3.connect(log_of_every_kind)
    connection.execute("ALTER TABLE verdicts DROP COLUMN provisional")
    connection.execute("DELETE FROM _sqlite_migrations WHERE name = '0002_provisional_verdicts'")
    connection.commit()
    connection.close()
    with LogReader(log_of_every_kind) as log, pytest.raises(LogError, match="older bdproxy"):
        VerdictReader(log)
    plan, _ = grade_all(log_of_every_kind, ReadingEvaluator())
    # Only where the evaluator had failed, for a reason unknown.
    assert (list(plan.runs.values()), plan.graded) == ([[3]], 4)


def test_a_verdict_that_cannot_be_written_loses_nothing(log_of_every_kind: Path) -> None:
    grade_all(log_of_every_kind, ReadingEvaluator())
    connection = sqlite3.connect(log_of_every_kind)
    connection.execute("UPDATE requirements SET text = 'old' WHERE run_id = 2")
    # The write fails half way: after the old rows went and before the new ones are all there.
    connection.execute(
        "CREATE TRIGGER full BEFORE INSERT ON requirements WHEN NEW.run_id = 2 AND NEW.number = 2 "
        "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
    )
    connection.commit()
    connection.close()
    before = content(log_of_every_kind, GRADED)
    with pytest.raises(LogError, match="free space on the disk"):
        grade_all(log_of_every_kind, ReadingEvaluator(), regrade=True)
    assert content(log_of_every_kind, GRADED) == before


def test_grades_while_a_recording_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    with endless_recording(path) as recording:
        graded = 0
        until = time.monotonic() + 3
        while time.monotonic() < until:
            _, heard = grade_all(path, ReadingEvaluator())
            graded += len(heard)
        assert recording.poll() is None
    assert recording.returncode == 0
    assert graded > 0
    plan, _ = grade_all(path, ReadingEvaluator())
    assert plan.running == 1
    with LogReader(path) as log:
        verdicts = VerdictReader(log)
        for run in log.runs():
            assert verdicts.is_final(run.id) == (run.status is RunStatus.FINISHED)


def test_a_first_grading_beside_a_recording_waits_its_turn(tmp_path: Path) -> None:
    for number in range(10):
        path = tmp_path / f"{number}.db"
        with endless_recording(path):
            VerdictWriter(path).__exit__(None, None, None)
        with LogReader(path) as log:
            assert "verdicts" in log.database.table_names()


def test_a_log_that_was_never_graded_has_no_verdicts(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    writer = LogWriter(path)
    run = write_run(writer, begin_experiment(writer), end=FINISHED)
    writer.close()
    with LogReader(path) as log:
        assert VerdictReader(log).of(run) is None
        assert not VerdictReader(log).is_final(run)


def test_verdicts_of_a_newer_grader(log_of_every_kind: Path) -> None:
    grade_all(log_of_every_kind, ReadingEvaluator())
    connection = sqlite3.connect(log_of_every_kind)
    connection.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) "
        "VALUES ('bdproxy.grader', '9999_future', '')"
    )
    connection.commit()
    connection.close()
    with pytest.raises(LogError, match="newer bdproxy"):
        VerdictWriter(log_of_every_kind)
    with LogReader(log_of_every_kind) as log, pytest.raises(LogError, match="newer bdproxy"):
        VerdictReader(log)


@pytest.mark.parametrize("folder_too", [False, True])
def test_a_log_that_may_not_be_written(public_folder: Path, folder_too: bool) -> None:
    path = a_log(public_folder)
    path.chmod(0o444)
    public_folder.chmod(0o555 if folder_too else 0o777)
    message = as_nobody(_opening_error, path)
    assert isinstance(message, str)
    assert message.startswith(f"{path}: can't be opened for writing")


def _opening_error(path: Path) -> object:
    try:
        VerdictWriter(path)
    except LogError as error:
        return str(error)
    return None


def test_reading_and_writing_in_one_process_keeps_the_files_locks(tmp_path: Path) -> None:
    """POSIX drops all of a process's locks on a file when it closes any handle of its own on it.

    Another process would then take itself for the last to leave, and throw away the write-ahead
    log from under the one that is still writing.
    """
    path = a_log(tmp_path)
    verdict = Verdict(outcome=Outcome.PASS, reason=None, evaluator=None, grader_version="1")
    look = "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute(sys.argv[2]))"

    def seen_by_another_process() -> str:
        query = "SELECT count(*) FROM verdicts"
        command = [sys.executable, "-c", look, str(path), query]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    with VerdictWriter(path) as verdicts, LogReader(path):
        assert seen_by_another_process() == "(0,)"
        assert path.with_name("runs.db-wal").exists()
        verdicts.save(1, verdict)
        assert seen_by_another_process() == "(1,)"
