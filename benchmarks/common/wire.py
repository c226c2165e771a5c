"""Raw HTTP/1.1 streams, cut into messages byte for byte."""

from collections.abc import Iterator
from pathlib import Path


def messages(stream: bytes) -> Iterator[bytes]:
    """The messages of one side of a connection, every byte in one of them.

    A message without a ``Content-Length`` has no body (a request) or lasts to the end of the
    stream (any other transfer); neither loses a byte of the comparison.
    """
    while stream:
        head_end = stream.find(b"\r\n\r\n")
        if head_end < 0:
            yield stream
            return
        end = head_end + 4
        head = stream[:head_end].lower()
        _, found, rest = head.partition(b"\r\ncontent-length:")
        if found:
            end += int(rest.partition(b"\r\n")[0])
        elif b"\r\ntransfer-encoding:" in head:
            end = len(stream)
        yield stream[:end]
        stream = stream[end:]


def all_messages(folder: Path, kind: str) -> list[bytes]:
    """The messages of all connections in a tap's folder; ``kind`` is its files' suffix."""
    files = sorted(folder.glob(f"*.{kind}"), key=lambda file: int(file.stem))
    return [message for file in files for message in messages(file.read_bytes())]
