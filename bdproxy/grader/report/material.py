"""All that a report is made of: the logs' runs and what statistics say of them."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from bdproxy.errors import UsageError
from bdproxy.grader.report.agents import Recorded, agent_names, log_names
from bdproxy.grader.report.logged_runs import LoggedRun, graded_runs_of
from bdproxy.grader.statistics.study import Study
from bdproxy.grader.statistics.summary import study
from bdproxy.grader.statistics.table import Table
from bdproxy.names import RunStatus
from bdproxy.recorder.database import log_errors
from bdproxy.recorder.reader import LogReader
from bdproxy.visible import visible


@dataclass(frozen=True, slots=True)
class Log:
    """One log of a report; ``path`` as given, ``name`` short.

    ``graded`` runs are what the report is about; ``ungraded`` finished runs and ``unfinished`` ones
    are left out. ``without_modes``: it was graded before failure modes were kept.
    """

    path: str
    name: str
    runs: int
    graded: int
    ungraded: int
    unfinished: int
    without_modes: bool


@dataclass(frozen=True, slots=True)
class PlacedRun:
    """A run of the report: the place of its log among the report's, and the run as reported."""

    log: int
    run: LoggedRun


@dataclass(frozen=True, eq=False, slots=True)
class Material:
    """What the report is made of; the runs carry the agents' names of the report."""

    logs: tuple[Log, ...]
    runs: tuple[PlacedRun, ...]
    study: Study

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents in the order of the table."""
        return tuple(self.study.agents)


def gather(logs: Sequence[LogReader], paths: Sequence[Path], *, seed: int) -> Material:
    """Read the logs' graded runs and compute their statistics.

    Raises:
        LogError: a log can't be read.
        UsageError: there is nothing to report, or the logs are of different data sets.
    """
    names = log_names([visible(str(path)) for path in paths])
    found = [list(graded_runs_of(log)) for log in logs]
    if not any(found):
        given = " ".join(map(str, paths))
        raise UsageError(
            f"{given}: no graded runs; grade them first with: bdproxy grade {paths[0]}"
        )
    runs = tuple(_with_names(logs, found, names))
    described = tuple(
        _described(log, path, name, len(of_log))
        for log, path, name, of_log in zip(logs, paths, names, found, strict=True)
    )
    table = Table.of(placed.run.graded for placed in runs)
    return Material(described, runs, study(table, seed=seed))


def open_logs(paths: Sequence[Path], stack: ExitStack) -> list[LogReader]:
    """Open logs for as long as the stack is.

    Raises:
        LogError: one can't be read.
        UsageError: one is given twice.
    """
    seen: set[Path] = set()
    for path in paths:
        if path.resolve() in seen:
            raise UsageError(f"{path}: given twice; give each log once")
        seen.add(path.resolve())
    return [stack.enter_context(LogReader(path)) for path in paths]


def _with_names(
    logs: Sequence[LogReader], found: Sequence[Sequence[LoggedRun]], names: tuple[str, ...]
) -> Iterator[PlacedRun]:
    experiments = []
    for place, (log, runs) in enumerate(zip(logs, found, strict=True)):
        used = {run.experiment for run in runs}
        experiments += [
            Recorded(place, one.id, visible(one.agent))
            for one in log.experiments()
            if one.id in used
        ]
    named = {
        (one.log, one.experiment): name for one, name in agent_names(experiments, names).items()
    }
    for place, runs in enumerate(found):
        for run in runs:
            graded = replace(
                run.graded,
                agent=named[place, run.experiment],
                task=visible(run.graded.task),
                scenario=visible(run.graded.scenario),
                surfaces={key: visible(one) for key, one in run.graded.surfaces.items()},
            )
            yield PlacedRun(place, replace(run, graded=graded))


def _described(log: LogReader, path: Path, name: str, graded: int) -> Log:
    with log_errors(log.path):
        query = "SELECT status, count(*) FROM runs GROUP BY status"
        counts = dict(log.database.conn.execute(query).fetchall())
        without_modes = graded > 0 and "findings" not in log.database.table_names()
    finished = counts.get(RunStatus.FINISHED, 0)
    total = sum(counts.values())
    return Log(
        path=visible(str(path)),
        name=name,
        runs=total,
        graded=graded,
        ungraded=finished - graded,
        unfinished=total - finished,
        without_modes=without_modes,
    )
