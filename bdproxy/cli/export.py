"""``bdproxy export``: runs, calls and findings for other programs."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class ExportFormat(StrEnum):
    """What ``--format`` selects."""

    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"
    HAR = "har"


def export(
    log: Annotated[Path, typer.Argument(metavar="DB", help="The log, an SQLite file.")],
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FOLDER",
            help="Where to write the files; made if it is not there.",
        ),
    ] = Path("export"),
    format: Annotated[
        ExportFormat,
        typer.Option(
            metavar="FORMAT",
            help="csv, jsonl or parquet (three tables: runs, calls and findings), or har "
            "(HTTP Archive 1.2, one file for each run).",
        ),
    ] = ExportFormat.CSV,
    run: Annotated[
        list[int] | None,
        typer.Option(metavar="RUN", help="Only this run; may be given several times."),
    ] = None,
    with_credentials: Annotated[
        bool,
        typer.Option(
            "--with-credentials",
            help="Leave passwords, tokens, cookies and card numbers as they are.",
        ),
    ] = False,
) -> None:
    """Export the runs, calls and findings of a log for other programs.

    Passwords, access tokens, cookies and payment cards' numbers are replaced by [redacted] in
    headers, queries and bodies; what else is in a body stays. Files that are there already are
    replaced.
    """
    from bdproxy.cli.export_log import export_log

    export_log(log, output, format=format, runs=tuple(run or ()), with_credentials=with_credentials)
