"""How long a report takes, and how large its page is, on small and on large logs."""

import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

from bdproxy.grader.report.logged_runs import graded_runs_of
from bdproxy.grader.report.material import gather, open_logs
from bdproxy.grader.report.renderings.html_page import LARGEST_PAGE, html_page
from bdproxy.grader.report.renderings.json_text import json_text
from bdproxy.grader.report.renderings.terminal import terminal
from bdproxy.grader.report.sections.order import sections
from bdproxy.grader.statistics.summary import SEED
from benchmarks.common.command import Output, Quick, Seed, finish, run
from benchmarks.common.report import Report
from benchmarks.common.synthetic_log import write_synthetic_log

ATTEMPTS = 4
SIZES = ((21, 2), (595, 7))
"""Families and agents: 1,008 and 99,960 runs."""
QUICK_SIZES = ((4, 1),)
MEBIBYTE = 1024 * 1024

_Result = TypeVar("_Result")


def main(quick: Quick = False, output: Output = None, seed: Seed = 1) -> None:
    """Write synthetic logs and report them; every step timed by itself."""
    report = Report(benchmark="report", quick=quick, settings={"seed": seed})
    pages = []
    with tempfile.TemporaryDirectory(prefix="bdproxy-") as name:
        for families, agents in QUICK_SIZES if quick else SIZES:
            log = Path(name) / f"{families}.db"
            runs = write_synthetic_log(
                log, families=families, agents=agents, attempts=ATTEMPTS, seed=seed
            )
            row = _measured(log)
            pages.append(row["page kB"])
            report.rows.append({"runs": runs, "log MiB": log.stat().st_size / MEBIBYTE, **row})
    last = report.rows[-1]
    report.summary = {
        "reading and statistics ÷ reading the runs alone": last["read and study s"]
        / last["read runs s"],
        "whole page ÷ reading and statistics": (last["read and study s"] + last["page s"])
        / last["read and study s"],
    }
    report.goal(
        f"every page is smaller than {LARGEST_PAGE / 1000:,.0f} kB",
        all(size * 1000 <= LARGEST_PAGE for size in pages),
        binding=True,
    )
    finish(report, output)


def _measured(log: Path) -> dict[str, float]:
    row: dict[str, float] = {}
    with ExitStack() as stack:
        logs = open_logs([log], stack)
        _timed(row, "read runs s", lambda: list(graded_runs_of(logs[0])))
        material = _timed(row, "read and study s", lambda: gather(logs, [log], seed=SEED))
        _timed(row, "terminal s", lambda: list(terminal(sections(material))))
        row["json kB"] = len(_timed(row, "json s", lambda: json_text(material))) / 1000
        page = _timed(row, "page s", lambda: html_page(material, logs))
        row["page kB"] = len(page.encode()) / 1000
    return row


def _timed(row: dict[str, float], step: str, work: Callable[[], _Result]) -> _Result:
    """Processor time, which a busy machine hardly changes, of all threads together."""
    begun = time.process_time()
    result = work()
    row[step] = time.process_time() - begun
    return result


if __name__ == "__main__":
    run(main)
