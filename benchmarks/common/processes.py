"""Processes that a benchmark starts beside itself, and that never outlive it."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bdproxy.errors import BdproxyError
from benchmarks.common.load import Load, Measured

REPOSITORY = Path(__file__).parents[2]
START_SECONDS = 60.0
STOP_SECONDS = 30.0


class BenchmarkError(BdproxyError):
    """A measurement could not be made."""


def module_environment(**more: str) -> dict[str, str]:
    """This process's environment, with the repository importable, and ``more``."""
    path = os.pathsep.join(filter(None, [str(REPOSITORY), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": path, **more}


@contextlib.contextmanager
def server(
    module: str, *arguments: str, wrapper: tuple[str, ...] = ()
) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    """Run ``python -m module`` until the block ends; the process and the JSON line it greets with.

    It is asked to end by the end of its standard input, and killed if it does not.

    Raises:
        BenchmarkError: it ended before it was ready.
    """
    process = subprocess.Popen(
        [*wrapper, sys.executable, "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=module_environment(),
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        line = process.stdout.readline()
        if not line:
            raise BenchmarkError(f"{module} ended with status {process.wait()} before it was ready")
        yield process, json.loads(line)
        process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(STOP_SECONDS)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@contextlib.contextmanager
def plain_mitmdump(upstream_port: int) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """mitmproxy's own command line, quiet, as a reverse proxy without any script; with its port."""
    port = free_port()
    main = "from mitmproxy.tools.main import mitmdump; mitmdump()"
    mode = f"reverse:http://127.0.0.1:{upstream_port}"
    options = ("-q", "--mode", mode, "--listen-host", "127.0.0.1", "--listen-port", str(port))
    process = subprocess.Popen(
        [sys.executable, "-c", main, *options],
        stdin=subprocess.DEVNULL,
    )
    try:
        _wait_for_port(port, process)
        yield process, port
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(STOP_SECONDS)
    finally:
        process.kill()
        process.wait()


def apply(load: Load) -> Measured:
    """Apply a load from a process of its own.

    Raises:
        BenchmarkError: an answer was no success or a connection broke, so that the numbers would
            be of something else.
    """
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.common.load", json.dumps(asdict(load))],
        capture_output=True,
        text=True,
        env=module_environment(),
        check=False,
    )
    if done.returncode != 0:
        raise BenchmarkError(f"the load generator failed: {done.stderr.strip()[-500:]}")
    measured = Measured(**json.loads(done.stdout))
    if measured.failures or not measured.answers:
        raise BenchmarkError(
            f"{measured.failures} failures, {measured.answers} answers under {load}"
        )
    return measured


def free_port() -> int:
    """A port on the loopback interface that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def _wait_for_port(port: int, process: subprocess.Popen[bytes]) -> None:
    give_up = time.monotonic() + START_SECONDS
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        if process.poll() is not None or time.monotonic() > give_up:
            raise BenchmarkError(f"nothing listens on port {port}")
        time.sleep(0.05)
