"""Where commands print: tables on standard output, progress and errors on standard error."""

import json
import shlex
import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console

from bdproxy.cli.text import visible

WIDTH_WITHOUT_TERMINAL = 160
"""Columns of a table that goes into a file or a pipe (``COLUMNS`` overrides it)."""


def output() -> Console:
    """The console for a command's result."""
    return _console(stderr=False)


def diagnostics() -> Console:
    """The console for everything else, so that ``--json`` output stays clean."""
    return _console(stderr=True)


def print_json(line: dict[str, Any]) -> None:
    """Print one machine-readable line; what is not ASCII is escaped, terminal codes included."""
    sys.stdout.write(json.dumps(line) + "\n")
    # Whoever reads a pipe may be waiting for just this line.
    sys.stdout.flush()


def print_next(*commands: Sequence[object]) -> None:
    """Print what to type next: commands as lists of words.

    Not through rich: a command must come out in one piece, however narrow the terminal is.
    """
    lines = [visible(shlex.join(map(str, words))) for words in commands]
    print("\n  ".join(["next:", *lines]) if len(lines) > 1 else f"next: {lines[0]}", flush=True)


def _console(*, stderr: bool) -> Console:
    console = Console(stderr=stderr, highlight=False)
    if not console.is_terminal and console.size.width == 80:
        # 80 is rich's guess when nobody says how wide the output is.
        console = Console(stderr=stderr, highlight=False, width=WIDTH_WITHOUT_TERMINAL)
    return console
