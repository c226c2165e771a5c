"""What may be opened as a log, and what is said of everything else."""

import os
import sqlite3
from pathlib import Path

import pytest

from bdproxy.errors import LogError
from bdproxy.recorder.database import log_errors, open_log
from tests.support.logs import a_log


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.db"


def _refused(path: Path, *, create: bool = True) -> str:
    """Why it can't be opened, in one line, the file left as it was."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(LogError) as caught:
        open_log(path, create=create)
    assert (path.read_bytes() if path.is_file() else None) == before
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_new_log_has_its_tables_and_is_found_again(path: Path) -> None:
    open_log(path, create=True).conn.close()
    database = open_log(path)
    assert {"experiments", "tasks", "runs", "calls", "bodies", "end_states"} <= set(
        database.table_names()
    )
    database.conn.close()


def test_an_empty_file_becomes_a_log(path: Path) -> None:
    path.touch()
    open_log(path, create=True).conn.close()
    open_log(path).conn.close()


def test_a_log_is_written_ahead_and_syncs_at_checkpoints_only(path: Path) -> None:
    connection = open_log(path, create=True).conn
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (1,)
    assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)
    connection.close()


def test_a_missing_log_is_not_made_by_looking_for_it(path: Path) -> None:
    assert "no such log; record one first with: bdproxy record --db" in _refused(path, create=False)
    assert not path.exists()


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    path = tmp_path / "none" / "runs.db"
    assert f"the folder {path.parent} does not exist" in _refused(path)


@pytest.mark.parametrize("create", [True, False])
def test_random_bytes_are_no_log(path: Path, create: bool) -> None:
    path.write_bytes(os.urandom(20_000))
    assert "is damaged or no SQLite file" in _refused(path, create=create)


def test_a_damaged_log_is_told_from_a_good_one(tmp_path: Path) -> None:
    path = a_log(tmp_path)
    with path.open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 8000)
    assert "is damaged or no SQLite file" in _refused(path)


def test_a_newer_log_asks_for_a_newer_bdproxy(tmp_path: Path) -> None:
    path = a_log(tmp_path)
    with sqlite3.connect(path) as connection:
        connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) "
            "VALUES ('bdproxy.recorder', '9999_future', '2099-01-01')"
        )
    connection.close()
    assert "was written by a newer bdproxy (schema 9999_future)" in _refused(path)


def test_a_folder_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="can't be opened for writing"):
        open_log(tmp_path, create=True)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_log_that_may_not_be_written(tmp_path: Path) -> None:
    path = a_log(tmp_path)
    path.chmod(0o400)
    assert "can't be opened for writing" in _refused(path)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        ("database or disk is full", "can't be written (database or disk is full); free space"),
        ("disk I/O error", "can't be written (disk I/O error); free space"),
        ("attempt to write a readonly database", "can't be opened for writing"),
        ("database is locked", "another process has kept it locked for 30 seconds"),
        ("no such column: x", "no such column: x"),
    ],
)
def test_each_error_of_sqlite_names_the_file_and_the_remedy(
    path: Path, error: str, words: str
) -> None:
    with pytest.raises(LogError) as caught, log_errors(path):
        raise sqlite3.OperationalError(error)
    assert str(caught.value).startswith(f"{path}: ")
    assert words in str(caught.value)
