"""The crash benchmark would notice a lost or altered answer, a damaged log and a process left."""

import hashlib
import os
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from bdproxy.names import Variant
from bdproxy.recorder.rows import RunKey
from bdproxy.recorder.writer import LogWriter
from benchmarks.common.killing import (
    TRIAL_VARIABLE,
    SeenAnswer,
    opens,
    processes_of,
    unrecorded,
)
from tests.support.logs import a_call, begin_experiment

BODY = b'{"note_id": 1}'


@pytest.fixture
def log(tmp_path: Path) -> Path:
    writer = LogWriter(tmp_path / "log.db")
    experiment = begin_experiment(writer)
    run = writer.begin_run(experiment, RunKey("split-dinner_1", Variant.TWIN, 1))
    headers = b"Host: a\r\nX-Call: one\r\n"
    writer.save_call(experiment, a_call(run, 1, BODY, request_headers=headers))
    writer.close()
    return tmp_path / "log.db"


def seen(call: str = "one", status: int = 200, body: bytes = BODY) -> SeenAnswer:
    hashed = hashlib.blake2b(body, digest_size=16).hexdigest()
    return SeenAnswer(run=1, call=call, status=status, hash=hashed)


def test_an_answer_in_the_log_is_found(log: Path) -> None:
    assert unrecorded(log, [seen()]) == 0


@pytest.mark.parametrize("answer", [seen(call="two"), seen(status=201), seen(body=b"{}")])
def test_an_answer_that_the_log_lacks_or_has_otherwise_counts(
    log: Path, answer: SeenAnswer
) -> None:
    assert unrecorded(log, [seen(), answer]) == 1


def test_a_damaged_log_does_not_open(log: Path) -> None:
    assert opens(log)
    content = bytearray(log.read_bytes())
    content[5000:9000] = b"\xff" * 4000
    log.write_bytes(content)
    assert not opens(log)


def test_a_process_that_is_left_is_found() -> None:
    trial = uuid.uuid4().hex
    code = "print('up', flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, TRIAL_VARIABLE: trial},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert [found.pid for found in processes_of(trial)] == [process.pid]
        process.kill()
        process.wait()
        assert processes_of(trial) == []
