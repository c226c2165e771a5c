"""Where ``bdproxy grade`` gets the evaluator of an experiment's data set from."""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from bdproxy.cli.console import diagnostics
from bdproxy.cli.progress import working
from bdproxy.errors import DataSetError
from bdproxy.grader.grading import NamedEvaluator
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import ExperimentRecord, RunRecord
from bdproxy.worlds.appworld.builtin_world import (
    DATA_SET,
    builtin_root,
    provide_builtin_world,
)
from bdproxy.worlds.appworld.environment import Environment, provide_environment
from bdproxy.worlds.appworld.evaluator import AppWorldEvaluator
from bdproxy.worlds.appworld.tasks import DataSet
from bdproxy.worlds.protocol import Task


class Evaluators:
    """One evaluator for each AppWorld root that a log's experiments used, started when needed.

    ``root`` overrides where the experiments say that their data set was. With a ``log``, tasks that
    have changed since they were recorded there are warned of.
    """

    def __init__(self, root: Path | None, workers: int, log: LogReader | None = None) -> None:
        self._log = log
        self._root = root
        self._workers = workers
        self._by_root: dict[Path, NamedEvaluator] = {}
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stack.aclose()

    async def for_runs(
        self, experiment: ExperimentRecord, runs: Sequence[RunRecord]
    ) -> NamedEvaluator:
        """The evaluator for runs of an experiment, once all their tasks' files are found whole.

        Raises:
            DataSetError: the data set is gone or incomplete.
            UnknownTaskError: it does not hold a run's task.
            SetupError: AppWorld is missing and can't be set up.
            WorldError: AppWorld can't be started.
        """
        environment, root = self._provide(experiment)
        tasks = DataSet.open(root, experiment.dataset).load([run.task for run in runs])
        self._warn_of_changes(experiment, tasks, root)
        if root not in self._by_root:
            evaluator = await AppWorldEvaluator.start(environment, root, workers=self._workers)
            self._stack.push_async_callback(evaluator.close)
            name = f"appworld {environment.appworld_version}"
            self._by_root[root] = NamedEvaluator(name, evaluator)
        return self._by_root[root]

    def _warn_of_changes(
        self, experiment: ExperimentRecord, tasks: Sequence[Task], root: Path
    ) -> None:
        if self._log is None:
            return
        changed = []
        for task in tasks:
            recorded = self._log.task(experiment.id, task.id)
            if recorded is not None and recorded.digest not in (None, task.digest):
                changed.append(task.id)
        if changed:
            shown = ", ".join(changed[:5]) + (" …" if len(changed) > 5 else "")
            diagnostics().print(
                f"warning: {len(changed)} tasks in {root} are not as they were when they were "
                f"recorded, so verdicts on their runs may be wrong: {shown}; name the data set "
                "that was recorded with --appworld-root PATH",
                markup=False,
            )

    def _provide(self, experiment: ExperimentRecord) -> tuple[Environment, Path]:
        root = self._root or _builtin_root(experiment)
        if root is None:
            raise DataSetError(
                f"the runs that bdproxy {experiment.bdproxy_version} recorded of "
                f"{experiment.agent} need data set {experiment.dataset}, then in "
                f"{experiment.world_root}; since a data set's evaluators are code that grading "
                "runs, say which to use with: --appworld-root PATH"
            )
        if not (is_builtin := root == builtin_root()) and not (root / "data").is_dir():
            raise DataSetError(
                f"{root} has no data folder; say where data set {experiment.dataset} is with: "
                "--appworld-root PATH"
            )
        with working("setting up") as show:
            environment = provide_environment(show)
            return environment, (provide_builtin_world(environment, show) if is_builtin else root)


def _builtin_root(experiment: ExperimentRecord) -> Path | None:
    """The built-in world of an experiment on it, in this machine's cache; else None.

    Its folder is named after its content: wherever the log comes from, the folder of that name in
    the cache is the world that was recorded. No other path is taken from a log.
    """
    ours = builtin_root()
    recorded = ours.with_name(Path(experiment.world_root).name or ours.name)
    if experiment.dataset != DATA_SET or not recorded.name.startswith(f"{DATA_SET}-"):
        return None
    return recorded if recorded == ours or (recorded / "data").is_dir() else None
