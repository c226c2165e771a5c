"""When the world drops a connection after its answer, the agent's connection is dropped too.

AppWorld's server closes the connection after a genuine 500; mitmproxy would keep the agent's side
open, and the agent could tell that something stands in between.
"""

import asyncio

from mitmproxy.addons.proxyserver import Proxyserver
from mitmproxy.connection import Client
from mitmproxy.proxy.server_hooks import ServerConnectionHookData

from bdproxy.addons.lane import Lane, Lanes

DELIVERY_SECONDS = 0.002
"""How long an answer takes from the end of its last hook to the agent's socket, amply."""


class MirroredClose:
    """Closes a client's connection once its upstream is gone and its answer delivered."""

    def __init__(self, lanes: Lanes, proxyserver: Proxyserver) -> None:
        self._lanes = lanes
        self._proxyserver = proxyserver
        self._closings: set[asyncio.Task[None]] = set()

    async def server_disconnected(self, data: ServerConnectionHookData) -> None:
        """The upstream connection is closed, by the world or because the client left."""
        lane = self._lanes.of_mode(data.client.proxy_mode)
        if lane is None or data.server.address != lane.upstream:
            return
        # In a task of its own: mitmproxy cancels the one that this hook runs in.
        closing = asyncio.create_task(self._close_when_delivered(data.client, lane))
        self._closings.add(closing)
        closing.add_done_callback(self._closings.discard)

    async def _close_when_delivered(self, client: Client, lane: Lane) -> None:
        await lane.idle.wait()
        await asyncio.sleep(DELIVERY_SECONDS)
        handler = self._proxyserver.connections.get(client.id)
        transport = handler.transports.get(client) if handler is not None else None
        if transport is not None and transport.writer is not None:
            transport.writer.close()
