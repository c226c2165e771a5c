"""What the writer writes, and when it is on disk."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bdproxy.errors import LogError
from bdproxy.names import EndReason, RunStatus, Variant
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.rows import Exchange, RunEnd, RunKey
from bdproxy.recorder.writer import LogWriter
from tests.support.logs import FINISHED, a_call, begin_experiment, write_run
from tests.support.processes import REPOSITORY

TASK = "split-dinner_1"
CRASHED = RunEnd(RunStatus.FINISHED, EndReason.AGENT_CRASHED, "it crashed")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.db"


@pytest.fixture
def writer(path: Path) -> Iterator[LogWriter]:
    opened = LogWriter(path)
    yield opened
    opened.close()


def _rows(path: Path, query: str) -> list[Any]:
    """What another process would see now."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return connection.execute(query).fetchall()


def test_a_call_is_on_disk_as_soon_as_it_is_saved(path: Path, writer: LogWriter) -> None:
    experiment = begin_experiment(writer)
    run = write_run(writer, experiment, calls=0, end=None)
    call = a_call(run, 1, upstream=None, seen=None, completed_at=None)
    writer.save_call(experiment, call)
    select = "SELECT id, forwarded, upstream_status, status FROM calls"
    assert _rows(path, select) == [(call.id, 1, None, None)]
    call.upstream = call.seen = Exchange(200, b"", b"{}")
    writer.save_call(experiment, call)
    assert _rows(path, select) == [(call.id, 1, 200, 200)]


def test_equal_bodies_are_kept_once(path: Path, writer: LogWriter) -> None:
    experiment = begin_experiment(writer)
    write_run(writer, experiment, calls=20)
    bodies = _rows(path, "SELECT count(*), count(DISTINCT hash) FROM bodies")
    assert bodies[0][0] == bodies[0][1] < 10


def test_a_body_that_was_rolled_back_is_written_again(path: Path, writer: LogWriter) -> None:
    experiment = begin_experiment(writer)
    run = write_run(writer, experiment, calls=1, end=None)
    call = a_call(run, 1, body=b"only here" * 50)
    with pytest.raises(LogError):
        # That number is taken: the transaction with its new body fails.
        writer.save_call(experiment, call)
    call.number = 2
    writer.save_call(experiment, call)
    with LogReader(path) as reader:
        saved = list(reader.calls(run))[-1]
        assert saved.response_body is not None
        assert reader.body(saved.response_body) == b"only here" * 50


def test_the_same_settings_go_on_with_the_same_experiment(writer: LogWriter) -> None:
    ada, bob = begin_experiment(writer, "ada"), begin_experiment(writer, "bob")
    assert begin_experiment(writer, "ada") == ada != bob


def test_a_finished_or_running_run_can_t_be_begun_again(writer: LogWriter) -> None:
    experiment = begin_experiment(writer)
    key = RunKey(TASK, Variant.TWIN, 1)
    run = writer.begin_run(experiment, key)
    with pytest.raises(LogError):
        writer.begin_run(experiment, key)
    writer.end_run(run, FINISHED, {})
    with pytest.raises(LogError):
        writer.begin_run(experiment, key)
    assert writer.finished(experiment) == {key}


def test_an_interrupted_run_is_begun_again_beside_the_old_one(writer: LogWriter) -> None:
    experiment = begin_experiment(writer)
    key = RunKey(TASK, Variant.TWIN, 1)
    first = writer.begin_run(experiment, key)
    assert writer.interrupt_stale_runs() == 1
    assert writer.interrupt_stale_runs() == 0
    assert writer.finished(experiment) == set()
    assert writer.begin_run(experiment, key) != first


def test_only_what_can_t_be_assessed_is_reopened(path: Path, writer: LogWriter) -> None:
    ada, bob = begin_experiment(writer, "ada"), begin_experiment(writer, "bob")
    write_run(writer, ada, attempt=1)
    write_run(writer, ada, attempt=2, end=CRASHED)
    write_run(writer, bob, attempt=1, end=CRASHED)
    assert writer.reopen_not_assessable(ada) == 1
    assert writer.finished(ada) == {RunKey(TASK, Variant.TWIN, 1)}
    assert writer.finished(bob) == {RunKey(TASK, Variant.TWIN, 1)}
    # Its reason and its calls stay.
    kept = "SELECT not_assessable, count(*) FROM runs JOIN calls ON run_id = runs.id"
    assert _rows(path, f"{kept} WHERE runs.status = 'interrupted'") == [("it crashed", 1)]


def test_a_run_ends_with_its_end_state_or_not_at_all(path: Path, writer: LogWriter) -> None:
    experiment = begin_experiment(writer)
    run = write_run(writer, experiment, end=None)
    unfit: Any = {"venmo.jsonl": b"[]", "z": "no bytes"}
    with pytest.raises(TypeError):
        writer.end_run(run, FINISHED, unfit)
    assert _rows(path, "SELECT status FROM runs") == [("running",)]
    assert _rows(path, "SELECT count(*) FROM end_states") == [(0,)]
    writer.end_run(run, FINISHED, {"venmo.jsonl": b"[]"})
    assert _rows(path, "SELECT status FROM runs") == [("finished",)]
    with LogReader(path) as reader:
        assert reader.end_state(run) == {"venmo.jsonl": b"[]"}


def test_odd_text_of_an_agent_is_kept_escaped(path: Path, writer: LogWriter) -> None:
    experiment = begin_experiment(writer)
    run = write_run(writer, experiment, calls=0, end=None)
    writer.save_call(experiment, a_call(run, 1, method="G\udcff", path="/\udcff", query="\x00"))
    end = RunEnd(RunStatus.FINISHED, EndReason.COMPLETED, reported_status="\ud800")
    writer.end_run(run, end, {})
    assert _rows(path, "SELECT method, path, query FROM calls") == [("G\\udcff", "/\\udcff", "\0")]
    assert _rows(path, "SELECT reported_status FROM runs") == [("\\ud800",)]


def test_a_log_that_is_closed_is_one_file(path: Path) -> None:
    writer = LogWriter(path)
    write_run(writer, begin_experiment(writer), calls=50)
    assert path.with_name("runs.db-wal").exists()
    writer.close()
    assert not path.with_name("runs.db-wal").exists()
    assert len(_rows(path, "SELECT 1 FROM calls")) == 50


def test_a_log_survives_the_death_of_its_writer(path: Path) -> None:
    writing = (
        "import sys, itertools\n"
        "from pathlib import Path\n"
        "from bdproxy.recorder.writer import LogWriter\n"
        "from tests.support.logs import a_call, begin_experiment, write_run\n"
        "writer = LogWriter(Path(sys.argv[1]))\n"
        "experiment = begin_experiment(writer)\n"
        "run = write_run(writer, experiment, calls=0, end=None)\n"
        "for number in itertools.count(1):\n"
        "    writer.save_call(experiment, a_call(run, number, body=b'%d' % number * 100))\n"
        "    print(number, flush=True)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", writing, str(path)], cwd=REPOSITORY, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    for _ in range(200):
        process.stdout.readline()
    os.kill(process.pid, signal.SIGKILL)
    said = [int(line) for line in process.stdout.read().split()]
    process.wait()
    saved = _rows(path, "SELECT count(*), max(number) FROM calls")[0]
    assert saved[0] == saved[1] >= max(said, default=200)
    assert _rows(path, "PRAGMA integrity_check") == [("ok",)]
    # The lock died with its owner.
    again = LogWriter(path)
    assert again.interrupt_stale_runs() == 1
    again.close()
