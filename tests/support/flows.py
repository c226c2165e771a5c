"""Flows as mitmproxy makes them, and a lane and a log to let them run through."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mitmproxy.http import Headers, HTTPFlow
from mitmproxy.proxy.mode_specs import ProxyMode
from mitmproxy.test import tflow, tutils

from bdproxy.addons.chain import Chain
from bdproxy.addons.lane import Lane, Lanes, LiveRun
from bdproxy.addons.recorder import Recorder
from bdproxy.apis import Api, ApiCatalogue
from bdproxy.errors import BdproxyError
from bdproxy.names import Management, Variant
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import CallRecord
from bdproxy.recorder.rows import RunKey, TaskRow
from bdproxy.recorder.writer import LogWriter
from bdproxy.worlds.appworld.control_plane import AppWorldControlPlane
from tests.support.logs import EXPERIMENT

APIS = (
    Api("venmo", "show_transaction", "GET", "/venmo/transactions/{transaction_id}", False),
    Api("venmo", "create_transaction", "POST", "/venmo/transactions", True),
    Api("splitwise", "show_person_balance", "POST", "/splitwise/balance/person/", False),
    Api("venmo", "download_receipt", "GET", "/venmo/transactions/{transaction_id}/receipt", True),
    Api("supervisor", "complete_task", "POST", "/supervisor/message", True),
)
UPSTREAM = ("127.0.0.1", 4711)
MODE = ProxyMode.parse("reverse:http://lane-1.invalid:80@127.0.0.1:0")
TASK = "split-dinner_1"


@dataclass
class Bench:
    """A chain with one lane, its run open in a log."""

    log: LogWriter
    lane: Lane
    lanes: Lanes
    chain: Chain
    recorder: Recorder
    fatal: list[BdproxyError]

    @property
    def run(self) -> LiveRun:
        assert self.lane.run is not None
        return self.lane.run

    def calls(self) -> list[CallRecord]:
        with LogReader(self.log.path) as reader:
            return list(reader.calls(self.run.id))

    def body(self, key: bytes | None) -> bytes:
        assert key is not None
        with LogReader(self.log.path) as reader:
            return reader.body(key)


def a_bench(
    path: Path,
    *,
    management: Management = Management.MANAGED,
    max_calls: int | None = None,
) -> Bench:
    log = LogWriter(path)
    experiment = log.experiment(replace(EXPERIMENT, management=management))
    log.task(experiment, TaskRow(TASK, "split-dinner", "Split it.", "{}", "2023-05-18T12:00:00"))
    run = log.begin_run(experiment, RunKey(TASK, Variant.TWIN, 1))
    lane = Lane(experiment, management, UPSTREAM, LiveRun(run, TASK, max_calls))
    lanes = Lanes()
    lanes.add(MODE, lane)
    control_plane = AppWorldControlPlane()
    recorder = Recorder(log, ApiCatalogue(APIS), control_plane)
    fatal: list[BdproxyError] = []
    chain = Chain(lanes, recorder, control_plane, fatal.append)
    return Bench(log, lane, lanes, chain, recorder, fatal)


def a_flow(
    method: str = "GET",
    path: str = "/venmo/transactions/1",
    body: bytes = b"",
    headers: tuple[tuple[bytes, bytes], ...] = ((b"Host", b"127.0.0.1:8000"),),
    **changes: Any,
) -> HTTPFlow:
    """A request that came in through the lane's port."""
    request = tutils.treq(
        method=method.encode("utf-8", "surrogateescape"),
        path=path.encode("utf-8", "surrogateescape"),
        content=body,
        headers=Headers(headers),
        host="",
        port=0,
        **changes,
    )
    flow = tflow.tflow(req=request)
    flow.client_conn.proxy_mode = MODE
    flow.live = True
    return flow


def answer(flow: HTTPFlow, status: int = 200, body: bytes = b'{"id": 1}') -> None:
    """The world's answer arrives."""
    flow.response = tutils.tresp(
        status_code=status,
        content=body,
        headers=Headers(((b"Content-Type", b"application/json"), (b"X-oDd", b"1"))),
    )
