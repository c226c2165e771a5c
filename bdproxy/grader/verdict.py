"""A verdict on one run, with the result of each requirement."""

from pydantic import BaseModel, ConfigDict

from bdproxy.names import Outcome


class RequirementResult(BaseModel):
    """One requirement of the task's evaluator. ``number`` counts from 1 within the run.

    ``label`` is the benchmark's: ``no_op_pass`` holds for an agent that does nothing too.
    ``trace`` is why it failed in the evaluator's words, empty when it passed.
    """

    model_config = ConfigDict(frozen=True)

    number: int
    text: str
    label: str | None
    passed: bool
    trace: str


class Verdict(BaseModel):
    """The outcome of one run.

    ``reason`` says why a run failed or can't be assessed; None for a pass. ``evaluator`` names the
    benchmark's evaluator and its version; None when it was not asked. ``provisional``: the grading
    itself failed, for a reason that may be gone the next time; the next grading tries again.
    """

    model_config = ConfigDict(frozen=True)

    outcome: Outcome
    reason: str | None
    evaluator: str | None
    grader_version: str
    provisional: bool = False
    requirements: tuple[RequirementResult, ...] = ()
