"""When the world drops a connection after its answer, the agent's connection is dropped too.

AppWorld's server closes the connection after a genuine 500; mitmproxy would keep the agent's side
open, and the agent could tell that something stands in between.
"""

import asyncio

from mitmproxy.addons.proxyserver import Proxyserver
from mitmproxy.proxy.server_hooks import ServerConnectionHookData

from bdproxy.addons.lane import Lanes

DELIVERY_SECONDS = 0.002
"""How long an answer takes from the end of its last hook to the agent's socket, amply."""


class MirroredClose:
    """Closes a client's connection once its upstream is gone and its answer delivered."""

    def __init__(self, lanes: Lanes, proxyserver: Proxyserver) -> None:
        self._lanes = lanes
        self._proxyserver = proxyserver

    async def server_disconnected(self, data: ServerConnectionHookData) -> None:
        """The upstream connection is closed, by the world or because the client left."""
        lane = self._lanes.of_mode(data.client.proxy_mode)
        handler = self._proxyserver.connections.get(data.client.id)
        if lane is None or handler is None or data.server.address != lane.upstream:
            return
        await lane.idle.wait()
        await asyncio.sleep(DELIVERY_SECONDS)
        transport = handler.transports.get(data.client)
        if transport is not None and transport.writer is not None:
            transport.writer.close()
