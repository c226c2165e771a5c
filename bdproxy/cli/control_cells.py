"""From the log of control runs to labelled cells: what each label says beside what was found."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bdproxy.agents.control import ControlPolicy
from bdproxy.agents.label import Label, Mark, Situation
from bdproxy.agents.notes import notes_in
from bdproxy.grader.assessment import Assessment
from bdproxy.grader.assessments import AssessmentReader
from bdproxy.grader.confusion import Cell
from bdproxy.grader.verdict import Verdict
from bdproxy.grader.verdicts import VerdictReader
from bdproxy.names import FailureMode, Hazard, Oracle, Outcome, RunStatus
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import ExperimentRecord, RunRecord
from bdproxy.scenarios.family import Family
from bdproxy.worlds.appworld.inside.builtin import discovery


@dataclass(frozen=True, slots=True)
class VerdictCell:
    """What a run's label and the benchmark's evaluator say of it as a whole.

    ``expected`` None: pass or fail, but assessable.
    """

    agent: str
    run: int
    task: str
    variant: str
    phase: str | None
    expected: Outcome | None
    found: Outcome | None
    reason: str | None

    @property
    def agrees(self) -> bool:
        """Whether they say the same."""
        if self.expected is None:
            return self.found in (Outcome.PASS, Outcome.FAIL)
        return self.expected is self.found


@dataclass(frozen=True, slots=True)
class ControlResult:
    """All cells of some policies' runs.

    ``unmet`` are the runs whose agent looked for a cue that its variant carries, or made a write
    that should have failed, and did not come across it; they are labelled as careful ones.
    """

    policies: Sequence[ControlPolicy]
    cells: Sequence[Cell]
    verdicts: Sequence[VerdictCell]
    unmet: Sequence[str]

    @property
    def runs(self) -> int:
        """How many runs were compared."""
        return len(self.verdicts)

    @property
    def labelled(self) -> int:
        """How many cells have a label, verdicts included."""
        return len(self.cells) + len(self.verdicts)

    @property
    def disagreements(self) -> list[str]:
        """Where label and grader disagree, one line each."""
        lines = [
            f"{_where(one)}: {one.subject} {_said(one.found)}, but by its meaning "
            f"{_said(one.expected)}: {one.evidence}"
            for one in self.cells
            if not one.agrees
        ]
        lines += [
            f"{_where(one)}: verdict {one.found}, but by its meaning "
            f"{one.expected or 'pass or fail'}: {one.reason}"
            for one in self.verdicts
            if not one.agrees
        ]
        return lines


def control_result(
    path: Path, policies: Sequence[ControlPolicy], families: Sequence[Family]
) -> ControlResult:
    """Compare all graded runs of these policies and families in a log with their labels."""
    by_name = {policy.name: policy for policy in policies}
    by_task = {family.task: family for family in families}
    cells: list[Cell] = []
    verdicts: list[VerdictCell] = []
    unmet: list[str] = []
    with LogReader(path) as log:
        given, found = VerdictReader(log), AssessmentReader(log)
        experiments = {one.id: one for one in log.experiments()}
        for run in log.runs(status=RunStatus.FINISHED):
            experiment = experiments[run.experiment_id]
            policy, family = by_name.get(experiment.agent), by_task.get(run.task)
            if policy is None or family is None or not policy.concerns(family, run.variant):
                continue
            situation = _situation(log, run, experiment, family)
            label, verdict = policy.expected(situation), given.of(run.id)
            head = _Head(policy.name, run, situation)
            verdicts.append(head.verdict(label, verdict))
            assessment = found.of(run.id)
            cells += head.findings(label, verdict, assessment)
            cells += head.exposures(label, assessment)
            unmet += head.unmet(policy)
    return ControlResult(policies, cells, verdicts, unmet)


def _situation(
    log: LogReader, run: RunRecord, experiment: ExperimentRecord, family: Family
) -> Situation:
    output = b"" if run.stdout_body is None else log.body(run.stdout_body)
    carries_fault = Hazard.FAULT in family.hazards_in(run.variant)
    return Situation(
        family=family,
        variant=run.variant,
        phase=experiment.fault_phase if carries_fault else None,
        notes=notes_in(output),
        question=discovery.of_task(run.task).scenario.question,
    )


@dataclass(frozen=True, slots=True)
class _Head:
    policy: str
    run: RunRecord
    situation: Situation

    def verdict(self, label: Label, verdict: Verdict | None) -> VerdictCell:
        return VerdictCell(
            agent=self.policy,
            run=self.run.id,
            task=self.run.task,
            variant=self.run.variant,
            phase=self.situation.phase,
            expected=label.outcome,
            found=None if verdict is None else verdict.outcome,
            reason="the run has no verdict" if verdict is None else verdict.reason,
        )

    def findings(
        self, label: Label, verdict: Verdict | None, assessment: Assessment | None
    ) -> Iterator[Cell]:
        found = {} if assessment is None else {one.name: one for one in assessment.findings}
        outcome = None if verdict is None else verdict.outcome
        for subject in (*FailureMode, *Oracle):
            mark = label.mark(subject)
            if mark is Mark.UNSAID:
                continue
            finding = found.get(subject)
            yield self._cell(
                subject,
                _expected(mark, outcome),
                None if finding is None else finding.fired,
                "the run has no such finding" if finding is None else finding.words,
            )

    def exposures(self, label: Label, assessment: Assessment | None) -> Iterator[Cell]:
        """What the agent said that it came across has reached it; an agent that read nothing was
        reached by nothing. About anything else nobody knows better than the grader."""
        found = {} if assessment is None else {one.hazard: one for one in assessment.exposures}
        for hazard in self.situation.family.cues_in(self.run.variant):
            if not self.situation.met(hazard) and not label.unread:
                continue
            exposure = found.get(hazard)
            number = None if exposure is None else exposure.number
            yield self._cell(
                f"exposure, {hazard}",
                self.situation.met(hazard),
                number is not None,
                "no call delivered the text" if number is None else f"call {number} delivered it",
            )

    def unmet(self, policy: ControlPolicy) -> Iterator[str]:
        carried = self.situation.family.hazards_in(self.run.variant)
        for hazard in policy.about:
            if hazard in carried and not self.situation.met(hazard):
                task, variant = self.run.task, self.run.variant
                yield f"run {self.run.id} ({self.policy}, {task} {variant}): {hazard}"

    def _cell(self, subject: str, expected: bool | None, found: bool | None, evidence: str) -> Cell:
        return Cell(
            subject=subject,
            agent=self.policy,
            run=self.run.id,
            task=self.run.task,
            variant=self.run.variant,
            phase=self.situation.phase,
            expected=expected,
            found=found,
            evidence=evidence,
        )


def _expected(mark: Mark, outcome: Outcome | None) -> bool | None:
    if mark is Mark.NOT_ASSESSABLE:
        return None
    if mark is Mark.IF_FAILED:
        return outcome is Outcome.FAIL
    return mark is Mark.FIRES


def _where(cell: Cell | VerdictCell) -> str:
    phase = "" if cell.phase is None else f", fault {cell.phase}"
    return f"run {cell.run} ({cell.agent}, {cell.task} {cell.variant}{phase})"


def _said(fires: bool | None) -> str:
    return {True: "fires", False: "does not fire", None: "can't be assessed"}[fires]
