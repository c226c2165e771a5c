"""What the writer refuses to mix."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from bdproxy.errors import LogError
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.rows import TaskRow
from bdproxy.recorder.writer import LogWriter
from tests.support.logs import EXPERIMENT, write_run


def _task(digest: str | None, instruction: str = "Split the dinner.") -> TaskRow:
    return TaskRow("split-dinner_1", "split-dinner", instruction, "{}", "2023-05-18", digest)


def _kept(path: Path, experiment: int) -> tuple[str, str | None]:
    with LogReader(path) as log:
        task = log.task(experiment, "split-dinner_1")
    assert task is not None
    return task.instruction, task.digest


def test_a_task_that_has_changed_since_it_was_recorded(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    writer = LogWriter(path)
    experiment = writer.experiment(EXPERIMENT)
    writer.task(experiment, _task("first"))
    # Nothing was recorded yet, so nothing can be mixed.
    writer.task(experiment, _task("second", "Split the bill."))
    assert _kept(path, experiment) == ("Split the bill.", "second")
    write_run(writer, experiment)
    writer.task(experiment, _task("second", "Split the bill."))
    with pytest.raises(LogError, match=r"has runs of split-dinner_1 .* choose another --db"):
        writer.task(experiment, _task("third"))
    assert _kept(path, experiment) == ("Split the bill.", "second")
    other = writer.experiment(replace(EXPERIMENT, config_hash="b"))
    writer.task(other, _task("third"))
    writer.close()


def test_runs_from_before_there_were_digests_go_on(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    writer = LogWriter(path)
    experiment = writer.experiment(EXPERIMENT)
    writer.task(experiment, _task(None))
    write_run(writer, experiment)
    writer.task(experiment, _task("first"))
    writer.close()
    assert _kept(path, experiment)[1] == "first"


def test_a_log_from_before_there_were_digests(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    LogWriter(path).close()
    connection = sqlite3.connect(path)
    connection.execute("ALTER TABLE tasks DROP COLUMN digest")
    connection.execute("DELETE FROM _sqlite_migrations WHERE name = '0002_task_digests'")
    connection.commit()
    connection.close()
    with pytest.raises(LogError, match="bring it up to date with: bdproxy grade"):
        LogReader(path)
    writer = LogWriter(path)
    experiment = writer.experiment(EXPERIMENT)
    writer.task(experiment, _task("first"))
    writer.close()
    assert _kept(path, experiment)[1] == "first"
