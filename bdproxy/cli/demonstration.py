"""What ``bdproxy demo`` does: three recordings, one grading, one table."""

import statistics
import sys
from pathlib import Path

from rich.table import Table

from bdproxy.cli.console import diagnostics, output, print_next
from bdproxy.cli.grade_log import grade_log, graded_runs, tally_cells
from bdproxy.cli.record_experiment import RecordRequest, record_experiment
from bdproxy.cli.text import plain, visible
from bdproxy.grader.summary import summarise
from bdproxy.names import Outcome
from bdproxy.recorder.reader import LogReader

AGENTS = {
    "gold": "bdproxy.agents.gold",
    "do-nothing": "bdproxy.agents.do_nothing",
    "careless": "bdproxy.agents.careless",
}
"""The agents by name, and the modules that they are."""


def demonstrate(path: Path, *, parallel: int, tasks: tuple[str, ...]) -> None:
    """Record and grade every demonstration agent, and print what came of it.

    Raises:
        BdproxyError: something is missing or in the way; what was recorded stays.
    """
    for name, module in AGENTS.items():
        diagnostics().print(f"recording the {name} agent", markup=False)
        record_experiment(
            RecordRequest(
                log=path,
                command=(sys.executable, "-m", module),
                agent=name,
                tasks=tasks,
                parallel=parallel,
            )
        )
    diagnostics().print("grading", markup=False)
    grade_log(path, regrade=False, workers=parallel, appworld_root=None)
    with LogReader(path) as log:
        _print(log, path)


def _print(log: LogReader, path: Path) -> None:
    agents = {experiment.id: experiment.agent for experiment in log.experiments()}
    counts = log.call_counts()
    outcomes: list[tuple[str, Outcome]] = []
    calls: dict[str, list[int]] = {}
    failed: list[int] = []
    for run, verdict in graded_runs(log):
        agent = agents[run.experiment_id]
        outcomes.append((agent, verdict.outcome))
        calls.setdefault(agent, []).append(counts.get(run.id, 0))
        if verdict.outcome is Outcome.FAIL and counts.get(run.id, 0) > 1:
            failed.append(run.id)
    table = Table("agent", "pass", "fail", "not assessable", "pass rate", "of all", "calls per run")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, tally in summarise(outcomes).by_agent.items():
        table.add_row(plain(name), *tally_cells(tally), f"{statistics.median(calls[name]):g}")
    table.caption = "pass rate: over the assessable runs; calls per run: the median"
    output().print(table)
    # A plain print: the path must come out in one piece, however narrow the terminal is.
    print(f"\nthe log: {visible(str(path.absolute()))}")
    print_next(
        ("bdproxy", "runs", "list", path, "--outcome", "fail"),
        *([("bdproxy", "runs", "show", path, failed[0])] if failed else []),
        ("bdproxy", "record", "--db", "runs.db", "--", "python", "my_agent.py"),
    )
