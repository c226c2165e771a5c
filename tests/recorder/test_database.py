"""Opening a log, and transactions that fail."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bdproxy.errors import LogError
from bdproxy.grader.verdict import Verdict
from bdproxy.grader.verdicts import VerdictWriter
from bdproxy.names import Outcome
from bdproxy.recorder.database import open_log, transaction
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.writer import LogWriter
from tests.support.logs import a_call, a_log, begin_experiment, write_run
from tests.support.processes import REPOSITORY

DIES_WHILE_MAKING_TABLES = """
import os, signal, sys
from pathlib import Path
from bdproxy.recorder.writer import LogWriter
from sqlite_utils import Migrations
real, left = Migrations.{step}, [{after}]
def dying(*arguments, **options):
    result = real(*arguments, **options)
    left[0] -= 1
    if left[0] <= 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return result
Migrations.{step} = dying
LogWriter(Path(sys.argv[1]))
"""


@pytest.mark.parametrize(
    ("step", "after"),
    [("ensure_migrations_table", 1), ("_record_applied", 1), ("_record_applied", 2)],
)
def test_a_recording_killed_while_it_makes_the_log(tmp_path: Path, step: str, after: int) -> None:
    path = tmp_path / "runs.db"
    code = DIES_WHILE_MAKING_TABLES.format(step=step, after=after)
    died = subprocess.run(
        [sys.executable, "-c", code, path], cwd=REPOSITORY, capture_output=True, check=False
    )
    assert died.returncode == -signal.SIGKILL, died.stderr
    # All of the tables or none of them: never a file that is neither a log nor empty.
    assert _tables(path) == set()
    _works(path)


def test_a_log_with_nothing_but_the_table_of_migrations(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    open_log(tmp_path / "other.db", create=True).conn.close()
    other = sqlite3.connect(tmp_path / "other.db")
    (statement,) = other.execute(
        "SELECT sql FROM sqlite_master WHERE name = '_sqlite_migrations'"
    ).fetchone()
    other.close()
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()
    _works(path)


def test_a_database_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE notes (text)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    with pytest.raises(LogError, match="is a database of something else"):
        LogWriter(path)
    with pytest.raises(LogError, match="is not a bdproxy log"):
        VerdictWriter(path)
    assert path.read_bytes() == before
    assert {file.name for file in tmp_path.iterdir()} <= {"notes.db", "notes.db.lock"}


def test_a_full_database_says_so_and_goes_on_when_there_is_space(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    writer = LogWriter(path)
    experiment = begin_experiment(writer)
    run = write_run(writer, experiment, calls=0, end=None)
    # Large bodies that do not compress: SQLite gives up in the middle of a statement.
    calls = [a_call(run, number, os.urandom(200_000)) for number in (1, 2, 3)]
    with _no_space(writer._connection):
        for call in calls:
            with pytest.raises(LogError, match=r"full.*free space on the disk"):
                writer.save_call(experiment, call)
            assert call.id is None
    for call in calls:
        writer.save_call(experiment, call)
    writer.close()
    with LogReader(path) as log:
        assert [call.number for call in log.calls(run)] == [1, 2, 3]


def test_a_verdict_for_which_there_is_no_space(tmp_path: Path) -> None:
    path = a_log(tmp_path)
    verdict = Verdict(
        outcome=Outcome.FAIL, reason="x" * 200_000, evaluator=None, grader_version="1"
    )
    with VerdictWriter(path) as verdicts:
        with (
            _no_space(verdicts._connection),
            pytest.raises(LogError, match=r"full.*free space on the disk"),
        ):
            verdicts.save(1, verdict)
        assert verdicts.save(1, verdict)


def test_an_error_after_which_sqlite_has_rolled_back_by_itself() -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("CREATE TABLE one (number INTEGER PRIMARY KEY)")
    connection.execute("INSERT INTO one VALUES (1)")
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"), transaction(connection):
        connection.execute("INSERT OR ROLLBACK INTO one VALUES (1)")
    with pytest.raises(ZeroDivisionError), transaction(connection):
        connection.execute("INSERT INTO one VALUES (2)")
        _ = 1 / 0
    assert connection.execute("SELECT count(*) FROM one").fetchone() == (1,)
    connection.close()


def test_a_commit_that_fails_leaves_no_transaction_open() -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("CREATE TABLE one (number INTEGER PRIMARY KEY)")
    connection.execute(
        "CREATE TABLE two (one INTEGER REFERENCES one (number) DEFERRABLE INITIALLY DEFERRED)"
    )
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"), transaction(connection):
        connection.execute("INSERT INTO two VALUES (7)")
    assert not connection.in_transaction
    with transaction(connection):
        connection.execute("INSERT INTO one VALUES (7)")
    connection.close()


@contextmanager
def _no_space(connection: sqlite3.Connection) -> Iterator[None]:
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (limit,) = connection.execute("PRAGMA max_page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    yield
    connection.execute(f"PRAGMA max_page_count = {limit}")


def _tables(path: Path) -> set[str]:
    connection = sqlite3.connect(path)
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    connection.close()
    return names


def _works(path: Path) -> None:
    writer = LogWriter(path)
    run = write_run(writer, begin_experiment(writer))
    writer.close()
    with VerdictWriter(path), LogReader(path) as log:
        assert [one.id for one in log.runs()] == [run]
