import shutil
import sqlite3
from pathlib import Path

import pytest

from bdproxy.errors import LogError, UnknownTaskError
from bdproxy.names import Actor, Management, RefusedBy, RunStatus, Variant
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.rows import Exchange, RunKey
from bdproxy.recorder.writer import LogWriter
from tests.support.logs import END_STATE, FINISHED, a_call, a_log, begin_experiment, write_run
from tests.support.processes import endless_recording
from tests.support.users import as_nobody, public_folder

__all__ = ["public_folder"]


def test_reads_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    writer = LogWriter(path)
    experiment = begin_experiment(writer)
    run = writer.begin_run(experiment, RunKey("split-dinner_1", Variant.TWIN, 1))
    seen = Exchange(403, b"x: y\r\n", b'{"message":"no"}')
    writer.save_call(experiment, a_call(run, 1, b"answer " * 100))
    writer.save_call(
        experiment,
        a_call(run, 2, upstream=None, forwarded_at=None, seen=seen, refused_by=RefusedBy.GATE,
               refused_reason="no", writes=False),
    )  # fmt: skip
    writer.end_run(run, FINISHED, END_STATE)
    writer.close()

    with LogReader(path) as log:
        (found,) = log.experiments()
        assert (found.agent, found.management, found.timeout) == ("ada", Management.MANAGED, 60.0)
        assert log.experiment(found.id) == found
        task = log.task(experiment, "split-dinner_1")
        assert task is not None and task.instruction == "Please do split-dinner."
        assert log.task(experiment, "unknown_1") is None
        assert log.run(run) == next(log.runs())
        assert log.run(run).status is RunStatus.FINISHED
        first, second = log.calls(run)
        assert (first.number, first.actor, first.writes, first.forwarded) == (
            1,
            "agent",
            True,
            True,
        )
        assert first.response_body is not None and first.request_headers is not None
        assert log.body(first.response_body) == b"answer " * 100
        assert log.body(first.request_headers) == b"host: 127.0.0.1\r\n"
        assert (second.status, second.upstream_status, second.forwarded) == (403, None, False)
        assert second.refused_by is RefusedBy.GATE
        assert log.end_state(run) == END_STATE
        assert log.has_end_state(run)


def test_filters_meet_every_condition(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    writer = LogWriter(path)
    ada, bob = begin_experiment(writer, "ada"), begin_experiment(writer, "bob")
    first = write_run(writer, ada, "split-dinner_1")
    second = write_run(writer, ada, "split-dinner_2", end=None)
    third = write_run(writer, bob, "tidy-notes_1")
    writer.close()
    with LogReader(path) as log:

        def ids(**conditions: object) -> list[int]:
            return [run.id for run in log.runs(**conditions)]  # type: ignore[arg-type]

        assert ids() == [first, second, third]
        assert ids(task="split-dinner") == [first, second]
        assert ids(task="split-dinner_2") == [second]
        assert ids(agent="bob") == ids(experiment=bob) == [third]
        assert ids(status=RunStatus.RUNNING) == [second]
        assert ids(agent="ada", status=RunStatus.FINISHED) == [first]
        assert ids(task="split") == []


def test_counts_only_the_agents_own_calls(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    writer = LogWriter(path)
    experiment = begin_experiment(writer)
    run = write_run(writer, experiment, calls=3, end=None)
    writer.save_call(experiment, a_call(run, 4, actor=Actor.HARNESS))
    silent = write_run(writer, experiment, "split-dinner_2", calls=0)
    writer.close()
    with LogReader(path) as log:
        assert log.call_counts() == {run: 3}
        assert list(log.calls(silent)) == []


def test_an_unknown_run_says_where_to_look(tmp_path: Path) -> None:
    with (
        LogReader(a_log(tmp_path)) as log,
        pytest.raises(UnknownTaskError, match=r"no run 99; see them with: bdproxy runs list"),
    ):
        log.run(99)


def test_reading_leaves_everything_as_it_was(tmp_path: Path) -> None:
    path = a_log(tmp_path)
    before = path.read_bytes()
    files = set(tmp_path.iterdir())
    with LogReader(path) as log:
        assert len(list(log.runs())) == 1
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            log.database.execute("DELETE FROM runs")
    assert set(tmp_path.iterdir()) == files
    assert path.read_bytes() == before


def test_reading_a_killed_recordings_log_keeps_its_write_ahead_log(tmp_path: Path) -> None:
    path = _killed_log(tmp_path)
    write_ahead = path.with_name("runs.db-wal")
    before = path.read_bytes(), write_ahead.read_bytes()
    with LogReader(path) as log:
        assert [run.status for run in log.runs()] == [RunStatus.RUNNING]
    assert (path.read_bytes(), write_ahead.read_bytes()) == before


def test_reads_while_a_recording_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    with endless_recording(path), LogReader(path) as log:
        for _ in range(50):
            for run in log.runs():
                calls = list(log.calls(run.id))
                assert [call.number for call in calls] == list(range(1, len(calls) + 1))
                if run.status is RunStatus.FINISHED:
                    assert len(calls) == 5
                    assert log.end_state(run.id) == END_STATE
    assert {file.name for file in tmp_path.iterdir()} <= {"runs.db", "runs.db.lock"}


@pytest.mark.parametrize("killed", [False, True])
def test_reads_a_log_that_nobody_may_write(public_folder: Path, killed: bool) -> None:
    path = _killed_log(public_folder) if killed else a_log(public_folder)
    expected = RunStatus.RUNNING if killed else RunStatus.FINISHED
    files = set(public_folder.iterdir())
    public_folder.chmod(0o555)
    for file in files:
        file.chmod(0o444)
    assert as_nobody(_statuses, path) == [expected]
    public_folder.chmod(0o755)
    assert set(public_folder.iterdir()) == files


def test_a_log_that_may_not_be_read(public_folder: Path) -> None:
    path = a_log(public_folder)
    path.chmod(0o000)
    message = as_nobody(_error, path)
    assert message == f"{path}: can't be read (permission denied); check its rights"


def test_missing(tmp_path: Path) -> None:
    with pytest.raises(LogError, match=r"no such log; record one first"):
        LogReader(tmp_path / "runs.db")
    with pytest.raises(LogError, match="no such log"):
        LogReader(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_not_a_log(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    path.write_text("these are notes and no database at all\n" * 100)
    with pytest.raises(LogError, match="damaged or no SQLite file"):
        LogReader(path)
    path.write_bytes(b"")
    with pytest.raises(LogError, match="is not a bdproxy log"):
        LogReader(path)
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE notes (text TEXT)")
    connection.close()
    with pytest.raises(LogError, match="is not a bdproxy log"):
        LogReader(path)


def test_cut_short(tmp_path: Path) -> None:
    path = a_log(tmp_path, runs=200)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(LogError, match="is damaged"), LogReader(path) as log:
        for run in log.runs():
            list(log.calls(run.id))
            log.end_state(run.id)


def test_newer_and_older_schema(tmp_path: Path) -> None:
    path = a_log(tmp_path)
    connection = sqlite3.connect(path)
    connection.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) "
        "VALUES ('bdproxy.recorder', '9999_future', '')"
    )
    connection.commit()
    with pytest.raises(LogError, match=r"newer bdproxy \(schema 9999_future\)"):
        LogReader(path)
    connection.execute("DELETE FROM _sqlite_migrations")
    connection.commit()
    connection.close()
    with pytest.raises(LogError, match=r"older bdproxy .* up to date with: bdproxy grade"):
        LogReader(path)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ("UPDATE runs SET status = 'lost'", r"table runs, row 1, column status"),
        ("UPDATE runs SET started_at = 'then'", r"table runs, row 1, column started_at"),
        ("DELETE FROM bodies", r"body [0-9a-f]{32} is missing"),
        ("UPDATE bodies SET data = x'00' WHERE encoding = 'zstd'", r"body .*damaged body"),
        ("UPDATE bodies SET encoding = 'rot13'", r"unknown body encoding 'rot13'"),
        ("DROP TABLE end_states", r"no such table: end_states"),
    ],
)
def test_damaged_rows_are_named(tmp_path: Path, damage: str, message: str) -> None:
    path = a_log(tmp_path)
    connection = sqlite3.connect(path)
    connection.execute(damage)
    connection.commit()
    connection.close()
    with LogReader(path) as log, pytest.raises(LogError, match=message):
        for run in log.runs():
            log.end_state(run.id)


def test_odd_names(tmp_path: Path) -> None:
    folder = tmp_path / "a folder?mode=rw#&%20"
    folder.mkdir()
    with LogReader(a_log(folder)) as log:
        assert len(list(log.runs())) == 1


def _killed_log(folder: Path) -> Path:
    """What is on disk when a recording is killed in the middle of a run."""
    scratch = folder / "scratch"
    scratch.mkdir()
    writer = LogWriter(scratch / "runs.db")
    write_run(writer, begin_experiment(writer), end=None)
    for file in ("runs.db", "runs.db-wal"):
        shutil.copyfile(scratch / file, folder / file)
    writer.close()
    shutil.rmtree(scratch)
    return folder / "runs.db"


def _statuses(path: Path) -> object:
    with LogReader(path) as log:
        return [run.status for run in log.runs()]


def _error(path: Path) -> object:
    try:
        LogReader(path)
    except LogError as error:
        return str(error)
    return None
