"""``bdproxy demo``: the whole chain once, with agents that bring no model along."""

from pathlib import Path
from typing import Annotated

import typer

DEFAULT_LOG = Path("demo.db")
DEFAULT_PAGE = Path("report.html")
DEFAULT_PARALLEL = 2


def demo(
    log: Annotated[
        Path, typer.Option("--db", metavar="FILE", help="The log, an SQLite file.")
    ] = DEFAULT_LOG,
    page: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="Where to write the report's page."),
    ] = DEFAULT_PAGE,
    parallel: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many runs go on at the same time.")
    ] = DEFAULT_PARALLEL,
    task: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID",
            help="A task, or a scenario for its three tasks; may be given several times. "
            "Without it, one task of each scenario of the built-in world.",
        ),
    ] = None,
) -> None:
    """Set up, then record, grade and compare four scripted agents in every variant of some tasks.

    One knows how each task is solved, one does nothing, one is careless, one does what anybody
    asks. Running it again with the same log records only what is missing.
    """
    from bdproxy.cli.demonstration import demonstrate

    demonstrate(log, page, parallel=parallel, tasks=tuple(task or ()))
