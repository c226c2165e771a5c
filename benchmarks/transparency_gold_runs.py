"""Transparency, byte for byte: each gold run direct against the same through ``bdproxy record``.

A tap right at the agent keeps every byte of both runs. Worlds are deterministic, so every response
must be the same: status line, headers with their order and case, body; and so must the end states.
"""

import asyncio
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bdproxy.recorder.reader import LogReader
from bdproxy.worlds.appworld.builtin_world import DATA_SET
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from benchmarks.common.cli import record
from benchmarks.common.command import Output, Quick, finish, run
from benchmarks.common.direct import DirectRun, run_all_direct
from benchmarks.common.processes import free_port
from benchmarks.common.report import Report
from benchmarks.common.subject import AgentCommand, AppWorldRoot, DataSetName, Subject, subject
from benchmarks.common.wire import all_messages

QUICK_TASKS = 1


async def run_direct_tapped(what: Subject, tap: tuple[str, ...]) -> list[DirectRun]:
    """Every task without bdproxy, one after another, as the tap has one port."""
    worlds = await AppWorldWorlds.start(what.environment, what.root)
    try:
        return await run_all_direct(worlds, what.tasks, (*tap, *what.agent), parallel=1)
    finally:
        await worlds.close()


def compare(task: str, direct: Path, proxied: Path) -> dict[str, Any]:
    """One row: how many of a task's messages are the same bytes in both taps' folders."""
    requests, responses = (
        list(zip(*(_padded(direct / task, proxied / task, kind)), strict=True))
        for kind in ("requests", "responses")
    )
    return {
        "task": task,
        "responses": len(responses),
        "identical": sum(ours == theirs for ours, theirs in responses),
        "bytes": sum(len(ours) for ours, _ in responses),
        "requests that differ": sum(ours != theirs for ours, theirs in requests),
    }


def _padded(direct: Path, proxied: Path, kind: str) -> tuple[list[bytes], list[bytes]]:
    """Both sides' messages, the shorter list filled up: a missing message is a difference."""
    ours, theirs = all_messages(direct, kind), all_messages(proxied, kind)
    length = max(len(ours), len(theirs))
    return ours + [b""] * (length - len(ours)), theirs + [b""] * (length - len(theirs))


def recorded_end_states(log: Path) -> Mapping[str, Mapping[str, bytes]]:
    """The end state of each task's run."""
    with LogReader(log) as reader:
        return {each.task: reader.end_state(each.id) for each in reader.runs()}


def main(
    quick: Quick = False,
    output: Output = None,
    dataset: DataSetName = DATA_SET,
    appworld_root: AppWorldRoot = None,
    agent: AgentCommand = None,
) -> None:
    """Each gold run direct and through the proxy: how many responses are the same bytes."""
    what = subject(dataset, appworld_root, agent, first=QUICK_TASKS if quick else None)
    report = Report(
        benchmark="transparency: gold runs",
        quick=quick,
        settings={"dataset": dataset, "agent": what.agent, "tasks": len(what.tasks)},
    )
    with tempfile.TemporaryDirectory(prefix="bdproxy-") as name:
        folder = Path(name)
        direct, proxied, log = folder / "direct", folder / "proxied", folder / "log.db"
        tap = (sys.executable, "-m", "benchmarks.common.tap", str(free_port()))
        runs = asyncio.run(run_direct_tapped(what, (*tap, str(direct))))
        record(what, log, parallel=1, agent=(*tap, str(proxied), *what.agent))
        end_states = recorded_end_states(log)
        for task, run_without in zip(what.tasks, runs, strict=True):
            report.rows.append(
                {
                    **compare(task.id, direct, proxied),
                    "same end state": run_without.end_state == end_states.get(task.id),
                    "agent's exit status": run_without.exit_status,
                }
            )
    identical = sum(row["identical"] for row in report.rows)
    total = sum(row["responses"] for row in report.rows)
    same_ends = sum(row["same end state"] for row in report.rows)
    report.summary = {
        "runs": len(report.rows),
        "responses": total,
        "byte-identical": identical,
        "requests that differ": sum(row["requests that differ"] for row in report.rows),
        "identical end states": same_ends,
    }
    report.goal("every response is byte-identical", identical == total > 0, binding=True)
    report.goal("every end state is identical", same_ends == len(report.rows), binding=True)
    finish(report, output)


if __name__ == "__main__":
    run(main)
