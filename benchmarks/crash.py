"""``kill -9`` of bdproxy at random moments under load, again and again on the same log.

Two lanes record agents that keep their own account of each answer they got. After each kill: is
every answer in the log, does the log open, is any process left? Then the same command goes on, on
the same log, until it is killed again; the last time it may finish.
"""

import os
import random
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from bdproxy.names import RunStatus
from bdproxy.recorder.reader import LogReader
from bdproxy.worlds.appworld.builtin_world import DATA_SET
from benchmarks.common.cli import bdproxy_command, record
from benchmarks.common.command import Output, Quick, Seed, finish, run
from benchmarks.common.killing import opens, record_and_kill, unrecorded
from benchmarks.common.report import Report
from benchmarks.common.statistics import median
from benchmarks.common.subject import AppWorldRoot, DataSetName, Subject, subject

AGENT = (sys.executable, "-m", "benchmarks.common.logging_agent")
LANES = 2
LONGEST_DELAY = 3.0
"""Seconds of load before the kill, at most: several runs' beginnings and ends."""
ATTEMPTS = 10_000
"""More than are ever recorded: the killed command always has something left to do."""
LAST_ATTEMPTS = 2
"""How many more attempts the last, unharmed recording makes of the task."""


def main(
    quick: Quick = False,
    output: Output = None,
    seed: Seed = 1,
    moments: Annotated[int, typer.Option(min=1, help="How often bdproxy is killed.")] = 50,
    dataset: DataSetName = DATA_SET,
    appworld_root: AppWorldRoot = None,
) -> None:
    """Kill bdproxy at random moments under load; what is lost, damaged or left over."""
    what = subject(dataset, appworld_root, first=1)
    moments = 1 if quick else moments
    report = Report(
        benchmark="crash",
        quick=quick,
        settings={"moments": moments, "seed": seed, "lanes": LANES, "longest": LONGEST_DELAY},
    )
    delays = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="bdproxy-") as name:
        folder = Path(name)
        log = folder / "log.db"
        options = ("--db", log, "--parallel", LANES, "--task", what.tasks[0].id)
        command = bdproxy_command(
            "record", *what.record_options, *options, "--attempts", ATTEMPTS, "--", *AGENT
        )
        for _ in range(moments):
            delay = delays.uniform(0, LONGEST_DELAY)
            killed = record_and_kill(command, folder, delay)
            opened = opens(log)
            report.rows.append(
                {
                    "seconds under load": delay,
                    "answers seen": len(killed.seen),
                    "not in the log": unrecorded(log, killed.seen) if opened else None,
                    "log opens": opened,
                    "orphans": killed.orphans,
                    "seconds to the last one's end": killed.seconds_to_end,
                }
            )
        _finish_recording(what, log, report)
    _summarise(report)
    finish(report, output)


def _finish_recording(what: Subject, log: Path, report: Report) -> None:
    """Let the command come to its end: only a few attempts more, the rest as it was killed."""
    with LogReader(log) as reader:
        done = [each.attempt for each in reader.runs(status=RunStatus.FINISHED)]
    attempts = max(done, default=0) + LAST_ATTEMPTS
    os.environ["BENCHMARK_SEEN"] = str(log.with_suffix(".seen"))
    record(what, log, parallel=LANES, attempts=attempts, agent=AGENT)
    with LogReader(log) as reader:
        runs = list(reader.runs())
    finished = [each.attempt for each in runs if each.status is RunStatus.FINISHED]
    report.summary |= {
        "runs finished": len(finished),
        "runs interrupted by a kill": sum(each.status is RunStatus.INTERRUPTED for each in runs),
        "runs that can't be assessed": sum(
            each.status is RunStatus.FINISHED and each.not_assessable is not None for each in runs
        ),
    }
    report.goal(
        "the same command resumes: every attempt finished, each once, none left running",
        sorted(finished) == list(range(1, attempts + 1))
        and not any(each.status is RunStatus.RUNNING for each in runs),
        binding=True,
    )


def _summarise(report: Report) -> None:
    lost = sum(row["not in the log"] or 0 for row in report.rows)
    unopened = sum(not row["log opens"] for row in report.rows)
    orphans = sum(row["orphans"] for row in report.rows)
    report.summary |= {
        "kills": len(report.rows),
        "answers seen by agents": sum(row["answers seen"] for row in report.rows),
        "of them not in the log": lost,
        "logs that can't be opened": unopened,
        "orphan processes": orphans,
        "median seconds from the kill to the last process's end": median(
            row["seconds to the last one's end"] for row in report.rows
        ),
    }
    report.goal("no answer that an agent saw is missing in the log", lost == 0, binding=True)
    report.goal("every log opens, undamaged", unopened == 0, binding=True)
    report.goal("no orphan process", orphans == 0, binding=True)


if __name__ == "__main__":
    run(main)
