"""HTTP as bytes on a socket, for what no client library would send."""

import asyncio
import socket
import struct
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

ANSWER_SECONDS = 20.0
SILENCE_SECONDS = 0.15
"""A connection that has said nothing for this long after something has said everything."""


@dataclass(frozen=True)
class RawAnswer:
    """All bytes that came back, and whether the other side then closed the connection."""

    data: bytes
    closed: bool


async def exchange(
    url: str, *pieces: bytes, half_close: bool = False, expected: RawAnswer | None = None
) -> RawAnswer:
    """Send the pieces one after another on a new connection and collect what comes back.

    What is ``expected`` is waited for, so that a slow machine makes no difference.
    """
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    received = bytearray()
    deadline = time.monotonic() + ANSWER_SECONDS
    try:
        for number, piece in enumerate(pieces):
            if number:
                await asyncio.sleep(0.05)
            writer.write(piece)
        if half_close:
            writer.write_eof()
        while True:
            wait = deadline - time.monotonic()
            if _all_there(received, expected):
                wait = SILENCE_SECONDS
            try:
                data = await asyncio.wait_for(reader.read(1 << 20), wait)
            except TimeoutError:
                return RawAnswer(bytes(received), closed=False)
            except ConnectionResetError:
                data = b""
            if not data:
                return RawAnswer(bytes(received), closed=True)
            received += data
    finally:
        writer.close()


def _all_there(received: bytearray, expected: RawAnswer | None) -> bool:
    if expected is None:
        return len(received) > 0
    return len(received) >= len(expected.data) and not expected.closed


def leave_early(url: str, request: bytes, *, reset: bool) -> None:
    """Send a request and be gone before its answer comes, politely or with a reset."""
    parts = urlsplit(url)
    assert parts.hostname is not None and parts.port is not None
    with socket.create_connection((parts.hostname, parts.port)) as connection:
        connection.sendall(request)
        if reset:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def request(
    start: str,
    *headers: str,
    body: bytes = b"",
    host: str | None = "127.0.0.1",
) -> bytes:
    """A request's bytes: ``start`` is its method and target; HTTP/1.1 unless it says otherwise."""
    line = start if "HTTP/" in start else f"{start} HTTP/1.1"
    lines = [line, *([f"Host: {host}"] if host is not None else []), *headers]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def post(target: str, body: bytes, *headers: str) -> bytes:
    """A POST request's bytes, its body said to be JSON."""
    length = f"Content-Length: {len(body)}"
    return request(f"POST {target}", "Content-Type: application/json", length, *headers, body=body)
