"""Processes that tests run beside themselves."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[2]


@contextmanager
def endless_recording(log: Path, not_assessable: str = "") -> Iterator[subprocess.Popen[str]]:
    """Runs are being recorded into ``log`` by another process meanwhile.

    They end with ``not_assessable`` as the reason, if one is given.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.endless_recording", str(log), not_assessable],
        cwd=REPOSITORY,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        assert process.stdout.readline() == "recording\n"
        yield process
    finally:
        process.stdin.close()
        try:
            process.wait(30)
        finally:
            process.kill()
            process.stdout.close()


def bdproxy(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "bdproxy", *map(str, arguments)],
        cwd=REPOSITORY,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )


def lines(*arguments: object) -> list[dict[str, Any]]:
    """What the command line prints with ``--json``, which must succeed."""
    done = bdproxy(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
