"""An agent's connection: HTTP/1 with the manners of the world's own server.

mitmproxy's own layer would show itself: an HTML page of its own for what is no HTTP, a call given
up when its client leaves although the world would have served it, no answer at all to a request
with trailers. What is left: a repeated or zero-padded ``Content-Length``, one beside
``Transfer-Encoding``, and ``CONNECT`` get 400, where the world would take them.
"""

from collections.abc import Callable
from typing import Any, TypeAlias, cast

import h11
from h11._receivebuffer import ReceiveBuffer
from mitmproxy.connection import ConnectionState
from mitmproxy.http import Request
from mitmproxy.proxy import commands, events, layer
from mitmproxy.proxy.context import Context
from mitmproxy.proxy.layers.http._events import HttpEvent, ResponseHeaders, ResponseProtocolError
from mitmproxy.proxy.layers.http._http1 import Http1Server, TBodyReader

from bdproxy.recorder.rows import Exchange

Commands: TypeAlias = layer.CommandGenerator[None]

BadRequest: TypeAlias = Callable[[Request | None, bytes, Exchange], bool]
"""Told of what is no HTTP: the request as far as it was understood, else its bytes, and the answer;
whether that may be given."""

BODY = b"Invalid HTTP request received."
HEADERS = b"content-type: text/plain; charset=utf-8\r\nConnection: close\r\n"
"""What uvicorn answers to what is no HTTP, from a client of which it knows nothing yet."""
HEADERS_CHUNKED = (
    b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
    b"Transfer-Encoding: chunked\r\n"
)
"""The same, once the client is known to speak HTTP/1.1."""


class AgentConnection(Http1Server):
    """The server's side of one connection, between mitmproxy's events and commands.

    ``hangs_up`` is asked after each answer whether the connection is to close.
    """

    def __init__(
        self, context: Context, bad_request: BadRequest, hangs_up: Callable[[], bool]
    ) -> None:
        super().__init__(context)
        self._bad_request = bad_request
        self._hangs_up = hangs_up
        self._known = False
        """Whether an earlier request has shown that the client speaks HTTP/1.1."""
        self._last_call = False
        """Whether to close after the call that is going on."""

    def world_closed(self) -> Commands:
        """The world has closed its connection after an answer, so this one closes too.

        AppWorld's server does so after a genuine 500.
        """
        if self.state == self.read_headers:
            yield from self._hang_up()
        else:
            self._last_call = True

    def read_headers(self, event: events.ConnectionEvent) -> Commands:
        """Between calls, or in the middle of a request's head."""
        if (
            isinstance(event, events.DataReceived)
            and self.buf.is_next_line_obviously_invalid_request_line()
        ):
            # An empty line, or TLS: mitmproxy would wait for more.
            yield from self._answer_bad_request(bytes(self.buf))
            yield commands.CloseConnection(self.conn)
            self.state = self.done
            return
        received = bytes(self.buf)
        for command in super().read_headers(event):
            # All that this state sends by itself is the page about a request that makes no sense.
            if isinstance(command, commands.SendData) and self.state == self.read_headers:
                yield from self._answer_bad_request(received)
            else:
                yield command

    def read_body(self, event: events.Event) -> Commands:
        """In the middle of a request's body."""
        reader: Any = self.body_reader
        if not isinstance(reader, _WithoutTrailers):
            self.body_reader = cast(Any, reader := _WithoutTrailers(reader))
        for command in super().read_body(event):
            if isinstance(command, commands.CloseConnection) and reader.malformed:
                reader.malformed = False
                self._note_version()
                yield from self._answer_bad_request()
            yield command

    def wait(self, event: events.Event) -> Commands:
        """The request is complete, its answer is not."""
        if isinstance(event, events.ConnectionClosed):
            # The world would serve the request all the same, so the call goes on: whether a write
            # landed is then never a guess.
            self._last_call = True
        else:
            yield from super().wait(event)

    def send(self, event: HttpEvent) -> Commands:
        """Send a piece of an answer, or close because there is none."""
        if isinstance(event, ResponseProtocolError):
            if not self.conn.state & ConnectionState.CAN_WRITE:
                return
            # A world that is gone says nothing; it closes.
            if _status_of(event) == 400 and self.response is None:
                yield from self._answer_bad_request()
            yield commands.CloseConnection(self.conn)
            return
        if isinstance(event, ResponseHeaders):
            self._note_version()
        yield from super().send(event)

    def mark_done(self, *, request: bool = False, response: bool = False) -> Commands:
        """One half of the exchange is over, and perhaps the whole of it."""
        if response and (self._last_call or self._hangs_up()):
            yield from self._hang_up()
        else:
            yield from super().mark_done(request=request, response=response)

    def _hang_up(self) -> Commands:
        """Close so soon after the answer that no client sends another call in between."""
        # A half-close is done on the spot. The whole close takes turns of the event loop, in which
        # a client that keeps its connections could begin a call and lose it.
        yield commands.CloseTcpConnection(self.conn, half_close=True)
        yield commands.CloseConnection(self.conn)
        self.state = self.done

    def _note_version(self) -> None:
        self._known = self.request is not None and self.request.http_version == "HTTP/1.1"

    def _answer_bad_request(self, received: bytes = b"") -> Commands:
        headers = HEADERS_CHUNKED if self._known else HEADERS
        if self._bad_request(self.request, received, Exchange(400, headers, BODY)):
            body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY) if self._known else BODY
            head = b"HTTP/1.1 400 Bad Request\r\n" + headers + b"\r\n"
            yield commands.SendData(self.conn, head + body)


def _status_of(event: ResponseProtocolError) -> int | None:
    code: Any = event.code
    # mitmproxy 12 has an enumeration instead of the status.
    status: int | None = code if isinstance(code, int) else code.http_status_code()
    return status


class _WithoutTrailers:
    """Reads a body as h11's readers do, but drops trailers, as the world does."""

    def __init__(self, reader: TBodyReader) -> None:
        self._reader = reader
        self.malformed = False

    def __call__(self, buffer: ReceiveBuffer) -> h11.Data | h11.EndOfMessage | None:
        try:
            event = self._reader(buffer)
        except h11.ProtocolError:
            self.malformed = True
            raise
        return h11.EndOfMessage() if isinstance(event, h11.EndOfMessage) else event

    def read_eof(self) -> h11.EndOfMessage:
        return self._reader.read_eof()
