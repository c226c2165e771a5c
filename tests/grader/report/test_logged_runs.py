import sqlite3
from pathlib import Path

import pytest

from bdproxy.errors import LogError, UsageError
from bdproxy.grader.report.logged_runs import claimed_success, graded_runs_of
from bdproxy.grader.report.material import gather
from bdproxy.names import EndReason, FailureMode, Hazard, Outcome
from bdproxy.recorder.reader import LogReader
from benchmarks.common.synthetic_log import write_synthetic_log
from benchmarks.common.synthetic_runs import synthetic_runs
from tests.support.logs import a_log
from tests.support.reports import material_of


def test_what_was_written_is_read(two_agents_log: Path) -> None:
    with LogReader(two_agents_log) as log:
        read = list(graded_runs_of(log))
    written = list(synthetic_runs(12, 2, 2, seed=1))
    assert [run.id for run in read] == list(range(1, len(written) + 1))
    for logged, wanted in zip(read, written, strict=True):
        run = logged.graded
        same = ("agent", "task", "scenario", "variant", "attempt", "outcome", "exposed", "hazards")
        for field in (*same, "calls", "end_reason"):
            assert getattr(run, field) == getattr(wanted, field), field
        assert run.duration == pytest.approx(wanted.duration, abs=1e-5)
        if run.outcome is not Outcome.NOT_ASSESSABLE:
            assert run.modes == wanted.modes
        surfaces = {k: v for k, v in wanted.surfaces.items() if k is not Hazard.FAULT}
        assert run.surfaces == surfaces


def test_a_log_that_was_never_graded(tmp_path: Path) -> None:
    path = a_log(tmp_path)
    with LogReader(path) as log:
        assert list(graded_runs_of(log)) == []
        with pytest.raises(UsageError, match="grade them first with: bdproxy grade"):
            gather([log], [path], seed=1)


def test_unfinished_and_ungraded_runs_are_counted_not_used(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    total = write_synthetic_log(path, families=4, agents=1, attempts=1, seed=1, calls=False)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE runs SET status = 'interrupted' WHERE id = 1")
        connection.execute("DELETE FROM verdicts WHERE run_id IN (2, 3)")
    with material_of(path) as (material, _):
        (log,) = material.logs
        assert (log.runs, log.graded, log.ungraded, log.unfinished) == (total, total - 3, 2, 1)
        assert len(material.runs) == total - 3


def test_a_mode_that_cannot_be_told_is_not_one_that_did_not_fire(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    write_synthetic_log(path, families=1, agents=1, attempts=1, seed=1, calls=False)
    with sqlite3.connect(path) as connection:
        connection.execute(
            "UPDATE findings SET fired = NULL WHERE run_id = 2 AND name = 'collateral'"
        )
    with LogReader(path) as log:
        untold = {one.id: one.graded.untold for one in graded_runs_of(log)}
    assert untold[2] == {FailureMode.COLLATERAL}
    assert not untold[1]


def test_a_log_without_failure_modes_tells_of_none(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    write_synthetic_log(path, families=1, agents=1, attempts=1, seed=1, calls=False)
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE findings")
    with LogReader(path) as log:
        assert {one.graded.untold for one in graded_runs_of(log)} == {frozenset(FailureMode)}


def test_damage_is_told_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    write_synthetic_log(path, families=1, agents=1, attempts=1, seed=1, calls=False)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE verdicts SET outcome = 'perhaps' WHERE run_id = 4")
    with LogReader(path) as log, pytest.raises(LogError, match=r"damaged \(run 4: 'perhaps'"):
        list(graded_runs_of(log))


def test_two_logs_are_compared_never_mixed(tmp_path: Path) -> None:
    paths = [tmp_path / "old.db", tmp_path / "new.db"]
    for path in paths:
        write_synthetic_log(path, families=2, agents=1, attempts=1, seed=1, calls=False)
    with material_of(*paths) as (material, _):
        assert material.agents == ("agent 00 (new.db)", "agent 00 (old.db)")
        assert {placed.log for placed in material.runs} == {0, 1}
        assert len(material.study.pairs) == 1
    with pytest.raises(UsageError, match="given twice"), material_of(paths[0], paths[0]):
        pass


@pytest.mark.parametrize(
    ("end", "status", "claims"),
    [
        (EndReason.COMPLETED, "success", True),
        (EndReason.COMPLETED, None, True),
        (EndReason.COMPLETED, "fail", False),
        (EndReason.EXITED, "success", None),
        (EndReason.CALL_LIMIT, None, None),
        (None, None, None),
    ],
)
def test_claims(end: EndReason | None, status: str | None, claims: bool | None) -> None:
    assert claimed_success(end, status) is claims
