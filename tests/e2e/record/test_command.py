"""``bdproxy record`` as a process: how it stops, dies and goes on."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from bdproxy.names import EndReason, RunStatus
from bdproxy.worlds.protocol import Task
from tests.support.processes import REPOSITORY, bdproxy
from tests.support.recordings import agent_command, calls_of, runs_of

AGENT = "tests.support.note_taking_agent"
WORKING = agent_command("2", module=AGENT)
QUICK = agent_command("0", module=AGENT)
DEATH_SECONDS = 10.0


@pytest.fixture(scope="module")
def task(builtin_tasks: tuple[Task, ...]) -> str:
    return builtin_tasks[0].id


def _arguments(log: Path, task: str, *more: object, agent: tuple[str, ...]) -> list[str]:
    options = ["record", "--task", task, "--agent", "ada", "--db", log, *more, "--", *agent]
    return [str(option) for option in options]


@contextmanager
def _recording(arguments: list[str]) -> Iterator[subprocess.Popen[str]]:
    """The command in a foreground group of its own, as a terminal has it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bdproxy", *arguments],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def _calls(log: Path) -> int:
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(f"file:{log}?mode=ro", uri=True)) as connection,
    ):
        found = connection.execute(
            "SELECT count(*) FROM calls JOIN runs ON runs.id = run_id WHERE runs.status = 'running'"
        ).fetchone()
        return int(found[0])
    return 0


def _until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _descendants(process: subprocess.Popen[str]) -> list[psutil.Process]:
    return psutil.Process(process.pid).children(recursive=True)


def _gone(processes: list[psutil.Process]) -> bool:
    return not [
        one for one in processes if one.is_running() and one.status() != psutil.STATUS_ZOMBIE
    ]


@pytest.mark.parametrize(
    ("number", "group"),
    [(signal.SIGINT, True), (signal.SIGTERM, False)],
    ids=["Ctrl-C", "SIGTERM"],
)
def test_a_stop_is_clean(tmp_path: Path, task: str, number: signal.Signals, group: bool) -> None:
    log = tmp_path / "runs.db"
    arguments = _arguments(log, task, "--attempts", 4, "--parallel", 2, agent=WORKING)
    with _recording(arguments) as process:
        _until(lambda: _calls(log) > 8)
        started = _descendants(process)
        (os.killpg if group else os.kill)(process.pid, number)
        if group:
            # A second Ctrl-C of somebody impatient changes nothing.
            time.sleep(0.05)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, number)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == ""
    assert err == (
        "bdproxy: stopped; what was finished is kept, the same command goes on from there\n"
    )
    assert len(started) >= 5
    assert _gone(started)
    # The log is one file again.
    assert not Path(f"{log}-wal").exists()
    runs = runs_of(log)
    assert {run.status for run in runs} == {RunStatus.INTERRUPTED}


def test_after_a_kill_the_same_command_goes_on(tmp_path: Path, task: str) -> None:
    log = tmp_path / "runs.db"
    with _recording(_arguments(log, task, "--attempts", 2, agent=WORKING)) as process:
        _until(lambda: _calls(log) > 5)
        started = _descendants(process)
        calls = _calls(log)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        _until(lambda: _gone(started), DEATH_SECONDS)
    assert len(started) >= 4
    (killed,) = runs_of(log)
    assert killed.status is RunStatus.RUNNING
    assert len(calls_of(log, killed.id)) >= calls

    again = bdproxy(*_arguments(log, task, "--attempts", 2, agent=WORKING))
    assert again.returncode == 0, again.stderr
    assert again.stdout.startswith("2 runs recorded · 2 completed\n")
    first, *others = runs_of(log)
    assert (first.status, first.id) == (RunStatus.INTERRUPTED, killed.id)
    assert [(run.attempt, run.end_reason) for run in others] == [
        (1, EndReason.COMPLETED),
        (2, EndReason.COMPLETED),
    ]
    # More attempts go on where these ended, and nothing is repeated.
    before = time.monotonic()
    nothing = bdproxy(*_arguments(log, task, "--attempts", 2, agent=WORKING))
    assert nothing.stdout.startswith("0 runs recorded · 2 finished before\n")
    # Not even AppWorld is started, which takes seconds.
    assert time.monotonic() - before < 60
    assert len(runs_of(log)) == 3


def test_a_full_disk_stops_the_recording_and_no_answer_is_unrecorded(
    tmp_path: Path, task: str
) -> None:
    log, answers = tmp_path / "runs.db", tmp_path / "answers"
    # No file may grow beyond this: SQLite sees what it would see on a full disk.
    limited = subprocess.run(
        [
            *("bash", "-c", 'ulimit -f 400; exec "$@"', "bash", sys.executable, "-m", "bdproxy"),
            *_arguments(log, task, agent=agent_command(module="tests.support.filling_agent")),
        ],
        cwd=REPOSITORY,
        env={**os.environ, "BDPROXY_TEST_ANSWERS": str(answers)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert limited.returncode == 7, limited.stderr
    assert limited.stdout == ""
    assert limited.stderr.startswith(f"bdproxy: {log}: can't be written (")
    assert limited.stderr.count("\n") == 1
    (run,) = runs_of(log)
    # What did not fit was an answer; that the run was cut short may still have.
    assert run.status in (RunStatus.RUNNING, RunStatus.INTERRUPTED)
    had = answers.read_text().splitlines()
    answered = [call for call in calls_of(log, run.id) if call.status is not None]
    assert len(had) > 0
    assert len(answered) >= len(had)

    again = bdproxy(*_arguments(log, task, agent=QUICK))
    assert again.returncode == 0, again.stderr
    assert [run.status for run in runs_of(log)] == [RunStatus.INTERRUPTED, RunStatus.FINISHED]


def test_two_recordings_into_one_log(tmp_path: Path, task: str) -> None:
    log = tmp_path / "runs.db"
    with _recording(_arguments(log, task, agent=QUICK)) as process:
        _until(log.exists)
        second = bdproxy(*_arguments(log, task, agent=QUICK))
        assert second.returncode == 7
        assert second.stderr == (
            f"bdproxy: {log}: another bdproxy is recording into it; "
            "wait for it or choose another --db\n"
        )
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert out.startswith("1 run recorded · 1 completed\n")
