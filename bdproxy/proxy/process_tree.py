"""Ending an agent with everything that it started."""

import contextlib
import os
import signal

import psutil

MARK_VARIABLE = "BDPROXY_PROCESS_MARK"
"""Environment variable by which descendants are known that left their process group."""


def kill_group(group: int) -> None:
    """Kill a process group at once; harmless when it is gone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def terminate_group(group: int) -> None:
    """Ask a process group to end; harmless when it is gone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGTERM)


def kill_marked(mark: str) -> int:
    """Kill every process whose mark begins with ``mark``; how many there were.

    A descendant that made a session of its own is in no group that could be killed, but it has
    inherited the environment.
    """
    killed = 0
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.pid != os.getpid() and process.environ().get(MARK_VARIABLE, "").startswith(
                mark
            ):
                process.kill()
                killed += 1
    return killed
