"""Which runs a grading is about."""

from collections.abc import Callable
from dataclasses import dataclass

from bdproxy import __version__
from bdproxy.grader.catalogue_files import packaged_catalogue
from bdproxy.grader.verdicts import VerdictReader
from bdproxy.names import RunStatus
from bdproxy.recorder.reader import LogReader


@dataclass(frozen=True, slots=True)
class Plan:
    """The finished runs to grade by experiment, and how many others there are and why not.

    ``graded`` runs have a verdict already; ``running`` and ``interrupted`` ones are not over, so
    they get none. ``outdated``: how many of the graded ones were graded by another bdproxy, or with
    another catalogue.
    """

    runs: dict[int, list[int]]
    graded: int
    running: int
    interrupted: int
    outdated: int = 0

    @property
    def size(self) -> int:
        """How many runs are to be graded."""
        return sum(len(runs) for runs in self.runs.values())


def plan_grading(log: LogReader, *, regrade: bool = False) -> Plan:
    """Plan to grade the finished runs without a verdict, or all finished ones with ``regrade``.

    A provisional verdict counts as none, and so does one without findings.
    """
    verdicts = VerdictReader(log)
    return _plan(log, verdicts, lambda run: regrade or not verdicts.is_final(run))


def plan_findings(log: LogReader) -> Plan:
    """Plan to find anew in all finished runs that were graded, from what the log has of them."""
    verdicts = VerdictReader(log)
    return _plan(log, verdicts, verdicts.is_final)


def _plan(log: LogReader, verdicts: VerdictReader, wanted: Callable[[int], bool]) -> Plan:
    runs: dict[int, list[int]] = {}
    counts = dict.fromkeys(RunStatus, 0)
    outdated = 0
    for run in log.runs():
        if run.status is not RunStatus.FINISHED or not wanted(run.id):
            counts[run.status] += 1
            outdated += run.status is RunStatus.FINISHED and verdicts.is_outdated(
                run.id, __version__, packaged_catalogue().hash
            )
        else:
            runs.setdefault(run.experiment_id, []).append(run.id)
    return Plan(
        runs=runs,
        graded=counts[RunStatus.FINISHED],
        running=counts[RunStatus.RUNNING],
        interrupted=counts[RunStatus.INTERRUPTED],
        outdated=outdated,
    )
