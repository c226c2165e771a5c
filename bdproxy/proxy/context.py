"""What every run of one recording shares."""

from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urlsplit

from bdproxy.addons.lane import Address
from bdproxy.errors import WorldError
from bdproxy.names import EndReason, RunStatus
from bdproxy.proxy.master import Proxy
from bdproxy.proxy.settings import PlannedRun, Settings
from bdproxy.proxy.world_opener import WorldOpener
from bdproxy.recorder.rows import RunEnd
from bdproxy.recorder.writer import LogWriter
from bdproxy.worlds.protocol import World, Worlds


class Listener(Protocol):
    """Who wants to hear how a recording goes: the command line's progress bar."""

    def run_waiting(self, run: PlannedRun, run_id: int, url: str) -> None:
        """A run without a command is ready for its agent at ``url``."""

    def lane_open(self, url: str) -> None:
        """A client-managed lane is ready for its client at ``url``."""

    def run_ended(self, run: PlannedRun, run_id: int, end: RunEnd) -> None:
        """A run is over and in the log."""


@dataclass(frozen=True, slots=True)
class RecordingContext:
    """The log, the proxy, the worlds and the settings."""

    settings: Settings
    experiment: int
    log: LogWriter
    proxy: Proxy
    worlds: Worlds
    listener: Listener
    opener: WorldOpener = field(default_factory=WorldOpener)


def begin_run(context: RecordingContext, planned: PlannedRun) -> int:
    """Open a run in the log, with what is planned to happen in it; its id.

    Raises:
        LogError: the log can't be written.
    """
    return context.log.begin_run(
        context.experiment, planned.key, planned.hazards, planned.cue_rows()
    )


def note_run(context: RecordingContext, planned: PlannedRun, end: RunEnd) -> None:
    """Write a run that was over before it had begun.

    Raises:
        LogError: the log can't be written.
    """
    run_id = begin_run(context, planned)
    context.log.end_run(run_id, end, None)
    context.listener.run_ended(planned, run_id, end)


def address_of(world: World) -> Address:
    """Where the world listens."""
    parts = urlsplit(world.url)
    assert parts.hostname is not None and parts.port is not None
    return parts.hostname, parts.port


INTERRUPTED = RunEnd(
    RunStatus.INTERRUPTED, None, not_assessable="the recording was stopped before the run ended"
)
"""How a run ends that Ctrl-C, a failure of the log or a failing other lane cuts short."""


def finished(reason: EndReason, not_assessable: str | None = None) -> RunEnd:
    """A run that is over and need not be repeated."""
    return RunEnd(RunStatus.FINISHED, reason, not_assessable)


def no_world(error: WorldError) -> RunEnd:
    """How a run ends that never had a world."""
    return finished(EndReason.WORLD_DIED, f"no world could be started for it: {error}")
