"""What an agent prints, bounded: its beginning and its end, and how much there was."""

from collections import deque

KEPT_BYTES = 128 * 1024
"""How much of each stream's beginning, and as much of its end, is kept."""


class BoundedOutput:
    """Takes any amount of output and keeps at most twice ``kept`` bytes of it."""

    def __init__(self, kept: int = KEPT_BYTES) -> None:
        self._kept = kept
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._tail_size = 0
        self.size = 0
        """Bytes written so far, kept or not."""

    def write(self, data: bytes) -> None:
        """Take the next piece."""
        self.size += len(data)
        missing = self._kept - len(self._head)
        if missing > 0:
            self._head += data[:missing]
            data = data[missing:]
        if not data:
            return
        self._tail.append(data)
        self._tail_size += len(data)
        while self._tail_size - len(self._tail[0]) >= self._kept:
            self._tail_size -= len(self._tail.popleft())

    def value(self) -> bytes:
        """What is kept, with a line in between that says how much is not."""
        tail = b"".join(self._tail)[-self._kept :]
        left_out = self.size - len(self._head) - len(tail)
        if left_out <= 0:
            return bytes(self._head) + tail
        return bytes(self._head) + f"\n[{left_out} bytes left out]\n".encode() + tail
