"""A lane of the real proxy in front of a real world, beside an equal world without a proxy."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from bdproxy.addons.chain import Chain
from bdproxy.addons.lane import Lane, Lanes, LiveRun
from bdproxy.addons.recorder import Recorder
from bdproxy.apis import ApiCatalogue
from bdproxy.errors import BdproxyError
from bdproxy.names import Management, Variant
from bdproxy.overlay.catalogue_files import packaged_catalogue
from bdproxy.overlay.run import overlay_for
from bdproxy.proxy.context import address_of
from bdproxy.proxy.master import Proxy
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import CallRecord
from bdproxy.recorder.rows import RunKey, TaskRow
from bdproxy.recorder.writer import LogWriter
from bdproxy.scenarios.cues import Cue
from bdproxy.worlds.appworld.control_plane import AppWorldControlPlane
from bdproxy.worlds.appworld.world import AppWorldWorld
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.logs import EXPERIMENT

SEED = 100


@dataclass
class LaneLab:
    """``lane_url`` leads through the proxy to ``world``; ``direct_url`` to a world just like it."""

    world: AppWorldWorld
    direct: AppWorldWorld
    lane: Lane
    lane_url: str
    log: LogWriter
    recorder: Recorder
    fatal: list[BdproxyError]

    @property
    def direct_url(self) -> str:
        return self.direct.url

    @property
    def run(self) -> LiveRun:
        assert self.lane.run is not None
        return self.lane.run

    def body(self, key: bytes | None) -> bytes:
        """A body of the log."""
        assert key is not None
        with LogReader(self.log.path) as reader:
            return reader.body(key)

    def calls(self) -> list[CallRecord]:
        """The run's calls as they are on disk now."""
        with LogReader(self.log.path) as reader:
            return list(reader.calls(self.run.id))


@asynccontextmanager
async def lane_lab(
    worlds: AppWorldWorlds,
    task: Task,
    path: Path,
    *,
    management: Management = Management.MANAGED,
    max_calls: int | None = None,
    cues: Sequence[Cue] = (),
    overlaid: bool = True,
) -> AsyncIterator[LaneLab]:
    """With ``cues``, the overlay shows them in the lane; the direct world has them baked in.

    If not ``overlaid``, the world behind the lane has them baked in, too.
    """
    baked = [cue.model_dump(mode="json") for cue in cues]
    world, direct = await asyncio.gather(
        worlds.open(task, SEED, [] if overlaid else baked), worlds.open(task, SEED, baked)
    )
    log = LogWriter(path)
    experiment = log.experiment(replace(EXPERIMENT, management=management))
    log.task(experiment, TaskRow(task.id, task.scenario, task.instruction, "{}", task.datetime))
    run = log.begin_run(experiment, RunKey(task.id, Variant.TWIN, 1))
    lanes = Lanes()
    control_plane = AppWorldControlPlane()
    recorder = Recorder(log, ApiCatalogue(worlds.apis), control_plane)
    fatal: list[BdproxyError] = []
    chain = Chain(lanes, recorder, control_plane, fatal.append)
    lane = Lane(
        experiment,
        management,
        address_of(world),
        LiveRun(
            run,
            task.id,
            max_calls,
            overlay=overlay_for(packaged_catalogue(), cues if overlaid else (), task.datetime),
        ),
        upstream_headers=world.headers,
    )
    try:
        async with Proxy(chain, lanes) as proxy:
            mode, url = await proxy.open_lane(lane)
            yield LaneLab(world, direct, lane, url, log, recorder, fatal)
            await proxy.close_lane(mode)
    finally:
        log.close()
        await asyncio.gather(world.close(), direct.close())
