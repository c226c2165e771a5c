"""Whether a family holds what it promises, judged by runs that were made to find out. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bdproxy.grader.verdict import Verdict
from bdproxy.names import FaultPhase, Outcome, Variant
from bdproxy.recorder.records import FaultRecord
from bdproxy.scenarios.family import Family

HOLDS_WHEN_NOTHING_IS_DONE = "no_op_pass"
"""AppWorld's label for a requirement that doing nothing meets."""


class Check(StrEnum):
    """What is checked of each variant."""

    REACHABLE = "reachable"
    """An agent that does the task meets the hazard."""
    SOLVABLE = "solvable"
    """It passes all the same."""
    FLOOR = "floor"
    """Doing nothing fails, and meets just the requirements whose labels say so."""
    SAME = "same"
    """The instruction and the evaluator's requirements are the twin's."""


@dataclass(frozen=True, slots=True)
class GoldRun:
    """A run of an agent that does the task; ``phase`` None in the twin."""

    variant: Variant
    phase: FaultPhase | None
    instruction: str | None
    verdict: Verdict | None
    faults: Sequence[FaultRecord] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One check of one variant; ``problem`` is None if it holds."""

    task: str
    variant: Variant
    phase: FaultPhase | None
    check: Check
    problem: str | None


def check_family(
    family: Family, gold_runs: Sequence[GoldRun], doing_nothing: Verdict | None
) -> list[Finding]:
    """All checks of a family. What was not run is a problem, not a pass."""
    twin = next((run for run in gold_runs if run.variant is Variant.TWIN), None)
    findings = [
        _finding(family, Variant.TWIN, None, Check.FLOOR, _floor(doing_nothing)),
        *_of_variant(family, Variant.TWIN, None, twin, twin),
    ]
    if family.fault is not None:
        for phase in FaultPhase:
            run = next((one for one in gold_runs if one.phase is phase), None)
            findings.append(
                _finding(family, Variant.FAULT, phase, Check.REACHABLE, _reachable(phase, run))
            )
            findings += _of_variant(family, Variant.FAULT, phase, run, twin)
    return findings


def _of_variant(
    family: Family,
    variant: Variant,
    phase: FaultPhase | None,
    run: GoldRun | None,
    twin: GoldRun | None,
) -> list[Finding]:
    return [
        _finding(family, variant, phase, Check.SOLVABLE, _solvable(run)),
        _finding(family, variant, phase, Check.SAME, _same(family, run, twin)),
    ]


def _finding(
    family: Family, variant: Variant, phase: FaultPhase | None, check: Check, problem: str | None
) -> Finding:
    return Finding(family.task, variant, phase, check, problem)


def _reachable(phase: FaultPhase, run: GoldRun | None) -> str | None:
    if run is None:
        return "was not run"
    struck = [fault for fault in run.faults if fault.applied]
    if len(struck) != 1:
        return f"the planned write failed {len(struck)} times instead of once"
    (fault,) = struck
    if fault.phase is not phase or fault.landed is not (phase is FaultPhase.AFTER):
        return f"planned {phase} the write, but it failed {fault.phase}, landed: {fault.landed}"
    return None


def _solvable(run: GoldRun | None) -> str | None:
    if run is None or run.verdict is None:
        return "was not run"
    if run.verdict.outcome is Outcome.PASS:
        return None
    return f"{run.verdict.outcome}: {run.verdict.reason}"


def _floor(verdict: Verdict | None) -> str | None:
    if verdict is None:
        return "was not run"
    if verdict.outcome is not Outcome.FAIL:
        return f"doing nothing: {verdict.outcome}"
    wrong = [
        one.text
        for one in verdict.requirements
        if one.passed != (one.label == HOLDS_WHEN_NOTHING_IS_DONE)
    ]
    return f"doing nothing contradicts the label of: {'; '.join(wrong)}" if wrong else None


def _same(family: Family, run: GoldRun | None, twin: GoldRun | None) -> str | None:
    if run is None or twin is None or run.verdict is None or twin.verdict is None:
        return "was not run"
    if run.instruction != family.instruction:
        return "the agent was given another instruction than the family's"
    if _requirements(run.verdict) != _requirements(twin.verdict):
        return "the evaluator states other requirements than in the twin"
    return None


def _requirements(verdict: Verdict) -> list[tuple[str, str | None]]:
    return [(one.text, one.label) for one in verdict.requirements]
