"""Runs graded by the minute, with one worker and with two, by AppWorld's own evaluator."""

import asyncio
import tempfile
import time
from pathlib import Path

from bdproxy.cli.evaluators import Evaluators
from bdproxy.grader.grading import grade
from bdproxy.grader.plan import plan_grading
from bdproxy.grader.verdict import Verdict
from bdproxy.grader.verdicts import VerdictWriter
from bdproxy.names import Outcome
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import RunRecord
from bdproxy.worlds.appworld.builtin_world import DATA_SET
from benchmarks.common.cli import record
from benchmarks.common.command import Output, Quick, finish, run
from benchmarks.common.report import Report
from benchmarks.common.subject import AgentCommand, AppWorldRoot, DataSetName, subject

WORKERS = (1, 2)


class Clock:
    """When verdicts came, and which."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.outcomes: list[Outcome] = []

    def verdict(self, run: RunRecord, verdict: Verdict, is_new: bool) -> None:
        """Note a verdict."""
        self.times.append(time.perf_counter())
        self.outcomes.append(verdict.outcome)


async def grade_all(log: Path, root: Path | None, workers: int) -> tuple[float, Clock]:
    """Grade every run of a log, graded before or not; when it began, and the verdicts' clock."""
    clock = Clock()
    begun = time.perf_counter()
    with VerdictWriter(log) as verdicts, LogReader(log) as reader:
        plan = plan_grading(reader, regrade=True)
        async with Evaluators(root, workers) as evaluators:
            await grade(
                reader,
                verdicts,
                plan,
                evaluators.for_runs,
                workers=workers,
                on_verdict=clock.verdict,
            )
    return begun, clock


def main(
    quick: Quick = False,
    output: Output = None,
    attempts: int = 3,
    dataset: DataSetName = DATA_SET,
    appworld_root: AppWorldRoot = None,
    agent: AgentCommand = None,
) -> None:
    """Record gold runs, grade them all with one worker and with two."""
    what = subject(dataset, appworld_root, agent, first=2 if quick else None)
    attempts = 2 if quick else attempts
    report = Report(
        benchmark="grading",
        quick=quick,
        settings={"tasks": len(what.tasks), "attempts": attempts, "agent": what.agent},
    )
    with tempfile.TemporaryDirectory(prefix="bdproxy-") as name:
        log = Path(name) / "log.db"
        record(what, log, parallel=2, attempts=attempts)
        for workers in WORKERS:
            root = None if dataset == DATA_SET else appworld_root
            begun, clock = asyncio.run(grade_all(log, root, workers))
            # From the first verdict on: before it AppWorld is imported, once for any number.
            seconds = clock.times[-1] - clock.times[0]
            report.rows.append(
                {
                    "workers": workers,
                    "runs": len(clock.times),
                    "passed": clock.outcomes.count(Outcome.PASS),
                    "not assessable": clock.outcomes.count(Outcome.NOT_ASSESSABLE),
                    "runs/min": (len(clock.times) - 1) * 60 / seconds,
                    "seconds to the first verdict": clock.times[0] - begun,
                    "seconds in all": clock.times[-1] - begun,
                }
            )
    report.summary = {
        "two workers ÷ one": report.rows[1]["runs/min"] / report.rows[0]["runs/min"],
    }
    finish(report, output)


if __name__ == "__main__":
    run(main)
