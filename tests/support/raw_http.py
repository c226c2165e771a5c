"""HTTP as bytes on a socket, for what no client library would send."""

import asyncio
import socket
import struct
from dataclasses import dataclass
from urllib.parse import urlsplit

SILENCE_SECONDS = 0.4
"""A connection that has said nothing for this long has said everything."""
ANSWER_SECONDS = 20.0


@dataclass(frozen=True)
class RawAnswer:
    """All bytes that came back, and whether the other side then closed the connection."""

    data: bytes
    closed: bool


async def exchange(
    url: str, *pieces: bytes, silence: float = SILENCE_SECONDS, half_close: bool = False
) -> RawAnswer:
    """Send the pieces one after another on one new connection and collect what comes back."""
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    received = bytearray()
    try:
        for number, piece in enumerate(pieces):
            if number:
                await asyncio.sleep(0.1)
            writer.write(piece)
            await writer.drain()
        if half_close:
            writer.write_eof()
        wait = ANSWER_SECONDS
        while True:
            try:
                data = await asyncio.wait_for(reader.read(1 << 20), wait)
            except TimeoutError:
                return RawAnswer(bytes(received), closed=False)
            except ConnectionResetError:
                return RawAnswer(bytes(received), closed=True)
            if not data:
                return RawAnswer(bytes(received), closed=True)
            received += data
            wait = silence
    finally:
        writer.close()


def leave_early(url: str, request: bytes, *, reset: bool) -> None:
    """Send a request and be gone before its answer comes, politely or with a reset."""
    parts = urlsplit(url)
    assert parts.hostname is not None and parts.port is not None
    with socket.create_connection((parts.hostname, parts.port)) as connection:
        connection.sendall(request)
        if reset:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
