"""Commands of a set-up: their output goes to a log file, and a failure becomes one clear line."""

import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from bdproxy.errors import SetupError

TAIL_BYTES = 64 * 1024
EXPLANATIONS = (
    ("No space left on device", "the disk is full"),
    ("ensurepip is not", "Python's venv module is incomplete (on Debian: install python3-venv)"),
    ("No module named venv", "Python's venv module is missing (on Debian: install python3-venv)"),
    ("Temporary failure in name resolution", "the package index can't be reached (no network?)"),
    ("Failed to establish a new connection", "the package index can't be reached (no network?)"),
    ("Connection refused", "the package index can't be reached (no network?)"),
    ("Network is unreachable", "the package index can't be reached (no network?)"),
    ("ProxyError", "the package index can't be reached (the HTTP proxy refuses)"),
    ("Read timed out", "the package index does not answer in time"),
    ("CERTIFICATE_VERIFY_FAILED", "the package index's certificate is not trusted"),
    ("Permission denied", "a file may not be written"),
    ("No matching distribution found", "the package index has no such package, or no connection"),
)
"""What the output of a failed command says, and what that means; the first that fits is told."""


def run_logged(
    command: Sequence[str | Path],
    *,
    what: str,
    log: Path,
    cwd: Path,
    variables: Mapping[str, str] | None = None,
    on_line: Callable[[str], None] | None = None,
) -> None:
    """Run a command to its end; its standard output also goes to ``on_line``, line by line.

    ``what`` names it in errors (``installing AppWorld``); ``variables`` are added to our own
    environment variables. When we are interrupted, the command is ended with all it has started.

    Raises:
        SetupError: it can't be started or fails; the message ends with the path of the log.
    """
    # Whatever changes how Python starts is meant for our interpreter, not for this one.
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    with log.open("a", encoding="utf-8") as output:
        output.write(f"\n$ {' '.join(map(str, command))}\n")
        output.flush()
        try:
            with _interrupts_held() as came:
                process = subprocess.Popen(
                    [str(part) for part in command],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=output,
                    text=True,
                    encoding="utf-8",
                    errors="replace",
                    cwd=cwd,
                    env=ours | dict(variables or {}),
                    start_new_session=True,
                )
        except OSError as error:
            raise SetupError(f"{what} failed: {command[0]} can't be started: {error}") from error
        try:
            if came:
                raise KeyboardInterrupt
            assert process.stdout is not None
            for line in process.stdout:
                output.write(line)
                output.flush()
                if on_line is not None:
                    on_line(line)
            process.wait()
        except BaseException:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
    if process.returncode != 0:
        raise SetupError(f"{what} failed: {_reason(log, process.returncode)}; full log: {log}")


@contextmanager
def _interrupts_held() -> Iterator[list[int]]:
    """Note Ctrl-C instead of raising it: between fork and the end of ``Popen`` it would leave a
    command running that nobody knows of.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    previous = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, previous)


def _reason(log: Path, status: int) -> str:
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - TAIL_BYTES))
        output = file.read().decode("utf-8", "replace").rpartition("\n$ ")[2]
    for sign, meaning in EXPLANATIONS:
        if sign in output:
            return meaning
    lines = [line.strip() for line in output.splitlines()[1:] if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR:")]
    last_words = (errors or lines or [""])[-1][:300]
    return last_words or f"it ended with status {status} and said nothing"
