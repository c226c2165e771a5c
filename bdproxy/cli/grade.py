"""``bdproxy grade``: verdicts for the finished runs of a log."""

from pathlib import Path
from typing import Annotated

import typer

DEFAULT_WORKERS = 2


def grade(
    log: Annotated[Path, typer.Argument(metavar="DB", help="The log, an SQLite file.")],
    regrade: Annotated[
        bool, typer.Option("--regrade", help="Grade again the runs that have a verdict, too.")
    ] = False,
    workers: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many runs to evaluate at the same time.")
    ] = DEFAULT_WORKERS,
    appworld_root: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="Where the data set of the runs is now, if not where it was when they were "
            "recorded: the folder that holds AppWorld's data folder.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per line and nothing else.")
    ] = False,
) -> None:
    """Give each finished run of a log its verdict: pass, fail, or not assessable.

    Needs the log and the data set, no server; a recording may go on meanwhile. Runs that have a
    verdict are left alone, so grading twice changes nothing. Only where the evaluator itself failed
    for want of time, memory or space, the next grading tries again.
    """
    from bdproxy.cli.grade_log import grade_log, print_grading

    grading = grade_log(log, regrade=regrade, workers=workers, appworld_root=appworld_root)
    print_grading(log, grading, as_json=as_json)
