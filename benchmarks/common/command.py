"""What every benchmark's command line has in common."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from bdproxy.errors import BdproxyError
from benchmarks.common.report import Report, publish

Quick = Annotated[
    bool,
    typer.Option("--quick", help="A smoke run: shows that it works, its numbers mean little."),
]
Output = Annotated[
    Path | None,
    typer.Option(metavar="FILE", dir_okay=False, help="Write the result as JSON, too."),
]
Seed = Annotated[int, typer.Option(min=0, metavar="N", help="The seed of every random choice.")]


def finish(report: Report, output: Path | None) -> None:
    """Publish the report; exit status 1 when a binding goal is not met."""
    publish(report, output)
    if report.failed:
        raise typer.Exit(1)


def run(main: Callable[..., None]) -> None:
    """Run a benchmark's ``main`` as a command; a user's error is one line, as in bdproxy."""
    try:
        typer.run(main)
    except BdproxyError as error:
        print(f"benchmark: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
