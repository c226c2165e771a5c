"""What the tests' agents are made of: the standard library only, so that they start at once."""

import http.client
import json
import os
import socket
from collections.abc import Mapping
from typing import Any

ADDRESS = os.environ.get("BDPROXY_BASE_URL", "").removeprefix("http://")


def call(
    method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
) -> tuple[int, bytes]:
    """One call on a connection of its own: ``(status, body)``. What is no bytes is sent as JSON."""
    connection = http.client.HTTPConnection(ADDRESS, timeout=60)
    try:
        sent = dict(headers or {})
        data = body if isinstance(body, bytes) else None
        if body is not None and data is None:
            data = json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        connection.request(method, path, data, sent)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def complete() -> None:
    """Say that the task is done."""
    status, body = call("POST", "/supervisor/message", {})
    assert status == 200, body


def connect() -> socket.socket:
    """A bare connection to the lane."""
    host, port = ADDRESS.split(":")
    return socket.create_connection((host, int(port)), timeout=60)
