"""mitmproxy, embedded: one bare master whose lanes come and go while it runs.

A bare master with the few addons that a reverse proxy needs has 1.7 times the throughput of
mitmproxy's own command line, since every hook walks every addon.
"""

import asyncio
import errno
import itertools
import logging

from mitmproxy.addons.core import Core
from mitmproxy.addons.proxyserver import Proxyserver
from mitmproxy.master import Master
from mitmproxy.options import Options
from mitmproxy.proxy.mode_specs import ProxyMode

from bdproxy.addons.agent_side import AgentSide
from bdproxy.addons.chain import Chain
from bdproxy.addons.lane import Lane, Lanes
from bdproxy.errors import PortError
from bdproxy.proxy.quick_addons import QuickAddons

LOOPBACK = "127.0.0.1"
ARRIVAL_SECONDS = 0.01
"""How long what an agent had sent when it ended may take through the socket, amply."""
DRAIN_SECONDS = 5.0
"""How long a closing lane waits for calls under way; a world that hangs must not hang the proxy."""


class Proxy:
    """The running proxy. There can be one in a process: mitmproxy keeps its context in a global.

    Use as an asynchronous context manager.
    """

    def __init__(self, chain: Chain, lanes: Lanes, listen_host: str = LOOPBACK) -> None:
        self._chain = chain
        self._lanes = lanes
        self._host = listen_host
        self._modes: list[ProxyMode] = []
        self._changing = asyncio.Lock()
        self._numbers = itertools.count(1)

    async def __aenter__(self) -> "Proxy":
        _keep_quiet()
        options = Options(mode=[], listen_host=self._host)
        self._master = Master(options)
        self._master.addons = QuickAddons(self._master)
        self._proxyserver = Proxyserver()
        ready = _Ready()
        self._master.addons.add(
            Core(),
            self._proxyserver,
            AgentSide(self._lanes, self._chain),
            self._chain,
            ready,
        )
        options.update(
            # The agent's own Host header goes through: redirects of the world then lead back here.
            keep_host_header=True,
            # An unreachable world must give the chain its request and error hooks.
            connection_strategy="lazy",
            # An upgraded connection would leave the chain; the world answers upgrades itself.
            websocket=False,
            # The world has neither; answering for them would show a proxy.
            http2=False,
            http3=False,
        )
        self._running = asyncio.create_task(self._master.run(), name="mitmproxy")
        await ready.event.wait()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._modes.clear()
        await self._proxyserver.servers.update([])
        self._master.shutdown()
        await self._running

    async def open_lane(self, lane: Lane, port: int = 0) -> tuple[ProxyMode, str]:
        """Start listening; ``(mode, base URL)``. Port 0 takes a free one.

        Raises:
            PortError: the port is taken or forbidden.
        """
        # The address in the mode only names the lane: the chain sends each call to where the lane's
        # world now is. It must differ between lanes, or they would be one to mitmproxy.
        mode = ProxyMode.parse(
            f"reverse:http://lane-{next(self._numbers)}.invalid:80@{self._host}:{port}"
        )
        self._lanes.add(mode, lane)
        async with self._changing:
            self._modes.append(mode)
            await self._proxyserver.servers.update(self._modes)
        server = self._proxyserver.servers[mode]
        if not server.is_running:
            error = server.last_exception
            await self._forget(mode)
            reason = (
                "is taken"
                if isinstance(error, OSError) and error.errno == errno.EADDRINUSE
                else f"can't be opened ({error})"
            )
            raise PortError(
                f"--port {port}: {self._host}:{port} {reason}; choose another, or 0 for a free one"
            )
        host, actual_port, *_ = server.listen_addrs[0]
        return mode, f"http://{host}:{actual_port}"

    async def close_lane(self, mode: ProxyMode) -> None:
        """Let calls under way finish, then stop listening and drop the lane's connections."""
        lane = self._lanes.of_mode(mode)
        assert lane is not None
        await drain(lane)
        lane.closed = True
        await self._forget(mode)
        await self._chain.lane_closed(lane)

    async def _forget(self, mode: ProxyMode) -> None:
        async with self._changing:
            self._modes.remove(mode)
            await self._proxyserver.servers.update(self._modes)
        self._lanes.remove(mode)
        for handler in list(self._proxyserver.connections.values()):
            if handler.client.proxy_mode == mode:
                transport = handler.transports.get(handler.client)
                if transport is not None and transport.writer is not None:
                    transport.writer.close()


async def drain(lane: Lane) -> None:
    """Let the calls finish that an agent had sent before it ended; a run whose calls do not fails.

    An agent that sends its last call and is gone has made that call all the same.
    """
    await asyncio.sleep(ARRIVAL_SECONDS)
    try:
        await asyncio.wait_for(lane.idle.wait(), DRAIN_SECONDS)
    except TimeoutError:
        if lane.run is not None:
            lane.run.fail(f"a call was still under way {DRAIN_SECONDS:g} seconds after the end")


class _Ready:
    """Tells when the master's own ``running`` hook has gone through its addons."""

    def __init__(self) -> None:
        self.event = asyncio.Event()

    def running(self) -> None:
        self.event.set()


def _keep_quiet() -> None:
    """Keep mitmproxy's log lines off the terminal; with a handler installed they go there."""
    root = logging.getLogger()
    if not root.handlers:
        root.addHandler(logging.NullHandler())
