"""What the zygote tells, one JSON object per line (see ``inside/zygote.py``)."""

from typing import Any, Literal

from pydantic import BaseModel

from bdproxy.names import Change


class RequirementResult(BaseModel):
    """One requirement of a task's evaluator."""

    text: str
    label: str | None
    passed: bool
    trace: str


class ChangedRecord(BaseModel):
    """One record that differs between start and end state, with its columns on both sides."""

    model: str
    change: Change
    before: dict[str, Any] | None
    after: dict[str, Any] | None


class EvaluationResult(BaseModel):
    """What an evaluation's process found, or the error that kept it from a verdict.

    ``transient`` errors are the machine's, not the end state's or the evaluator's. ``changes`` are
    None, and ``changes_error`` says why, when the verdict is all that could be found out.
    """

    success: bool = False
    requirements: list[RequirementResult] = []
    changes: list[ChangedRecord] | None = None
    changes_error: str | None = None
    error: str | None = None
    transient: bool = False


class BakingResult(BaseModel):
    """The cues as they were planted in a start state, or the error that kept them from being so."""

    cues: list[dict[str, Any]] = []
    error: str | None = None


class Event(BaseModel):
    """One line of the zygote's: which child, and what happened to it.

    ``result`` is an :class:`EvaluationResult` or a :class:`BakingResult`, by what was asked for.
    """

    event: Literal["ready", "started", "ended"]
    id: str = ""
    port: int = 0
    pid: int = 0
    reason: str = ""
    result: dict[str, Any] | None = None
