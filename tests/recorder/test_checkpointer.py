import sqlite3
import threading
import time
from pathlib import Path
from random import Random

import pytest

from bdproxy.recorder import checkpointer
from bdproxy.recorder.writer import LogWriter
from tests.support.logs import a_call, begin_experiment, write_run


def _checkpointers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "checkpointer"]


def test_a_growing_log_is_folded_back_while_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpointer, "PERIOD_SECONDS", 0.02)
    monkeypatch.setattr(checkpointer, "SMALLEST_WAL_BYTES", 100_000)
    path = tmp_path / "runs.db"
    writer = LogWriter(path)
    experiment = begin_experiment(writer)
    run = write_run(writer, experiment, calls=0, end=None)
    deadline, number = time.monotonic() + 20, 0
    # The file itself grows only by a checkpoint; the write-ahead log takes all the rest.
    while path.stat().st_size < 500_000:
        number += 1
        body = number.to_bytes(4, "big") * 4 + bytes(range(256)) * 4
        writer.save_call(experiment, a_call(run, number, body=body))
        assert time.monotonic() < deadline
        time.sleep(0.001)
    writer.close()
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM calls").fetchone() == (number,)
    connection.close()


def test_the_write_ahead_log_stays_small_under_a_steady_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpointer, "PERIOD_SECONDS", 0.02)
    monkeypatch.setattr(checkpointer, "SMALLEST_WAL_BYTES", 100_000)
    monkeypatch.setattr(checkpointer, "LARGEST_WAL_BYTES", 1_000_000)
    path = tmp_path / "runs.db"
    write_ahead_log = path.with_name("runs.db-wal")
    writer = LogWriter(path)
    experiment = begin_experiment(writer)
    run = write_run(writer, experiment, calls=0, end=None)
    random, written, sizes = Random(100), 0, [0]
    deadline = time.monotonic() + 20
    # Without a pause: there is always something that a checkpoint has not copied yet.
    while len(sizes) < 5 and time.monotonic() < deadline:
        written += 1
        writer.save_call(experiment, a_call(run, written, body=random.randbytes(2000)))
        size = write_ahead_log.stat().st_size
        if size < sizes[-1]:
            sizes.append(size)
        sizes[-1] = size
    writer.close()
    assert len(sizes) == 5, f"never shortened in {written} calls: {sizes}"
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM calls").fetchone() == (written,)
    connection.close()


def test_a_small_log_is_left_alone_and_the_thread_ends_with_its_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpointer, "PERIOD_SECONDS", 0.01)
    before = len(_checkpointers())
    writer = LogWriter(tmp_path / "runs.db")
    assert len(_checkpointers()) == before + 1
    size = (tmp_path / "runs.db").stat().st_size
    write_run(writer, begin_experiment(writer), calls=50)
    time.sleep(0.1)
    assert (tmp_path / "runs.db").stat().st_size == size
    writer.close()
    assert len(_checkpointers()) == before
