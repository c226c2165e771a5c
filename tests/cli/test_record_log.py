"""A log that can't be recorded into is refused before anything else is done."""

import sqlite3
import sys
from pathlib import Path

import pytest

from bdproxy.recorder.locking import lock_log
from tests.support.command_line import CommandLine, one_line
from tests.support.logs import a_log
from tests.support.users import as_nobody, public_folder

__all__ = ["public_folder"]


@pytest.fixture(autouse=True)
def no_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever gets as far as setting up fails with another exit code."""
    monkeypatch.setenv("BDPROXY_APPWORLD_PYTHON", "/nowhere/python")


def _record(command_line: CommandLine, path: Path) -> str:
    return one_line(command_line("record", "--db", path, "--", sys.executable, "-V"), 7)


def test_a_good_log_goes_on_to_the_set_up(tmp_path: Path, command_line: CommandLine) -> None:
    for path in (a_log(tmp_path), tmp_path / "new.db"):
        failed = command_line("record", "--db", path, "--", sys.executable, "-V")
        assert (failed.code, failed.out) == (5, "")
    # A recording that never began leaves nothing.
    assert not (tmp_path / "new.db").exists()


def test_a_folder_that_does_not_exist(tmp_path: Path, command_line: CommandLine) -> None:
    line = _record(command_line, tmp_path / "missing" / "runs.db")
    assert line.endswith("missing does not exist; make it first")


def test_what_is_no_log(tmp_path: Path, command_line: CommandLine) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("These are notes. " * 100)
    assert "no SQLite file" in _record(command_line, text)
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE notes (text)")
    connection.close()
    assert "is a database of something else" in _record(command_line, other)
    assert "can't be opened" in _record(command_line, tmp_path)


def test_a_log_of_a_newer_bdproxy(tmp_path: Path, command_line: CommandLine) -> None:
    path = a_log(tmp_path)
    connection = sqlite3.connect(path)
    connection.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) "
        "VALUES ('bdproxy.recorder', '9999_future', '')"
    )
    connection.commit()
    connection.close()
    before = path.read_bytes()
    assert "newer bdproxy (schema 9999_future)" in _record(command_line, path)
    assert path.read_bytes() == before


def test_a_log_that_is_being_recorded_into(tmp_path: Path, command_line: CommandLine) -> None:
    path = a_log(tmp_path)
    with lock_log(path):
        assert "another bdproxy is recording into it" in _record(command_line, path)


@pytest.mark.parametrize("exists", [True, False])
def test_what_may_not_be_written(public_folder: Path, exists: bool) -> None:
    path = a_log(public_folder) if exists else public_folder / "runs.db"
    if exists:
        path.chmod(0o444)
    public_folder.chmod(0o555)
    code = as_nobody(_recorded_as_nobody, path)
    assert code == 7


def _recorded_as_nobody(path: Path) -> object:
    from bdproxy.cli.main import main

    return main(["record", "--db", str(path), "--", "/bin/sh"])
