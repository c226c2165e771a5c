"""Recordings within this process, on worlds that are ready, so that only the runs are timed."""

from collections.abc import Sequence
from pathlib import Path

from bdproxy.names import Management, Variant
from bdproxy.proxy.recording import Recording
from bdproxy.proxy.settings import PlannedRun, Settings
from bdproxy.recorder.rows import RunEnd, RunKey
from bdproxy.recorder.writer import LogWriter
from bdproxy.worlds.appworld.control_plane import AppWorldControlPlane
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from benchmarks.common.subject import SEED, Subject


class Ends:
    """Hears how the runs ended."""

    def __init__(self) -> None:
        self.ends: list[RunEnd] = []

    def run_waiting(self, run: PlannedRun, run_id: int, url: str) -> None:
        """Never called: the agent has a command."""

    def lane_open(self, url: str) -> None:
        """Never called: the worlds are managed."""

    def run_ended(self, run: PlannedRun, run_id: int, end: RunEnd) -> None:
        """Keep the end."""
        self.ends.append(end)


async def record_all(
    worlds: AppWorldWorlds, what: Subject, tasks: Sequence[Task], log_path: Path, parallel: int
) -> list[RunEnd]:
    """Record one run of every task, ``parallel`` at a time; how they ended.

    Raises:
        BdproxyError: the recording can't go on.
    """
    settings = Settings(
        agent="benchmark",
        command=what.agent,
        management=Management.MANAGED,
        dataset=what.dataset,
        world_root=str(what.root),
        world_version=what.environment.appworld_version,
        seed=SEED,
        parallel=parallel,
    )
    planned = [PlannedRun(RunKey(task.id, Variant.TWIN, 1), task) for task in tasks]
    ends = Ends()
    log = LogWriter(log_path)
    try:
        await Recording(settings, planned, log, AppWorldControlPlane(), ends).run(worlds)
    finally:
        log.close()
    return ends.ends
