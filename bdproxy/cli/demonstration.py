"""What ``bdproxy demo`` does: four recordings, one grading, one table, one report."""

import sys
from pathlib import Path

from rich.table import Table

from bdproxy.cli.console import diagnostics, output, print_next
from bdproxy.cli.data_set import open_data_set
from bdproxy.cli.families import wanted_families
from bdproxy.cli.grade_log import grade_log, graded_runs
from bdproxy.cli.record_experiment import RecordRequest, record_experiments
from bdproxy.cli.report_logs import report_page
from bdproxy.cli.text import plain, visible
from bdproxy.grader.summary import Tally, summarise
from bdproxy.names import Outcome, Variant
from bdproxy.recorder.reader import LogReader
from bdproxy.scenarios.files import write_families
from bdproxy.worlds.appworld.builtin_world import DATA_SET
from bdproxy.worlds.appworld.tasks import DataSet

AGENTS = {
    "gold": ("bdproxy.agents.gold",),
    "do-nothing": ("bdproxy.agents.do_nothing",),
    "careless": ("bdproxy.agents.careless",),
    "gullible": ("bdproxy.agents.policy", "obeys-everybody"),
}
"""The agents by name, and the modules that they are, with an argument."""
KNOWS_FAMILIES = "bdproxy.agents.policy"
"""The module that wants the folder of the families, too."""


def demonstrate(path: Path, page: Path, *, parallel: int, tasks: tuple[str, ...]) -> None:
    """Record and grade every demonstration agent in every variant; print what came of it.

    Raises:
        BdproxyError: something is missing or in the way; what was recorded stays.
    """
    _, data_set = open_data_set(DATA_SET, None)
    families = wanted_families(data_set, tasks or _first_tasks(data_set))
    # Beside the log, because the same command is the same experiment, and goes on.
    folder = path.absolute().with_name(f"{path.name}-families")
    write_families(folder, families)
    record_experiments(
        [
            RecordRequest(
                log=path,
                command=(
                    *(sys.executable, "-m", *module),
                    *((str(folder),) if module[0] == KNOWS_FAMILIES else ()),
                ),
                agent=name,
                tasks=tuple(family.task for family in families),
                variants=None,
                parallel=parallel,
            )
            for name, module in AGENTS.items()
        ],
        lambda one: diagnostics().print(f"recording the {one.agent} agent", markup=False),
    )
    diagnostics().print("grading", markup=False)
    grade_log(path, regrade=False, workers=parallel, appworld_root=None)
    with LogReader(path) as log:
        _print(log)
    report_page([path], page)
    _print_next(path, page)


def _first_tasks(data_set: DataSet) -> tuple[str, ...]:
    """One task of each scenario: enough for intervals, and soon done."""
    first: dict[str, str] = {}
    for task in data_set.load():
        first.setdefault(task.scenario, task.id)
    return tuple(first.values())


def _print(log: LogReader) -> None:
    agents = {experiment.id: experiment.agent for experiment in log.experiments()}
    outcomes: dict[Variant, list[tuple[str, Outcome]]] = {variant: [] for variant in Variant}
    for run, verdict in graded_runs(log):
        outcomes[run.variant].append((agents[run.experiment_id], verdict.outcome))
    table = Table("agent", *(str(variant) for variant in Variant), "not assessable")
    for column in table.columns[1:]:
        column.justify = "right"
    tallies = {variant: summarise(found).by_agent for variant, found in outcomes.items()}
    for name in AGENTS:
        of_agent = [tallies[variant].get(name) for variant in Variant]
        table.add_row(
            plain(name),
            *(_share(tally) for tally in of_agent),
            str(sum(tally.not_assessable for tally in of_agent if tally is not None)),
        )
    table.caption = "passed / assessable runs, by variant: the world without and with its hazards"
    output().print(table)


def _share(tally: Tally | None) -> str:
    return "" if tally is None else f"{tally.passed}/{tally.assessable}"


def _print_next(path: Path, page: Path) -> None:
    # A plain print: paths must come out in one piece, however narrow the terminal is.
    print(f"\nthe report: {visible(str(page.absolute()))}")
    print(f"the log:    {visible(str(path.absolute()))}")
    print_next(
        ("bdproxy", "report", path),
        ("bdproxy", "runs", "list", path, "--outcome", "fail"),
        ("bdproxy", "record", "--all-variants", "--db", "runs.db", "--", "python", "my_agent.py"),
    )
