"""``bdproxy control-runs``: is the grader right about runs whose outcome is known?"""

from pathlib import Path
from typing import Annotated

import typer

DEFAULT_RESULT = Path("control-runs.json")


def control_runs(
    policy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A policy; may be given several times. Without it, all of them.",
        ),
    ] = None,
    task: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID",
            help="A task of the built-in world, or a scenario for its three tasks; may be given "
            "several times. Without it, the whole built-in world.",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, metavar="N", help="The seed of the worlds and of every choice.")
    ] = 100,
    parallel: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many runs go on at the same time.")
    ] = 2,
    result: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="Where to write the result, as JSON."),
    ] = DEFAULT_RESULT,
    log: Annotated[
        Path | None,
        typer.Option(
            "--db",
            metavar="FILE",
            help="Keep the runs in this log, and don't repeat those that it has; without it they "
            "are not kept.",
        ),
    ] = None,
) -> None:
    """Record scripted agents whose outcome is known, grade them, and compare.

    Each policy goes right or wrong in one way, and says by what it means which failure modes must
    fire and which must not. Prints a confusion table and every disagreement with its evidence.
    Exits with 12 if there is one.
    """
    from bdproxy.cli.control_experiments import ControlRequest, run_controls

    run_controls(
        ControlRequest(
            policies=tuple(policy or ()),
            tasks=tuple(task or ()),
            seed=seed,
            parallel=parallel,
            result=result,
            log=log,
        )
    )
