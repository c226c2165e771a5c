"""``bdproxy report``: what the world cost the agents of some logs."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

SEED = 1


class Format(StrEnum):
    """What ``--format`` selects."""

    TABLES = "tables"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"
    HTML = "html"


def report(
    logs: Annotated[
        list[Path],
        typer.Argument(metavar="DB...", help="The logs, SQLite files; several are compared."),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where to write the report. A name that ends in .html, .json, .csv or .md says "
            "its format, too.",
        ),
    ] = None,
    format: Annotated[
        Format | None,
        typer.Option(
            metavar="FORMAT",
            help="tables (for a terminal), json, csv, markdown or html. Without it, what the "
            "output's name says, else tables.",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, metavar="N", help="The seed of the intervals' resamples.")
    ] = SEED,
) -> None:
    """Say what the world cost each agent: pass rates, hazards' costs, failure modes, intervals.

    Rests on the graded runs of the logs and changes nothing. The page (-o report.html) is one file
    that loads nothing from anywhere; every number in it is in the JSON, too.
    """
    from bdproxy.cli.report_logs import report_logs

    report_logs(tuple(logs), output=output, format=format, seed=seed)
