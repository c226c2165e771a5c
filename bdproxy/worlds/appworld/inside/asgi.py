"""ASGI as far as a world needs it: what its parts hand each other."""

import time
from collections.abc import Awaitable, Callable, MutableMapping
from email.utils import formatdate
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def server_headers() -> list[tuple[bytes, bytes]]:
    """What uvicorn itself would put before every answer's headers."""
    return [
        (b"date", formatdate(time.time(), usegmt=True).encode("ascii")),
        (b"server", b"uvicorn"),
    ]
