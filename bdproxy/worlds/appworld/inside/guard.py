"""Who may call a world: those who know its key."""

import hmac

from .asgi import Application, Receive, Scope, Send, server_headers

KEY_HEADER = b"bdproxy-world-key"
"""The header, in ASGI's lower case, in which a call to a guarded world carries its key."""
REFUSAL = b'{"message":"This world is reached through its lane only."}'


class Guard:
    """Lets only those calls in that carry the world's key in a header, and takes it off them.

    Whoever finds the port of a world, another run's or its own, can't call it past its lane then.
    """

    def __init__(self, application: Application, key: str) -> None:
        self._application = application
        self._key = key.encode("ascii")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve or refuse one request."""
        # An agent's own header of that name is the application's to see.
        kept = [(name, value) for name, value in scope["headers"] if not self._is_key(name, value)]
        if len(kept) == len(scope["headers"]):
            await _refuse(send)
            return
        await self._application({**scope, "headers": kept}, receive, send)

    def _is_key(self, name: bytes, value: bytes) -> bool:
        return name == KEY_HEADER and hmac.compare_digest(value, self._key)


async def _refuse(send: Send) -> None:
    length = str(len(REFUSAL)).encode("ascii")
    headers = [
        *server_headers(),
        (b"content-type", b"application/json"),
        (b"content-length", length),
    ]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": REFUSAL})
