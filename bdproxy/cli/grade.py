"""``bdproxy grade``: verdicts for the finished runs of a log."""

from pathlib import Path
from typing import Annotated

import typer

from bdproxy.errors import UsageError

DEFAULT_WORKERS = 2


def grade(
    log: Annotated[Path, typer.Argument(metavar="DB", help="The log, an SQLite file.")],
    regrade: Annotated[
        bool, typer.Option("--regrade", help="Grade again the runs that have a verdict, too.")
    ] = False,
    findings_only: Annotated[
        bool,
        typer.Option(
            "--findings-only",
            help="Find failure modes anew in the runs that have a verdict, from the log alone: "
            "needs neither AppWorld nor the data set.",
        ),
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
    """Give each finished run of a log its verdict, and say which failure modes fired in it.

    Needs the log and the data set, no server; a recording may go on meanwhile. Runs that have a
    verdict are left alone, so grading twice changes nothing. Only where the evaluator itself failed
    for want of time, memory or space, the next grading tries again. What a grading replaces is kept
    in the log.
    """
    from bdproxy.cli.grade_log import grade_log, print_grading

    if findings_only and regrade:
        raise UsageError("--findings-only asks no evaluator, --regrade does; leave one of them out")
    grading = grade_log(
        log,
        regrade=regrade,
        workers=workers,
        appworld_root=appworld_root,
        findings_only=findings_only,
    )
    print_grading(log, grading, as_json=as_json)
