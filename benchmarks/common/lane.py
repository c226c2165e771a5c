"""bdproxy's whole hot path (proxy, chain, recorder, log) in front of any upstream.

``async with open_lane(...)`` within a process; ``python -m benchmarks.common.lane PORT LOG`` as a
process of its own, which prints ``{"port": N}`` and ends, its log closed, with its standard input.
"""

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from urllib.parse import urlsplit

from bdproxy import __version__
from bdproxy.addons.chain import Chain
from bdproxy.addons.lane import Address, Lane, Lanes, LiveRun
from bdproxy.addons.recorder import Recorder
from bdproxy.apis import Api, ApiCatalogue
from bdproxy.errors import BdproxyError
from bdproxy.names import Management, Variant
from bdproxy.proxy.master import Proxy
from bdproxy.recorder.rows import ExperimentRow, RunKey
from bdproxy.recorder.writer import LogWriter
from bdproxy.worlds.appworld.control_plane import AppWorldControlPlane

TASK = "load_1"
_APPS = ("amazon", "phone", "spotify", "venmo", "gmail", "splitwise", "simple_note", "todoist")
_RESOURCES = ("transactions", "comments", "messages", "contacts", "orders", "notes", "tasks")


def catalogue() -> tuple[Api, ...]:
    """As many documented APIs, of the same shape, as AppWorld has (about 460)."""
    apis: list[Api] = []
    for app in _APPS:
        for resource in _RESOURCES:
            one, many = f"/{app}/{resource}/{{{resource}_id}}", f"/{app}/{resource}"
            nested = f"{one}/comments/{{comment_id}}"
            for method, template in (
                ("GET", many),
                ("POST", many),
                ("GET", one),
                ("POST", one),
                ("PATCH", one),
                ("DELETE", one),
                ("GET", nested),
                ("DELETE", nested),
            ):
                name = f"{method.lower()}_{resource}_{template.count('{')}"
                apis.append(Api(app, name, method, template, writes=method != "GET"))
    return tuple(apis)


@contextlib.asynccontextmanager
async def open_lane(
    upstream: Address,
    log_path: Path,
    *,
    management: Management = Management.MANAGED,
    apis: Iterable[Api] | None = None,
) -> AsyncIterator[str]:
    """A lane with one run going on in front of ``upstream``; its base URL.

    Raises:
        BdproxyError: from the block's end, when the chain met an error that ends recordings.
    """
    fatal: list[BdproxyError] = []
    log = LogWriter(log_path)
    try:
        experiment = log.experiment(_experiment(management))
        run = log.begin_run(experiment, RunKey(TASK, Variant.TWIN, 1))
        lanes, control_plane = Lanes(), AppWorldControlPlane()
        recorder = Recorder(log, ApiCatalogue(catalogue() if apis is None else apis), control_plane)
        async with Proxy(Chain(lanes, recorder, control_plane, fatal.append), lanes) as proxy:
            lane = Lane(experiment, management, upstream, LiveRun(run, TASK))
            mode, url = await proxy.open_lane(lane)
            yield url
            await proxy.close_lane(mode)
    finally:
        log.close()
    if fatal:
        raise fatal[0]


def _experiment(management: Management) -> ExperimentRow:
    return ExperimentRow(
        config_hash="benchmark",
        agent="benchmark",
        command="null",
        management=management,
        dataset="benchmark",
        world_root="/",
        seed=100,
        max_calls=None,
        timeout=None,
        bdproxy_version=__version__,
        world_version="benchmark",
    )


async def _serve(upstream_port: int, log_path: Path) -> None:
    async with open_lane(("127.0.0.1", upstream_port), log_path) as url:
        print(json.dumps({"port": urlsplit(url).port}), flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1]), Path(sys.argv[2])))
