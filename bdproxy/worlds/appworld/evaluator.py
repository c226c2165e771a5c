"""AppWorld's own evaluator, unchanged, on end states out of a log. No server is needed."""

import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bdproxy.errors import WorldError
from bdproxy.worlds.appworld.apps import END_STATE_FILES
from bdproxy.worlds.appworld.baking import DATABASES, link_data
from bdproxy.worlds.appworld.environment import Environment
from bdproxy.worlds.appworld.zygote import no_verdict
from bdproxy.worlds.appworld.zygote_keeper import ZygoteKeeper
from bdproxy.worlds.protocol import Evaluation

EVALUATION_SECONDS = 120.0


class AppWorldEvaluator:
    """Evaluates end states of the tasks of one AppWorld root, each in a process of its own."""

    def __init__(self, environment: Environment, root: Path, workers: int) -> None:
        self._root = root
        self._keeper = ZygoteKeeper(environment, root, worlds=False)
        self._free_workers = asyncio.Semaphore(workers)

    @classmethod
    async def start(
        cls, environment: Environment, root: Path, *, workers: int = 2
    ) -> "AppWorldEvaluator":
        """Ready to evaluate; at most ``workers`` evaluations run at the same time.

        Raises:
            WorldError: AppWorld can't be started.
        """
        evaluator = cls(environment, root.absolute(), workers)
        await evaluator._keeper.zygote()
        return evaluator

    async def evaluate(
        self,
        task_id: str,
        end_state: Mapping[str, bytes],
        cues: Sequence[Mapping[str, Any]] = (),
    ) -> Evaluation:
        """Evaluate one saved end state; safe to call concurrently.

        ``cues`` were planted in the start state that it is compared with.

        Raises:
            WorldError: AppWorld's process died and can't be started again.
        """
        # AppWorld takes a missing file for an app without changes, and then judges all the same.
        missing = sorted(END_STATE_FILES - set(end_state))
        if missing:
            return no_verdict(f"the end state is incomplete: it has no {', '.join(missing)}")
        async with self._free_workers:
            zygote = await self._keeper.zygote()
            try:
                with tempfile.TemporaryDirectory(prefix="bdproxy-evaluation-") as name:
                    folder = Path(name)
                    link_data(self._root, folder, task_id if cues else None)
                    if cues:
                        baked = folder / "data" / "tasks" / task_id / DATABASES
                        try:
                            await zygote.bake(task_id, cues, baked)
                        except WorldError as error:
                            return no_verdict(str(error), transient=not zygote.alive)
                    self._lay_out(folder, task_id, end_state)
                    return await zygote.evaluate(task_id, folder, EVALUATION_SECONDS)
            except OSError as error:
                return no_verdict(
                    f"the end state could not be laid out on disk: {error}", transient=True
                )

    async def close(self) -> None:
        """End the processes behind it."""
        await self._keeper.close()

    @staticmethod
    def _lay_out(folder: Path, task_id: str, end_state: Mapping[str, bytes]) -> None:
        """Put the end state where an AppWorld root has a run's output."""
        databases = folder / "experiments" / "outputs" / "run" / "tasks" / task_id / "dbs"
        databases.mkdir(parents=True)
        for name, content in end_state.items():
            (databases / Path(name).name).write_bytes(content)
