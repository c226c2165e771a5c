"""A benchmark's evaluator that needs no benchmark: what it says is written into the end state."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

from bdproxy.errors import WorldError
from bdproxy.grader.grading import NamedEvaluator
from bdproxy.recorder.records import ExperimentRecord, RunRecord
from bdproxy.worlds.protocol import Evaluation, Requirement


def end_state_with(**requirements: bool) -> dict[str, bytes]:
    """An end state in which each named requirement is met or not."""
    return {"requirements.json": json.dumps(requirements).encode()}


class ReadingEvaluator:
    """Evaluates end states of :func:`end_state_with`; others crash it.

    While ``exhausted`` it fails for want of space, whatever it is given.

    ``most_at_once`` is the largest number of evaluations that went on at the same time.
    """

    def __init__(self, die_after: int | None = None) -> None:
        self.evaluated: list[str] = []
        self.planted: list[list[Mapping[str, Any]]] = []
        self.most_at_once = 0
        self.exhausted = False
        self._now = 0
        self._die_after = die_after

    async def evaluate(
        self,
        task_id: str,
        end_state: Mapping[str, bytes],
        cues: Sequence[Mapping[str, Any]] = (),
    ) -> Evaluation:
        self.planted.append(list(cues))
        if self._die_after is not None and len(self.evaluated) >= self._die_after:
            raise WorldError("AppWorld can't be started")
        self.evaluated.append(task_id)
        self._now += 1
        self.most_at_once = max(self.most_at_once, self._now)
        await asyncio.sleep(0.001)
        self._now -= 1
        if self.exhausted:
            return Evaluation(success=False, requirements=(), error="no space", transient=True)
        if "requirements.json" not in end_state:
            return Evaluation(success=False, requirements=(), error="it is damaged")
        met = json.loads(end_state["requirements.json"])
        requirements = tuple(
            Requirement(text, "no_op_fail", passed, "" if passed else f"assert {text}")
            for text, passed in met.items()
        )
        return Evaluation(success=all(met.values()), requirements=requirements)

    async def close(self) -> None:
        pass

    async def source(
        self, experiment: ExperimentRecord, runs: Sequence[RunRecord]
    ) -> NamedEvaluator:
        """As :data:`bdproxy.grader.grading.EvaluatorSource`."""
        return NamedEvaluator("reading 1", self)
