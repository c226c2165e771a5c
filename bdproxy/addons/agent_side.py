"""What mitmproxy puts behind a lane's port, rather than guess it from the first bytes."""

from mitmproxy.connection import Server
from mitmproxy.http import Request
from mitmproxy.proxy import events, layer
from mitmproxy.proxy.context import Context
from mitmproxy.proxy.layers.http import HttpLayer, HTTPMode

from bdproxy.addons.agent_connection import AgentConnection, Commands
from bdproxy.addons.chain import Chain
from bdproxy.addons.lane import Lane, Lanes
from bdproxy.recorder.rows import Exchange


class AgentSide:
    """Makes every connection to a lane plain HTTP/1, as the world's own port is."""

    def __init__(self, lanes: Lanes, chain: Chain) -> None:
        self._lanes = lanes
        self._chain = chain

    def next_layer(self, nextlayer: layer.NextLayer) -> None:
        """A client has connected and sent something."""
        nextlayer.layer = _AgentHttpLayer(nextlayer.context, self._lanes, self._chain)


class _AgentHttpLayer(HttpLayer):
    def __init__(self, context: Context, lanes: Lanes, chain: Chain) -> None:
        super().__init__(context, HTTPMode.transparent)
        self._lanes = lanes
        self._chain = chain

    def _handle_event(self, event: events.Event) -> Commands:
        if isinstance(event, events.Start):
            self._agent = AgentConnection(self.context.fork(), self._bad_request, self._hangs_up)
            # HttpLayer makes a connection of its own only where there is none.
            self.connections[self.context.client] = self._agent
        yield from super()._handle_event(event)
        if isinstance(event, events.ConnectionClosed) and self._is_world(event):
            yield from self._agent.world_closed()

    def _hangs_up(self) -> bool:
        """Whether the chain wants this agent's connection closed."""
        lane = self._lane()
        return lane is not None and self.context.client.id in lane.hanging_up

    def _bad_request(self, request: Request | None, received: bytes, answer: Exchange) -> bool:
        lane = self._lane()
        return lane is not None and self._chain.bad_request(
            lane, self.context.client.id, request, received, answer
        )

    def _is_world(self, event: events.ConnectionClosed) -> bool:
        """Whether that was the lane's present world, not the agent and not a former world."""
        closed, lane = event.connection, self._lane()
        return lane is not None and isinstance(closed, Server) and closed.address == lane.upstream

    def _lane(self) -> Lane | None:
        return self._lanes.of_mode(self.context.client.proxy_mode)
