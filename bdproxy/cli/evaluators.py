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
from bdproxy.worlds.appworld.environment import Environment
from bdproxy.worlds.appworld.evaluator import AppWorldEvaluator
from bdproxy.worlds.appworld.setup import set_up
from bdproxy.worlds.appworld.tasks import DataSet


class Evaluators:
    """One evaluator for each AppWorld root that a log's experiments used, started when needed.

    ``root`` overrides where the experiments say that their data set was.
    """

    def __init__(self, root: Path | None, workers: int) -> None:
        self._root = root
        self._workers = workers
        self._environment: Environment | None = None
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
        environment = self._set_up()
        root = self._root or Path(experiment.world_root)
        if not (root / "data").is_dir():
            raise DataSetError(
                f"{root} holds no data folder, but the runs of {experiment.agent} need its data "
                f"set {experiment.dataset}; say where it is now with: --appworld-root PATH"
            )
        DataSet.open(root, experiment.dataset).load([run.task for run in runs])
        if root not in self._by_root:
            evaluator = await AppWorldEvaluator.start(environment, root, workers=self._workers)
            self._stack.push_async_callback(evaluator.close)
            name = f"appworld {environment.appworld_version}"
            self._by_root[root] = NamedEvaluator(name, evaluator)
        return self._by_root[root]

    def _set_up(self) -> Environment:
        if self._environment is None:
            with working("setting up AppWorld") as step:
                self._environment = set_up(step)
        return self._environment
