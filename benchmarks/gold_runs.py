"""Gold runs by the minute: straight at the worlds, and recorded, with one lane and with two.

The worlds' process is started once and not timed; all else that a run needs is: its world, the
agent's process, the end state, the log. Rounds are interleaved and shuffled.
"""

import asyncio
import os
import random
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from bdproxy.recorder.reader import LogReader
from bdproxy.worlds.appworld.builtin_world import DATA_SET
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from benchmarks.common.command import Output, Quick, Seed, finish, run
from benchmarks.common.direct import run_all_direct
from benchmarks.common.processes import BenchmarkError, module_environment
from benchmarks.common.recordings import record_all
from benchmarks.common.report import Report
from benchmarks.common.statistics import median
from benchmarks.common.subject import AgentCommand, AppWorldRoot, DataSetName, Subject, subject

DIRECT, RECORDED = "direct", "recorded"
LANES = (1, 2)


@dataclass
class Measured:
    """Runs by the minute for each way and number of lanes, one value a round; and the log."""

    rates: dict[tuple[str, int], list[float]] = field(default_factory=lambda: defaultdict(list))
    log_bytes: int = 0
    calls: int = 0
    runs: int = 0


async def measure(what: Subject, rounds: int, seed: int) -> Measured:
    """Every way ``rounds`` times."""
    measured = Measured()
    order, ways = random.Random(seed), list(product((DIRECT, RECORDED), LANES))
    worlds = await AppWorldWorlds.start(what.environment, what.root)
    try:
        for _ in range(rounds):
            order.shuffle(ways)
            for way, lanes in ways:
                begun = time.perf_counter()
                if way == DIRECT:
                    runs = await run_all_direct(worlds, what.tasks, what.agent, lanes)
                    failed = sum(each.exit_status != 0 for each in runs)
                else:
                    failed = await _record(worlds, what, lanes, measured)
                seconds = time.perf_counter() - begun
                if failed:
                    raise BenchmarkError(f"{failed} agents failed, {way} with {lanes} lanes")
                measured.rates[way, lanes].append(len(what.tasks) * 60 / seconds)
    finally:
        await worlds.close()
    return measured


async def _record(worlds: AppWorldWorlds, what: Subject, lanes: int, measured: Measured) -> int:
    with tempfile.TemporaryDirectory(prefix="bdproxy-") as name:
        log = Path(name) / "log.db"
        ends = await record_all(worlds, what, what.tasks, log, lanes)
        measured.log_bytes += log.stat().st_size
        measured.runs += len(ends)
        with LogReader(log) as reader:
            measured.calls += sum(reader.call_counts().values())
    return sum(end.exit_status != 0 for end in ends)


def main(
    quick: Quick = False,
    output: Output = None,
    seed: Seed = 1,
    rounds: int = 3,
    dataset: DataSetName = DATA_SET,
    appworld_root: AppWorldRoot = None,
    agent: AgentCommand = None,
) -> None:
    """Gold runs by the minute, direct against recorded, with one lane and with two."""
    what = subject(dataset, appworld_root, agent, first=2 if quick else None)
    rounds = 1 if quick else rounds
    report = Report(
        benchmark="gold runs",
        quick=quick,
        settings={"tasks": len(what.tasks), "rounds": rounds, "seed": seed, "agent": what.agent},
    )
    # The agents find this bdproxy as the benchmark does.
    os.environ.update(module_environment())
    measured = asyncio.run(measure(what, rounds, seed))
    for lanes in LANES:
        direct, recorded = measured.rates[DIRECT, lanes], measured.rates[RECORDED, lanes]
        ratio = median(ours / theirs for ours, theirs in zip(recorded, direct, strict=True))
        report.rows.append(
            {
                "lanes": lanes,
                "direct runs/min": median(direct),
                "recorded runs/min": median(recorded),
                "recorded ÷ direct": ratio,
            }
        )
    report.summary = {
        "bytes of log for a call (real answers, end states and indexes included)": (
            measured.log_bytes / measured.calls
        ),
        "calls for a run": measured.calls / measured.runs,
    }
    finish(report, output)


if __name__ == "__main__":
    run(main)
