"""All that a grading says of one run beside its verdict."""

from dataclasses import dataclass, replace

from bdproxy.grader.assembly import assemble
from bdproxy.grader.catalogue import Catalogue
from bdproxy.grader.decisive import undecided
from bdproxy.grader.detection import detect_all
from bdproxy.grader.exposure import Exposure, exposures
from bdproxy.grader.finding import Finding
from bdproxy.grader.verdict import Verdict
from bdproxy.names import Outcome
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import RunRecord
from bdproxy.scenarios.matchers import ChangedRecord


@dataclass(frozen=True, slots=True)
class Changes:
    """The end state's changed records; None if not known, for the reason in ``problem``."""

    records: tuple[ChangedRecord, ...] | None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Assessment:
    """A run's changed records, findings and exposures, by the catalogue of that hash."""

    changes: Changes
    findings: tuple[Finding, ...]
    exposures: tuple[Exposure, ...]
    catalogue_hash: str


def assess(
    log: LogReader, run: RunRecord, verdict: Verdict, changes: Changes, catalogue: Catalogue
) -> tuple[Verdict, Assessment]:
    """A run's verdict and assessment; the verdict is the given one, the benchmark's, unless the
    world itself failed at a write that decides it.

    Raises:
        LogError: what the log has of the run is damaged.
    """
    evidence = assemble(log, run, verdict, changes.records, changes.problem)
    reason = undecided(evidence)
    if reason is not None:
        verdict = verdict.model_copy(update={"outcome": Outcome.NOT_ASSESSABLE, "reason": reason})
        evidence = replace(evidence, outcome=Outcome.NOT_ASSESSABLE, no_outcome=reason)
    assessment = Assessment(
        changes, detect_all(evidence, catalogue), exposures(evidence), catalogue.hash
    )
    return verdict, assessment


def as_evaluated(verdict: Verdict) -> Verdict:
    """A stored verdict as the benchmark's evaluator gave it, for assessing it once more."""
    if verdict.outcome is not Outcome.NOT_ASSESSABLE or not verdict.requirements:
        return verdict
    return failed(verdict)


def failed(verdict: Verdict) -> Verdict:
    """A verdict with requirements that are not all met."""
    unmet = sum(not one.passed for one in verdict.requirements)
    reason = f"{unmet} of {len(verdict.requirements)} requirements not met"
    return verdict.model_copy(update={"outcome": Outcome.FAIL, "reason": reason})
