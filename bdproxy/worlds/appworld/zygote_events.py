"""What the zygote tells, one JSON object per line (see ``inside/zygote.py``)."""

from typing import Literal

from pydantic import BaseModel


class RequirementResult(BaseModel):
    """One requirement of a task's evaluator."""

    text: str
    label: str | None
    passed: bool
    trace: str


class EvaluationResult(BaseModel):
    """What an evaluation's process found, or the error that kept it from a verdict.

    ``transient`` errors are the machine's, not the end state's or the evaluator's.
    """

    success: bool = False
    requirements: list[RequirementResult] = []
    error: str | None = None
    transient: bool = False


class Event(BaseModel):
    """One line of the zygote's: which child, and what happened to it."""

    event: Literal["ready", "started", "ended"]
    id: str = ""
    port: int = 0
    pid: int = 0
    reason: str = ""
    result: EvaluationResult | None = None
