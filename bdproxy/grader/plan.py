"""Which runs a grading is about."""

from dataclasses import dataclass

from bdproxy.grader.verdicts import VerdictReader
from bdproxy.names import RunStatus
from bdproxy.recorder.reader import LogReader


@dataclass(frozen=True, slots=True)
class Plan:
    """The finished runs to grade by experiment, and how many others there are and why not.

    ``graded`` runs have a verdict already; ``running`` and ``interrupted`` ones are not over, so
    they get none.
    """

    runs: dict[int, list[int]]
    graded: int
    running: int
    interrupted: int

    @property
    def size(self) -> int:
        """How many runs are to be graded."""
        return sum(len(runs) for runs in self.runs.values())


def plan_grading(log: LogReader, *, regrade: bool = False) -> Plan:
    """Plan to grade the finished runs without a verdict, or all finished ones with ``regrade``.

    A provisional verdict counts as none, and so does one without findings.
    """
    verdicts = VerdictReader(log)
    runs: dict[int, list[int]] = {}
    counts = dict.fromkeys(RunStatus, 0)
    for run in log.runs():
        if run.status is not RunStatus.FINISHED or (not regrade and verdicts.is_final(run.id)):
            counts[run.status] += 1
        else:
            runs.setdefault(run.experiment_id, []).append(run.id)
    return Plan(
        runs=runs,
        graded=counts[RunStatus.FINISHED],
        running=counts[RunStatus.RUNNING],
        interrupted=counts[RunStatus.INTERRUPTED],
    )
