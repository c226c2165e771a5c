"""Runs pieces of work in forked processes, several at a time, and reports each one's end."""

import json
import os
import select
import sys
import traceback
from collections.abc import Callable, Iterable
from typing import Any

AT_A_TIME = 2


class WorkError(Exception):
    """A piece of work failed; the message is the one line that its process left."""


def run_forked(
    work: Iterable[tuple[str, Callable[[], None]]],
    done: Callable[[str], None],
    *,
    first_here: bool = False,
) -> None:
    """Run each named piece of work in a process of its own, forked from this one.

    The processes share nothing afterwards, so each may bind databases and clocks as it likes.
    ``done`` gets the name of each piece that has ended well. With ``first_here`` the first piece
    runs in this process, before the others are started.

    Raises:
        WorkError: a piece failed; the others that were running are waited for, no more are started.
    """
    waiting = list(work)[::-1]
    if first_here and waiting:
        name, function = waiting.pop()
        try:
            function()
        except Exception as error:
            traceback.print_exc()
            raise WorkError(f"{name}: {_one_line(error)}") from error
        done(name)
    running: dict[int, tuple[str, int]] = {}
    failure: str | None = None
    while running or (waiting and failure is None):
        while waiting and len(running) < AT_A_TIME and failure is None:
            name, function = waiting.pop()
            pid, reader = _fork(function)
            running[reader] = (name, pid)
        # A pipe has something to read, or its end, only when its process is about to be gone.
        reader = select.select(list(running), [], [])[0][0]
        message = _read_all(reader)
        name, pid = running.pop(reader)
        _, status = os.waitpid(pid, 0)
        if status == 0:
            done(name)
        elif failure is None:
            failure = f"{name}: {message or f'the process ended with status {status}'}"
    if failure is not None:
        raise WorkError(failure)


def call_forked(function: Callable[[], Any]) -> Any:
    """What ``function`` returns in a forked process (JSON), where it may change what it likes.

    Raises:
        WorkError: it failed; the message is the one line that its process left.
    """
    reader, writer = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            os.close(reader)
            try:
                answer, status = json.dumps(function()), 0
            except Exception as error:
                answer = _one_line(error)
            with os.fdopen(writer, "w") as stream:
                stream.write(answer)
        finally:
            os._exit(status)
    os.close(writer)
    answer = _read_all(reader)
    _, status = os.waitpid(pid, 0)
    if status != 0:
        raise WorkError(answer or f"the process ended with status {status}")
    return json.loads(answer)


def _fork(function: Callable[[], None]) -> tuple[int, int]:
    reader, writer = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        os.close(writer)
        return pid, reader
    status = 1
    try:
        os.close(reader)
        function()
        status = 0
    except BaseException as error:
        traceback.print_exc()
        os.write(writer, _one_line(error).encode()[:4000])
    finally:
        sys.stderr.flush()
        os._exit(status)


def _one_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def _read_all(reader: int) -> str:
    with os.fdopen(reader, "rb") as stream:
        return stream.read().decode(errors="replace")
