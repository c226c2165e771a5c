"""One recording that is killed at some moment, and what is to be found afterwards."""

import contextlib
import json
import os
import sqlite3
import subprocess
import time
import uuid
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

import psutil

from bdproxy.errors import LogError
from bdproxy.recorder.reader import LogReader
from benchmarks.common.processes import REPOSITORY, BenchmarkError, module_environment

TRIAL_VARIABLE = "BENCHMARK_TRIAL"
"""Inherited by every process of a trial, by which its orphans are known."""
LOAD_SECONDS = 120.0
GONE_SECONDS = 10.0
"""How long after the kill its processes may take to notice and end."""


class SeenAnswer(TypedDict):
    """A line of the agents' own account."""

    run: int
    call: str
    status: int
    hash: str


@dataclass(frozen=True)
class Killed:
    """What a trial left: the agents' account, processes that would not end, seconds they took."""

    seen: list[SeenAnswer]
    orphans: int
    seconds_to_end: float


def record_and_kill(command: list[str], folder: Path, delay: float) -> Killed:
    """Start a recording, wait until its agents have answers, then ``delay``, then ``kill -9``.

    Raises:
        BenchmarkError: it ended by itself, or no agent ever got an answer.
    """
    trial = uuid.uuid4().hex
    seen, said = folder / f"{trial}.seen", folder / f"{trial}.said"
    variables = {TRIAL_VARIABLE: trial, "BENCHMARK_SEEN": str(seen)}
    with said.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=REPOSITORY,
            env=module_environment(**variables),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
        )
        try:
            _wait_for_load(process, seen, said)
            time.sleep(delay)
            if process.poll() is not None:
                raise BenchmarkError(f"the recording ended too early: {said.read_text()[-500:]}")
        finally:
            process.kill()
            process.wait()
    killed_at = time.monotonic()
    while (orphans := processes_of(trial)) and time.monotonic() < killed_at + GONE_SECONDS:
        time.sleep(0.05)
    seconds = time.monotonic() - killed_at
    for orphan in orphans:
        with contextlib.suppress(psutil.Error):
            orphan.kill()
    return Killed(list(_account(seen)), len(orphans), seconds)


def unrecorded(log: Path, seen: list[SeenAnswer]) -> int:
    """How many of the answers that agents saw are not in the log, status and body alike.

    Raises:
        LogError: the log can't be read.
    """
    by_run: dict[int, list[SeenAnswer]] = defaultdict(list)
    for answer in seen:
        by_run[answer["run"]].append(answer)
    missing = 0
    with LogReader(log) as reader:
        for run, answers in by_run.items():
            recorded: dict[str, tuple[int | None, str]] = {}
            for call in reader.calls(run):
                if call.request_headers is None or call.response_body is None:
                    continue
                headers = reader.body(call.request_headers).decode("latin-1")
                name = headers.partition("X-Call: ")[2].partition("\r\n")[0]
                # Reading it back shows that it is there whole, not only its hash.
                reader.body(call.response_body)
                recorded[name] = (call.status, call.response_body.hex())
            for answer in answers:
                wanted = (answer["status"], answer["hash"])
                missing += recorded.get(answer["call"]) != wanted
    return missing


def opens(log: Path) -> bool:
    """Whether bdproxy can read the log and SQLite finds no damage in it."""
    try:
        LogReader(log).close()
        with contextlib.closing(sqlite3.connect(f"{log.as_uri()}?mode=ro", uri=True)) as database:
            return bool(database.execute("PRAGMA integrity_check").fetchall() == [("ok",)])
    except (LogError, sqlite3.Error):
        return False


def processes_of(trial: str) -> list[psutil.Process]:
    """The live processes that were started by a trial, directly or not."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if (
                process.status() != psutil.STATUS_ZOMBIE
                and process.pid != os.getpid()
                and process.environ().get(TRIAL_VARIABLE) == trial
            ):
                found.append(process)
    return found


def _wait_for_load(process: subprocess.Popen[bytes], seen: Path, said: Path) -> None:
    give_up = time.monotonic() + LOAD_SECONDS
    while not (seen.exists() and seen.stat().st_size):
        if process.poll() is not None or time.monotonic() > give_up:
            raise BenchmarkError(f"no agent got an answer: {said.read_text()[-500:]}")
        time.sleep(0.02)


def _account(seen: Path) -> Iterator[SeenAnswer]:
    for line in seen.read_bytes().splitlines():
        with contextlib.suppress(ValueError):
            yield json.loads(line)
