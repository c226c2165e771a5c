"""The tracker on a real socket, and a lane of the real proxy in front of it."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import httpx
import uvicorn
from fastapi import FastAPI

from bdproxy.addons.chain import Chain
from bdproxy.addons.lane import Lane, Lanes, LiveRun
from bdproxy.addons.recorder import Recorder
from bdproxy.apis import ApiCatalogue
from bdproxy.names import Management, Variant
from bdproxy.overlay.catalogue_files import read_catalogue
from bdproxy.overlay.run import overlay_for
from bdproxy.proxy.master import Proxy
from bdproxy.recorder.rows import RunKey, TaskRow
from bdproxy.recorder.writer import LogWriter
from bdproxy.scenarios.cues import Cue
from bdproxy.worlds.appworld.control_plane import AppWorldControlPlane
from tests.examples.tracker.service import token
from tests.support.logs import EXPERIMENT

CATALOGUE = Path(__file__).parent / "tracker.yaml"
NOW = "2024-03-20T12:00:00"


@contextlib.asynccontextmanager
async def served(service: FastAPI) -> AsyncIterator[tuple[str, int]]:
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(service, log_config=None, date_header=False, lifespan="off")
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    # uvicorn has no event for it.
    while not server.started:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    try:
        yield listener.getsockname()
    finally:
        server.should_exit = True
        await serving


@contextlib.asynccontextmanager
async def overlaid(
    service: FastAPI, cues: Sequence[Cue], log_path: Path
) -> AsyncIterator[httpx.AsyncClient]:
    """A client whose calls go through a lane that has the cues."""
    log = LogWriter(log_path)
    experiment = log.experiment(replace(EXPERIMENT, management=Management.MANAGED))
    log.task(experiment, TaskRow("t_1", "t", "Close it.", "{}", NOW))
    run = log.begin_run(experiment, RunKey("t_1", Variant.INJECTION, 1))
    overlay = overlay_for(read_catalogue([CATALOGUE]), cues, NOW)
    lanes, control_plane = Lanes(), AppWorldControlPlane()
    chain = Chain(lanes, Recorder(log, ApiCatalogue([]), control_plane), control_plane, _raise)
    try:
        async with served(service) as address, Proxy(chain, lanes) as proxy:
            live = LiveRun(run, "t_1", overlay=overlay)
            mode, url = await proxy.open_lane(Lane(experiment, Management.MANAGED, address, live))
            async with a_client(url) as client:
                yield client
            await proxy.close_lane(mode)
    finally:
        log.close()


def a_client(url: str, user: str = "mia") -> httpx.AsyncClient:
    headers = {"authorization": f"Bearer {token(user)}"}
    return httpx.AsyncClient(base_url=url, headers=headers, trust_env=False, timeout=30)


def _raise(error: Exception) -> None:
    raise error
