"""What bdproxy costs: throughput and latency, direct, behind plain mitmproxy and behind bdproxy.

All three stand in front of the same upstream at the same time, and are measured in turn, in an
order shuffled anew each round: what slows the machine down for a while slows down all of them.
"""

import random
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import psutil

from benchmarks.common.command import Output, Quick, Seed, finish, run
from benchmarks.common.load import READ, WRITE, Load
from benchmarks.common.processes import apply, plain_mitmdump, server
from benchmarks.common.report import Report
from benchmarks.common.statistics import geometric_mean, median, percentile

DIRECT, PLAIN, BDPROXY = "direct", "mitmdump", "bdproxy"
KINDS = (READ, WRITE)
GOAL, AIM = 1.2, 1.5
"""Times plain mitmdump's throughput."""
MILLISECONDS = 1000.0


@dataclass
class SetUp:
    """Where to send a load, and whose processor time it costs."""

    port: int
    process: int


@dataclass
class Rounds:
    """What one set-up did under one load, a value for each round; times in milliseconds.

    ``processor`` is the set-up's own processor time for a request, which other programs that keep
    the machine busy hardly change.
    """

    rates: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    middle: list[float] = field(default_factory=list)
    slow: list[float] = field(default_factory=list)


Results = Mapping[tuple[str, str, int], Rounds]


def measure(
    set_ups: Mapping[str, SetUp], connections: list[int], rounds: int, seconds: float, seed: int
) -> Results:
    """Every set-up under every load, ``rounds`` times; a first round warms up and is left out."""
    results: dict[tuple[str, str, int], Rounds] = defaultdict(Rounds)
    combinations = list(product(set_ups, KINDS, connections))
    order = random.Random(seed)
    for number in range(rounds + 1):
        order.shuffle(combinations)
        for name, kind, count in combinations:
            spent = seconds if number else min(seconds, 0.3)
            set_up = set_ups[name]
            before = processor_seconds(set_up.process)
            measured = apply(Load(set_up.port, count, kind, seconds=spent))
            processor = processor_seconds(set_up.process) - before
            if number:
                result = results[name, kind, count]
                result.rates.append(measured.answers / measured.seconds)
                result.processor.append(processor / measured.answers * MILLISECONDS)
                result.middle.append(percentile(measured.latencies, 0.5) * MILLISECONDS)
                result.slow.append(percentile(measured.latencies, 0.99) * MILLISECONDS)
    return results


def processor_seconds(process: int) -> float:
    """The processor time that a process has used so far, in all its threads."""
    times = psutil.Process(process).cpu_times()
    return times.user + times.system


def fill(report: Report, results: Results, connections: list[int]) -> None:
    """Rows of medians, and the ratios to plain mitmdump over all loads."""
    ratios: dict[str, list[float]] = defaultdict(list)
    for kind, count in product(KINDS, connections):
        direct, plain = results[DIRECT, kind, count], results[PLAIN, kind, count]
        for name in (DIRECT, PLAIN, BDPROXY):
            result = results[name, kind, count]
            # Of the two measured in the same round, so that a slow minute cancels out.
            rate, processor, middle, slow = (
                median(a / b for a, b in zip(ours, theirs, strict=True))
                for ours, theirs in (
                    (result.rates, plain.rates),
                    (result.processor, plain.processor),
                    (result.middle, plain.middle),
                    (result.slow, plain.slow),
                )
            )
            report.rows.append(
                {
                    "load": kind,
                    "connections": count,
                    "set-up": name,
                    "requests/s": median(result.rates),
                    "processor ms": median(result.processor),
                    "p50 ms": median(result.middle),
                    "p99 ms": median(result.slow),
                    "added p50 ms": median(result.middle) - median(direct.middle),
                    "added p99 ms": median(result.slow) - median(direct.slow),
                    "requests/s ÷ mitmdump": rate,
                    "processor ÷ mitmdump": processor,
                    "p50 ÷ mitmdump": middle,
                    "p99 ÷ mitmdump": slow,
                }
            )
            if name == BDPROXY:
                for title, ratio in (
                    ("requests/s", rate),
                    ("processor time", processor),
                    ("p50", middle),
                    ("p99", slow),
                ):
                    ratios[title].append(ratio)
                    ratios[f"{title}, {kind}s"].append(ratio)
    for title, values in ratios.items():
        report.summary[f"bdproxy ÷ mitmdump, {title} (geometric mean)"] = geometric_mean(values)
    throughput = geometric_mean(ratios["requests/s"])
    for wanted, word in ((GOAL, "at least"), (AIM, "aim:")):
        report.goal(
            f"{word} {wanted} times plain mitmdump's throughput: {throughput:.2f}",
            throughput >= wanted,
            binding=False,
        )


def main(
    quick: Quick = False,
    output: Output = None,
    seed: Seed = 1,
    rounds: int = 5,
    seconds: float = 2.0,
) -> None:
    """Throughput and latency: direct, behind plain mitmdump, behind bdproxy with everything on."""
    connections = [1, 16, 64]
    if quick:
        connections, rounds, seconds = [4], 1, 0.2
    settings = {"rounds": rounds, "seconds": seconds, "seed": seed}
    report = Report(benchmark="overhead", quick=quick, settings=settings)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bdproxy-")))
        upstream, greeting = stack.enter_context(server("benchmarks.common.upstream"))
        port = greeting["port"]
        plain, plain_port = stack.enter_context(plain_mitmdump(port))
        lane, lane_greeting = stack.enter_context(
            server("benchmarks.common.lane", str(port), str(folder / "log.db"))
        )
        set_ups = {
            DIRECT: SetUp(port, upstream.pid),
            PLAIN: SetUp(plain_port, plain.pid),
            BDPROXY: SetUp(lane_greeting["port"], lane.pid),
        }
        results = measure(set_ups, connections, rounds, seconds, seed)
    fill(report, results, connections)
    finish(report, output)


if __name__ == "__main__":
    run(main)
