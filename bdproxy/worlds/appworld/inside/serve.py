"""A forked child that is one world: AppWorld's API server on a socket that already listens."""

import asyncio
import socket

import uvicorn

from .asgi import Application, Message, Receive, Scope, Send, server_headers
from .guard import Guard

KEEP_ALIVE_SECONDS = 24 * 3600
"""Longer than any run: the world must not close an idle connection under its client's next call."""


class OneAtATime:
    """Lets one request at a time into AppWorld, whose worlds are not safe for concurrent ones.

    The request is read whole before it takes its turn and the answer is sent after it, so a client
    that is slow, or that never finishes its request, holds up nobody else.

    ``date`` and ``server`` are set here, where uvicorn would put them, because uvicorn renews its
    ``date`` by a timer: this way it is the world's clock from the first answer on.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        self._turn = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; an exception of AppWorld's goes on to uvicorn."""
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        request = await _whole_request(receive)
        unread = iter(request)
        answer: list[Message] = []

        async def replay() -> Message:
            message = next(unread, None)
            return message if message is not None else await receive()

        async def collect(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*server_headers(), *message.get("headers", [])]
            answer.append(message)

        try:
            async with self._turn:
                await self._application(scope, replay, collect)
        finally:
            for message in answer:
                await send(message)


async def _whole_request(receive: Receive) -> list[Message]:
    messages: list[Message] = []
    while True:
        message = await receive()
        messages.append(message)
        if message["type"] != "http.request" or not message.get("more_body", False):
            return messages


def serve(listener: socket.socket, application: Application, key: str = "") -> None:
    """Serve ``application`` on ``listener`` until the process is killed.

    With a ``key``, only calls that carry it are served.
    """
    one_at_a_time = OneAtATime(application)
    config = uvicorn.Config(
        Guard(one_at_a_time, key) if key else one_at_a_time,
        loop="uvloop",
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        log_level="critical",
        date_header=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
    )
    uvicorn.Server(config).run(sockets=[listener])
