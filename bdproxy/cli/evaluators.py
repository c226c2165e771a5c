"""Where ``bdproxy grade`` gets the evaluator of an experiment's data set from."""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from bdproxy.cli.progress import working
from bdproxy.errors import DataSetError
from bdproxy.grader.grading import NamedEvaluator
from bdproxy.recorder.records import ExperimentRecord, RunRecord
from bdproxy.worlds.appworld.builtin_world import builtin_root, provide_builtin_world
from bdproxy.worlds.appworld.environment import Environment, provide_environment
from bdproxy.worlds.appworld.evaluator import AppWorldEvaluator
from bdproxy.worlds.appworld.tasks import DataSet


class Evaluators:
    """One evaluator for each AppWorld root that a log's experiments used, started when needed.

    ``root`` overrides where the experiments say that their data set was.
    """

    def __init__(self, root: Path | None, workers: int) -> None:
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
        DataSet.open(root, experiment.dataset).load([run.task for run in runs])
        if root not in self._by_root:
            evaluator = await AppWorldEvaluator.start(environment, root, workers=self._workers)
            self._stack.push_async_callback(evaluator.close)
            name = f"appworld {environment.appworld_version}"
            self._by_root[root] = NamedEvaluator(name, evaluator)
        return self._by_root[root]

    def _provide(self, experiment: ExperimentRecord) -> tuple[Environment, Path]:
        root = self._root or Path(experiment.world_root)
        # The built-in world's folder is named after its content: wherever the log comes from, the
        # folder of that name in this machine's cache is the world that was recorded.
        is_builtin = self._root is None and root.name == builtin_root().name
        if not is_builtin and not (root / "data").is_dir():
            raise DataSetError(
                f"{root} has no data folder, but the runs that bdproxy "
                f"{experiment.bdproxy_version} recorded of {experiment.agent} need its data set "
                f"{experiment.dataset}; say where it is with: --appworld-root PATH"
            )
        with working("setting up") as show:
            environment = provide_environment(show)
            return environment, (provide_builtin_world(environment, show) if is_builtin else root)
