"""Recordings within the tests' own process, on worlds that are there already."""

import asyncio
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bdproxy.names import Management, Plant, Variant
from bdproxy.proxy.recording import Recording
from bdproxy.proxy.settings import PlannedRun, Settings
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import CallRecord, RunRecord
from bdproxy.recorder.rows import RunEnd, RunKey
from bdproxy.recorder.writer import LogWriter
from bdproxy.worlds.appworld.control_plane import AppWorldControlPlane
from bdproxy.worlds.protocol import Task, Worlds
from tests.support.processes import REPOSITORY


@dataclass
class Heard:
    """A listener that remembers."""

    url: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    ends: list[tuple[PlannedRun, int, RunEnd]] = field(default_factory=list)

    def run_waiting(self, run: PlannedRun, run_id: int, url: str) -> None:
        self.url.put_nowait(url)

    def lane_open(self, url: str) -> None:
        self.url.put_nowait(url)

    def run_ended(self, run: PlannedRun, run_id: int, end: RunEnd) -> None:
        self.ends.append((run, run_id, end))


def agent_command(
    *arguments: str, module: str = "tests.support.misbehaving_agent"
) -> tuple[str, ...]:
    """The command of an agent of the tests' own, which may run in any folder."""
    code = (
        f"import sys, runpy; sys.path.insert(0, {str(REPOSITORY)!r}); "
        f"sys.argv[0] = 'agent'; runpy.run_module({module!r}, run_name='__main__', alter_sys=True)"
    )
    return (sys.executable, "-c", code, *arguments)


def settings_for(
    root: Path,
    command: Sequence[str] | None,
    *,
    agent: str = "ada",
    management: Management = Management.MANAGED,
    max_calls: int | None = None,
    timeout: float | None = None,
    parallel: int = 1,
    port: int = 0,
    plant: Plant = Plant.OVERLAY,
) -> Settings:
    return Settings(
        agent=agent,
        command=None if command is None else tuple(command),
        management=management,
        dataset="builtin",
        world_root=str(root),
        world_version="appworld",
        max_calls=max_calls,
        timeout=timeout,
        parallel=parallel,
        port=port,
        plant=plant,
    )


def planned(tasks: Iterable[Task], attempts: int = 1) -> list[PlannedRun]:
    return [
        PlannedRun(RunKey(task.id, Variant.TWIN, attempt), task)
        for attempt in range(1, attempts + 1)
        for task in tasks
    ]


async def record(
    log: Path,
    worlds: Worlds,
    settings: Settings,
    runs: Sequence[PlannedRun],
    heard: Heard | None = None,
    *,
    retry_not_assessable: bool = False,
) -> Heard:
    """Record the runs that the log does not have yet."""
    heard = heard or Heard()
    writer = LogWriter(log)
    try:
        recording = Recording(
            settings,
            runs,
            writer,
            AppWorldControlPlane(),
            heard,
            retry_not_assessable=retry_not_assessable,
        )
        if recording.to_do:
            await recording.run(worlds)
    finally:
        writer.close()
    return heard


def runs_of(log: Path) -> list[RunRecord]:
    with LogReader(log) as reader:
        return list(reader.runs())


def calls_of(log: Path, run: int) -> list[CallRecord]:
    with LogReader(log) as reader:
        return list(reader.calls(run))


def body_of(log: Path, key: bytes | None) -> bytes:
    assert key is not None
    with LogReader(log) as reader:
        return reader.body(key)
