"""The agent's keeper: a small process between bdproxy and one agent that leaves nothing behind.

``python agent_keeper.py REPORT MARK COMMAND...`` starts the agent in a session of its own and says
on the file descriptor ``REPORT`` that it has started, or why it can't be. When the agent ends, the
keeper kills whatever the agent has started, and ends the same way. It ends the agent when its
standard input says so, or ends itself: then bdproxy is gone, by whatever death.

On Linux the keeper adopts every orphan among the agent's descendants, so that none can hide, not
even in a session and an environment of its own. Elsewhere, and if the keeper itself is killed,
descendants are known by their process group and by a mark in their environment. It imports only
what it needs, because it is started for each run.
"""

import contextlib
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

MARK_VARIABLE = "BDPROXY_PROCESS_MARK"
"""Environment variable by which descendants are known where orphans are not adopted."""

STARTED = b"started"
END = b"end\n"

TERMINATION_SECONDS = 2.0
"""How long an agent may take to end when asked to, before it is killed."""
KILLING_SECONDS = 5.0
"""How long to go on against descendants that fork while they are being killed."""
PAUSE_SECONDS = 0.005

_BECOME_SUBREAPER = 36
"""``PR_SET_CHILD_SUBREAPER`` of Linux's prctl(2)."""


def main(report: int, mark: str, command: list[str]) -> None:
    """Keep one agent from its start to its end."""
    adopts = _adopt_orphans()
    try:
        agent = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            env={**os.environ, MARK_VARIABLE: mark},
        )
    except OSError as error:
        os.write(report, (error.strerror or str(error)).encode())
        return
    os.write(report, STARTED)
    os.close(report)
    ended = threading.Event()
    threading.Thread(target=_end_when_told, args=(agent.pid, ended), daemon=True).start()
    status = agent.wait()
    ended.set()
    _signal_group(agent.pid, signal.SIGKILL)
    if adopts:
        _repeat(_kill_adopted)
    else:
        kill_marked(mark)
    _end_with(status)


def _end_when_told(group: int, ended: threading.Event) -> None:
    if sys.stdin.buffer.readline() == END:
        _signal_group(group, signal.SIGTERM)
        ended.wait(TERMINATION_SECONDS)
    if not ended.is_set():
        _signal_group(group, signal.SIGKILL)


def _signal_group(group: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def _adopt_orphans() -> bool:
    if sys.platform != "linux":
        return False
    import ctypes

    return bool(ctypes.CDLL(None).prctl(_BECOME_SUBREAPER, 1, 0, 0, 0) == 0)


def _repeat(kill: Callable[[], bool]) -> None:
    deadline = time.monotonic() + KILLING_SECONDS
    while kill() and time.monotonic() < deadline:
        time.sleep(PAUSE_SECONDS)


def _kill_adopted() -> bool:
    """Kill our children; whether there were any. Theirs are ours next time."""
    for children in Path("/proc/self/task").glob("*/children"):
        for child in children.read_bytes().split():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(int(child), signal.SIGKILL)
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def kill_marked(mark: str) -> None:
    """Kill every process that carries the mark, and those that it starts meanwhile."""
    _repeat(lambda: _kill_marked(mark))


def _kill_marked(mark: str) -> bool:
    """Kill every process that carries the mark; whether there were any."""
    import psutil

    killed = False
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.environ().get(MARK_VARIABLE) == mark:
                process.kill()
                killed = True
    return killed


def _end_with(status: int) -> None:
    if status >= 0:
        os._exit(status)
    # The same signal, but the core dump, if any, is the agent's own.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if -status not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(-status, signal.SIG_DFL)
    os.kill(os.getpid(), -status)
    time.sleep(KILLING_SECONDS)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
