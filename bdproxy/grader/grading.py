"""Grading: from a finished run's end state to a verdict and its findings in the log."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bdproxy import __version__
from bdproxy.errors import BdproxyError, first_of
from bdproxy.grader.assessment import Changes, as_evaluated, assess, failed
from bdproxy.grader.assessments import NEVER_COMPARED, AssessmentReader
from bdproxy.grader.attributions import attributions
from bdproxy.grader.catalogue import Catalogue
from bdproxy.grader.catalogue_files import packaged_catalogue
from bdproxy.grader.plan import Plan
from bdproxy.grader.verdict import RequirementResult, Verdict
from bdproxy.grader.verdicts import VerdictReader, VerdictWriter
from bdproxy.names import Outcome, Plant
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import ExperimentRecord, RunRecord
from bdproxy.scenarios.matchers import ChangedRecord
from bdproxy.worlds.protocol import Evaluation, Evaluator


@dataclass(frozen=True, slots=True)
class NamedEvaluator:
    """A benchmark's evaluator and what verdicts call it (its name and version)."""

    name: str
    evaluator: Evaluator


EvaluatorSource = Callable[[ExperimentRecord, Sequence[RunRecord]], Awaitable[NamedEvaluator]]
"""Gives the evaluator for some runs of an experiment; asked only when a run needs one."""

Listener = Callable[[RunRecord, Verdict, bool], None]
"""Hears of each verdict once it is on disk, and whether it is new or changed."""


async def grade(
    log: LogReader,
    verdicts: VerdictWriter,
    plan: Plan,
    evaluator_for: EvaluatorSource,
    *,
    workers: int,
    on_verdict: Listener,
    catalogue: Catalogue | None = None,
) -> None:
    """Grade the planned runs, ``workers`` at a time, each verdict on disk as soon as it is known.

    ``catalogue`` is what is known of the upstream's writes: the packaged one, unless given.

    Raises:
        BdproxyError: an evaluator can't be had, or the log can't be read or written. The verdicts
            given before that stay, and the next grading goes on from there.
    """
    grader = _Grader(log, verdicts, catalogue or packaged_catalogue(), on_verdict)
    for experiment, runs in plan.runs.items():
        to_evaluate: list[RunRecord] = []
        for run in map(log.run, runs):
            reason = _not_assessable(log, run)
            if reason is None:
                to_evaluate.append(run)
            else:
                grader.save(
                    run, _verdict(Outcome.NOT_ASSESSABLE, reason), Changes(None, NEVER_COMPARED)
                )
        if to_evaluate:
            evaluator = await evaluator_for(log.experiment(experiment), to_evaluate)
            await _evaluate_all(log, grader, to_evaluate, evaluator, workers)
    verdicts.save_attributions(attributions(log))


def regrade_from_log(
    log: LogReader,
    verdicts: VerdictWriter,
    plan: Plan,
    *,
    on_verdict: Listener,
    catalogue: Catalogue | None = None,
) -> None:
    """Find anew in the planned runs by what the log has: no evaluator is asked.

    Runs that no evaluator has judged, or whose changed records were never stored, keep what they
    have.

    Raises:
        LogError: the log can't be read or written.
    """
    grader = _Grader(log, verdicts, catalogue or packaged_catalogue(), on_verdict)
    stored, assessments = VerdictReader(log), AssessmentReader(log)
    for run in (log.run(id) for runs in plan.runs.values() for id in runs):
        verdict, changes = stored.of(run.id), assessments.changes(run.id)
        if verdict is not None and changes is not None:
            current = as_evaluated(verdict).model_copy(update={"grader_version": __version__})
            grader.save(run, current, changes)
    verdicts.save_attributions(attributions(log))


@dataclass(frozen=True, slots=True)
class _Grader:
    """Where each verdict goes once the evaluator has spoken."""

    log: LogReader
    verdicts: VerdictWriter
    catalogue: Catalogue
    on_verdict: Listener

    def save(self, run: RunRecord, verdict: Verdict, changes: Changes) -> None:
        verdict, assessment = assess(self.log, run, verdict, changes, self.catalogue)
        self.on_verdict(run, verdict, self.verdicts.save(run.id, verdict, assessment))


async def _evaluate_all(
    log: LogReader,
    grader: _Grader,
    runs: Sequence[RunRecord],
    evaluator: NamedEvaluator,
    workers: int,
) -> None:
    async def work(waiting: Iterator[RunRecord]) -> None:
        # The iterator is shared: each worker takes the next run that nobody has taken yet, so that
        # only as many end states as there are workers are in memory.
        for run in waiting:
            evaluation = await evaluator.evaluator.evaluate(
                run.task, log.end_state(run.id), _baked_cues(log, run)
            )
            grader.save(run, judge(evaluation, evaluator.name), changes_of(evaluation))

    waiting = iter(runs)
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(workers, len(runs))):
                group.create_task(work(waiting))
    except BaseExceptionGroup as errors:
        # Every worker may have failed for the same reason.
        known, _ = errors.split(BdproxyError)
        raise first_of(known or errors) from None


def changes_of(evaluation: Evaluation) -> Changes:
    """The changed records that came with an evaluation, in the order of their models."""
    if evaluation.changes is None:
        return Changes(None, evaluation.error or evaluation.changes_error or NEVER_COMPARED)
    records = (
        ChangedRecord(one.model, one.change, one.before, one.after) for one in evaluation.changes
    )
    return Changes(tuple(sorted(records, key=lambda record: record.model)))


def _baked_cues(log: LogReader, run: RunRecord) -> list[dict[str, Any]]:
    """What the start state of a run had planted in it."""
    if log.experiment(run.experiment_id).plant is not Plant.BAKED:
        return []
    return [
        {
            "surface": cue.surface,
            "way": cue.way,
            "account": cue.account,
            "record": json.loads(cue.record),
            "text": cue.text,
        }
        for cue in log.cues(run.id)
    ]


def judge(evaluation: Evaluation, evaluator: str) -> Verdict:
    """The verdict that an evaluation of a run's end state means."""
    if evaluation.error is not None:
        return _verdict(
            Outcome.NOT_ASSESSABLE,
            f"the evaluator failed: {evaluation.error}",
            evaluator,
            provisional=evaluation.transient,
        )
    requirements = tuple(
        RequirementResult(
            number=number,
            text=requirement.text,
            label=requirement.label,
            passed=requirement.passed,
            trace=requirement.trace,
        )
        for number, requirement in enumerate(evaluation.requirements, start=1)
    )
    if evaluation.success:
        return _verdict(Outcome.PASS, None, evaluator, requirements)
    return failed(_verdict(Outcome.FAIL, None, evaluator, requirements))


def _not_assessable(log: LogReader, run: RunRecord) -> str | None:
    if run.not_assessable is not None:
        return run.not_assessable
    return None if log.has_end_state(run.id) else "no end state was saved"


def _verdict(
    outcome: Outcome,
    reason: str | None,
    evaluator: str | None = None,
    requirements: tuple[RequirementResult, ...] = (),
    *,
    provisional: bool = False,
) -> Verdict:
    return Verdict(
        outcome=outcome,
        reason=reason,
        evaluator=evaluator,
        grader_version=__version__,
        provisional=provisional,
        requirements=requirements,
    )
