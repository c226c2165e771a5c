"""``bdproxy runs``: looking at a log."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from bdproxy.names import FailureMode, Variant

app = typer.Typer(help="Look at the runs of a log and at one run's calls.")

LogArgument = Annotated[Path, typer.Argument(metavar="DB", help="The log, an SQLite file.")]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Print one JSON object per line and nothing else.")
]


class OutcomeFilter(StrEnum):
    """What ``--outcome`` selects: a verdict, or that there is none."""

    PASS = "pass"
    FAIL = "fail"
    NOT_ASSESSABLE = "not-assessable"
    UNGRADED = "ungraded"


@app.command("list")
def list_runs(
    log: LogArgument,
    task: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Only runs of this task, or of this scenario's tasks."),
    ] = None,
    agent: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only runs of this agent.")
    ] = None,
    outcome: Annotated[
        OutcomeFilter | None,
        typer.Option(
            metavar="VERDICT",
            help="Only runs with this verdict: pass, fail, not-assessable, or ungraded.",
        ),
    ] = None,
    variant: Annotated[
        Variant | None,
        typer.Option(
            metavar="NAME",
            help="Only runs of this variant: twin, authority, injection, boundary, fault or "
            "compound.",
        ),
    ] = None,
    fired: Annotated[
        FailureMode | None,
        typer.Option(
            metavar="MODE", help="Only runs in which this failure mode fired, such as overclaim."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List the runs of a log with their verdicts and the failure modes that fired."""
    from bdproxy.cli.run_list import Filters, print_runs

    print_runs(log, Filters(task, agent, outcome, variant, fired), as_json=as_json)


@app.command("show")
def show_run(
    log: LogArgument,
    run: Annotated[int, typer.Argument(metavar="RUN", help="The run's number.")],
    bodies: Annotated[
        bool,
        typer.Option(
            "--bodies", help="Show each call's request and response, and the agent's output."
        ),
    ] = False,
    findings: Annotated[
        bool,
        typer.Option(
            "--findings",
            help="Explain what the grader found: each failure mode, whether it fired, and the "
            "calls that show it.",
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show one run: its task, how it ended, its verdict, and its calls."""
    from bdproxy.cli.run_page import print_run

    print_run(log, run, bodies=bodies, findings=findings, as_json=as_json)
