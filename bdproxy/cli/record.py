"""``bdproxy record``: run an agent in front of recorded worlds."""

from pathlib import Path
from typing import Annotated

import typer

from bdproxy.names import FaultForm, FaultPhase, Management, Plant, Variant

DEFAULT_LOG = Path("runs.db")


def record(
    command: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="-- COMMAND...",
            help="The agent's command, started once for each run. Without one, the base URL is "
            "printed and the agent may be started by hand.",
        ),
    ] = None,
    dataset: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="The data set: builtin, or one of AppWorld's own in --appworld-root.",
        ),
    ] = "builtin",
    task: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID",
            help="A task, or a scenario for its three tasks; may be given several times. "
            "Without it, the whole data set.",
        ),
    ] = None,
    appworld_root: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            envvar="APPWORLD_ROOT",
            help="The folder that holds AppWorld's data folder; not needed for builtin.",
        ),
    ] = None,
    variant: Annotated[
        list[Variant] | None,
        typer.Option(
            metavar="NAME",
            help="A variant of each task: twin (no hazard), authority, injection, boundary, fault "
            "or compound (every hazard that fits); may be given several times. Without it, twin.",
        ),
    ] = None,
    all_variants: Annotated[
        bool, typer.Option("--all-variants", help="Every variant that a task has.")
    ] = False,
    fault_form: Annotated[
        FaultForm,
        typer.Option(
            metavar="FORM",
            help="What the agent gets in a fault: 500 (the world's own), json-500, drop, silence, "
            "503, 429, latency or stale-reads.",
        ),
    ] = FaultForm.GENUINE_500,
    fault_phase: Annotated[
        FaultPhase | None,
        typer.Option(
            metavar="PHASE",
            help="Whether a write fails before the world gets it or after the world carried it "
            "out: before or after. Without it, half of the tasks each, by the seed.",
        ),
    ] = None,
    families: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Families to use instead of the data set's own, as bdproxy scenarios build "
            "writes them.",
        ),
    ] = None,
    plant: Annotated[
        Plant,
        typer.Option(
            metavar="WHERE",
            help="Where the texts of a variant's hazards are planted: overlay (in the answers that "
            "the agent gets) or baked (in the world's start databases).",
        ),
    ] = Plant.OVERLAY,
    attempts: Annotated[
        int, typer.Option(min=1, metavar="N", help="How often each variant is attempted.")
    ] = 1,
    parallel: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many runs go on at the same time.")
    ] = 1,
    seed: Annotated[
        int, typer.Option(min=0, metavar="N", help="The seed of the worlds and of every choice.")
    ] = 100,
    max_calls: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="End a run after this many calls of its agent."),
    ] = None,
    timeout: Annotated[
        float | None,
        typer.Option(min=0.001, metavar="SECONDS", help="End a run after this time."),
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The agent's name in tables; by default the command's, without its folder.",
        ),
    ] = None,
    log: Annotated[
        Path, typer.Option("--db", metavar="FILE", help="The log, an SQLite file.")
    ] = DEFAULT_LOG,
    client_managed: Annotated[
        bool,
        typer.Option(
            "--client-managed",
            help="The agent sets its worlds up itself, as AppWorld's own client does: "
            "AppWorld(task_id, remote_apis_url=<base URL>).",
        ),
    ] = False,
    port: Annotated[
        int,
        typer.Option(
            min=0,
            max=65535,
            metavar="N",
            help="Where to listen on 127.0.0.1; 0 takes a free port for each run.",
        ),
    ] = 0,
    retry_not_assessable: Annotated[
        bool,
        typer.Option(
            "--retry-not-assessable",
            help="Repeat the finished runs that can't be assessed (a crash, say); they stay in "
            "the log as interrupted.",
        ),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per run and nothing else.")
    ] = False,
) -> None:
    """Record an agent: each run gets a fresh world, a base URL and its place in the log.

    The agent is any program that speaks HTTP. It finds the base URL in BDPROXY_BASE_URL and its
    task in BDPROXY_TASK_ID, BDPROXY_INSTRUCTION and BDPROXY_TASK_FILE. A finished run is never
    repeated: the same command again goes on where it was stopped.
    """
    from bdproxy.cli.record_experiment import RecordRequest, print_recording, record_experiment

    request = RecordRequest(
        log=log,
        command=tuple(command) if command else None,
        dataset=dataset,
        tasks=tuple(task or ()),
        appworld_root=appworld_root,
        variants=None if all_variants else tuple(variant or (Variant.TWIN,)),
        fault_form=fault_form,
        fault_phase=fault_phase,
        families=families,
        plant=plant,
        attempts=attempts,
        parallel=parallel,
        seed=seed,
        max_calls=max_calls,
        timeout=timeout,
        agent=agent,
        management=Management.CLIENT_MANAGED if client_managed else Management.MANAGED,
        port=port,
        retry_not_assessable=retry_not_assessable,
    )
    print_recording(request, record_experiment(request, as_json=as_json), as_json=as_json)
