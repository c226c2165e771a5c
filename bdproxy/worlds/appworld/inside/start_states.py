"""Gives a world's client another start state than the one of the data set that it asks for."""

import json
from collections.abc import Mapping
from pathlib import PurePath

from .asgi import Application, Message, Receive, Scope, Send

LOADING = ("POST", "/dbs")
"""The call of AppWorld's control plane that loads databases."""
FROM = "from_db_home_path"


class StartStates:
    """Loads a task's baked databases in place of ``.../tasks/<task>/dbs``.

    ``baked`` has the folders of baked databases by task.
    """

    def __init__(self, application: Application, baked: Mapping[str, str]) -> None:
        self._application = application
        self._baked = baked

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or (scope["method"], scope["path"]) != LOADING:
            await self._application(scope, receive, send)
            return
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if message["type"] != "http.request" or not message.get("more_body", False):
                break
        if message["type"] == "http.request":
            body = self._redirected(body)
        length = (b"content-length", str(len(body)).encode("ascii"))
        headers = [pair for pair in scope["headers"] if pair[0] != length[0]]
        waiting: list[Message] = [{**message, "body": body}]

        async def replay() -> Message:
            return waiting.pop() if waiting else await receive()

        await self._application({**scope, "headers": [*headers, length]}, replay, send)

    def _redirected(self, body: bytes) -> bytes:
        try:
            asked = json.loads(body)
            parts = PurePath(asked[FROM]).parts
        except (ValueError, KeyError, TypeError):
            return body
        if len(parts) < 3 or parts[-3] != "tasks" or parts[-1] != "dbs":
            return body
        folder = self._baked.get(parts[-2])
        return body if folder is None else json.dumps(asked | {FROM: folder}).encode()
