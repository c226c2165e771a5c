"""bdproxy's own command line, in a process of its own."""

import subprocess
import sys
import time
from pathlib import Path

from benchmarks.common.processes import REPOSITORY, BenchmarkError, module_environment
from benchmarks.common.subject import Subject


def bdproxy_command(*arguments: object) -> list[str]:
    """The command line of ``bdproxy`` with these arguments."""
    return [sys.executable, "-m", "bdproxy", *map(str, arguments)]


def bdproxy(*arguments: object) -> float:
    """Run ``bdproxy`` to its end; the seconds it took.

    Raises:
        BenchmarkError: it failed.
    """
    begun = time.perf_counter()
    done = subprocess.run(
        bdproxy_command(*arguments),
        cwd=REPOSITORY,
        env=module_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise BenchmarkError(
            f"bdproxy {arguments[0]} ended with status {done.returncode}: {done.stderr[-500:]}"
        )
    return time.perf_counter() - begun


def record(
    subject: Subject, log: Path, *, parallel: int, attempts: int = 1, agent: tuple[str, ...] = ()
) -> float:
    """Record the subject's tasks; the seconds it took.

    Raises:
        BenchmarkError: it failed.
    """
    tasks = [option for task in subject.tasks for option in ("--task", task.id)]
    options = ("--db", log, "--parallel", parallel, "--attempts", attempts)
    command = agent or subject.agent
    return bdproxy("record", *subject.record_options, *tasks, *options, "--", *command)
