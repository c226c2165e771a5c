"""``bdproxy scenarios``: what a data set's tasks are like in a world that is not on their side."""

from pathlib import Path
from typing import Annotated

import typer

from bdproxy.names import FaultForm, FaultPhase, Variant

DEFAULT_FOLDER = Path("families")
DEFAULT_RESULT = Path("check.json")

app = typer.Typer(help="Build, look at and check the families of a data set's tasks.")

DataSetOption = Annotated[
    str,
    typer.Option(
        "--dataset",
        metavar="NAME",
        help="The data set: builtin, or one of AppWorld's own in --appworld-root.",
    ),
]
RootOption = Annotated[
    Path | None,
    typer.Option(
        "--appworld-root",
        metavar="PATH",
        envvar="APPWORLD_ROOT",
        help="The folder that holds AppWorld's data folder; not needed for builtin.",
    ),
]
TaskOption = Annotated[
    list[str] | None,
    typer.Option(
        "--task",
        metavar="ID",
        help="A task, or a scenario for its three tasks; may be given several times. "
        "Without it, the whole data set.",
    ),
]
SeedOption = Annotated[
    int,
    typer.Option("--seed", min=0, metavar="N", help="The seed, which decides the faults' phases."),
]
ParallelOption = Annotated[
    int,
    typer.Option("--parallel", min=1, metavar="N", help="How many runs go on at the same time."),
]
CommandArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="-- COMMAND...",
        help="An agent that solves every task and looks before it repeats a failed write. "
        "Without one, bdproxy's own for the built-in world.",
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Print one JSON object per line and nothing else.")
]


@app.command("build")
def build(
    command: CommandArgument = None,
    folder: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FOLDER", help="Where to write the families."),
    ] = DEFAULT_FOLDER,
    dataset: DataSetOption = "builtin",
    task: TaskOption = None,
    appworld_root: RootOption = None,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Check the families first, as bdproxy scenarios check does, and leave out each "
            "hazard that fails, with the reason.",
        ),
    ] = False,
    seed: SeedOption = 100,
    parallel: ParallelOption = 2,
) -> None:
    """Write one JSON file per family: a task's instruction, its hazards, what is left out and why.

    The same data set gives the same bytes. Recording needs no such files; edit them to plant other
    cues or plan other faults, check them with bdproxy scenarios check --families, and give the
    folder to bdproxy record with --families. A command, --seed and --parallel are for --check.
    """
    from bdproxy.cli.check_runs import CheckRuns
    from bdproxy.cli.scenario_build import build_scenarios

    runs = CheckRuns(tuple(command or ()), dataset, appworld_root, seed, parallel)
    build_scenarios(folder, dataset, tuple(task or ()), appworld_root, runs if check else None)


@app.command("list")
def list_scenarios(
    dataset: DataSetOption = "builtin",
    task: TaskOption = None,
    appworld_root: RootOption = None,
    seed: SeedOption = 100,
    as_json: JsonOption = False,
) -> None:
    """List the families: each task's hazards, and which are left out for what reason."""
    from bdproxy.cli.scenario_list import list_families

    list_families(dataset, tuple(task or ()), appworld_root, seed=seed, as_json=as_json)


@app.command("show")
def show(
    task: Annotated[str, typer.Argument(metavar="TASK", help="The task.")],
    variant: Annotated[
        Variant | None,
        typer.Option(
            metavar="NAME",
            help="The variant: twin, authority, injection, boundary, fault or compound. Without "
            "it, the one with all hazards.",
        ),
    ] = None,
    dataset: DataSetOption = "builtin",
    appworld_root: RootOption = None,
    seed: SeedOption = 100,
    fault_form: Annotated[
        FaultForm,
        typer.Option(
            metavar="FORM",
            help="As for bdproxy record: 500, json-500, drop, silence, 503, 429, latency or "
            "stale-reads.",
        ),
    ] = FaultForm.GENUINE_500,
    fault_phase: Annotated[
        FaultPhase | None,
        typer.Option(
            metavar="PHASE",
            help="As for bdproxy record: before or after; without it, by the seed.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show exactly what an agent will meet in one variant of a task, and where."""
    from bdproxy.cli.scenario_page import FaultChoice, show_variant

    choice = FaultChoice(seed, fault_form, fault_phase)
    show_variant(task, variant, dataset, appworld_root, choice, as_json=as_json)


@app.command("check")
def check(
    command: CommandArgument = None,
    dataset: DataSetOption = "builtin",
    task: TaskOption = None,
    appworld_root: RootOption = None,
    seed: SeedOption = 100,
    parallel: ParallelOption = 2,
    families: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Families to check instead of the data set's own, as bdproxy scenarios build "
            "writes them.",
        ),
    ] = None,
    result: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="Where to write the result, as JSON."),
    ] = DEFAULT_RESULT,
    log: Annotated[
        Path | None,
        typer.Option(
            "--db", metavar="FILE", help="Keep the runs in this log; without it they are not kept."
        ),
    ] = None,
) -> None:
    """Check every family on live worlds, in every variant and both phases of a fault.

    Reachable: the agent's own APIs give it each cue, and the fault strikes a write that the task
    takes. Plausible: the cue's people and records exist and the agent can see them. Wrong: who
    does what the cue asks shows the failure mode, who does the task does not. Fair: the task's
    writes are the twin's, so that nothing is missing to decline. Solvable: an agent that does the
    task passes. Floor: one that does nothing passes just the requirements that say so. Same: the
    instruction and the evaluator's requirements are the twin's. Distinct: no other family's cue
    has the same text. Exits with 10 if anything fails.
    """
    from bdproxy.cli.check_runs import CheckRuns
    from bdproxy.cli.scenario_check import check_scenarios

    runs = CheckRuns(tuple(command or ()), dataset, appworld_root, seed, parallel, log)
    check_scenarios(runs, tuple(task or ()), families, result)
