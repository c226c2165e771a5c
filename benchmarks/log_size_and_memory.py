"""How large a log gets by the call, and whether the proxy's memory stays flat over many calls."""

import tempfile
from itertools import pairwise
from pathlib import Path

import psutil

from benchmarks.common.command import Output, Quick, finish, run
from benchmarks.common.load import READ, WRITE, Load
from benchmarks.common.processes import apply, server
from benchmarks.common.report import Report
from benchmarks.common.upstream import SIZES

MILESTONES = (0, 5_000, 10_000, 20_000, 30_000, 40_000, 50_000)
QUICK_MILESTONES = (0, 200, 600)
CONNECTIONS = 8
SHARE_OF_WRITES = 0.25
FLAT = 1.15
"""At most this many times the memory after the first milestone, after the last."""
MEBIBYTE = 1024 * 1024


def main(quick: Quick = False, output: Output = None) -> None:
    """Bytes of log for a call, and memory of the proxy after many calls against after few."""
    milestones = QUICK_MILESTONES if quick else MILESTONES
    report = Report(
        benchmark="log size and memory",
        quick=quick,
        settings={
            "connections": CONNECTIONS,
            "share of writes": SHARE_OF_WRITES,
            "bytes of answers, in turn": SIZES,
        },
    )
    with tempfile.TemporaryDirectory(prefix="bdproxy-") as name:
        log = Path(name) / "log.db"
        with (
            server("benchmarks.common.upstream") as (_, upstream),
            server("benchmarks.common.lane", str(upstream["port"]), str(log)) as (lane, greeting),
        ):
            proxy = psutil.Process(lane.pid)
            for before, after in pairwise(milestones):
                writes = int((after - before) * SHARE_OF_WRITES)
                for kind, count in ((WRITE, writes), (READ, after - before - writes)):
                    apply(Load(greeting["port"], CONNECTIONS, kind, requests=count))
                report.rows.append(
                    {
                        "calls": after,
                        "memory MiB": proxy.memory_info().rss / MEBIBYTE,
                        "log MiB": log.stat().st_size / MEBIBYTE,
                        "write-ahead log MiB": _size(log.with_name(log.name + "-wal")) / MEBIBYTE,
                    }
                )
        size = _size(log)
    growth = report.rows[-1]["memory MiB"] / report.rows[0]["memory MiB"]
    calls = milestones[-1]
    report.summary |= {
        "bytes of log for a call (closed log, no two answers equal)": size / calls,
        "bytes of answers for a call": sum(SIZES) / len(SIZES),
        f"memory after {calls:,} calls ÷ after {milestones[1]:,}": growth,
    }
    report.goal(f"memory is flat (at most {FLAT} times)", growth <= FLAT, binding=False)
    finish(report, output)


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


if __name__ == "__main__":
    run(main)
