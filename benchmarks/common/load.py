"""A load generator in a process of its own: ``python -m benchmarks.common.load SPECIFICATION``.

A closed loop: each connection sends its next request when it has read the last answer whole. The
specification is the JSON of :class:`Load`; the result is the JSON of :class:`Measured`. Standard
library only.
"""

import asyncio
import itertools
import json
import sys
import time
from dataclasses import asdict, dataclass

READ, WRITE = "read", "write"

_BODY = (
    '{"receiver_email":"ada@mail.com","amount":23.5,"description":"dinner, as agreed, number %012d"'
    ',"private":false}'
)
_TOKEN = (
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9."
    "eyJzdWIiOiJ2ZW5tbythZGFAbWFpbC5jb20iLCJleHAiOjE2ODQ0MTEyMDB9."
    "3nqO1mZk1Wm3o0hXk4WwzX5Z3C0f2kq2d8xB1c9J7aE"
)


@dataclass(frozen=True)
class Load:
    """What to send to ``127.0.0.1:port``, until ``seconds`` or ``requests`` are reached.

    ``kind`` is ``read`` (GET) or ``write`` (POST with a JSON body); large and small answers are
    asked for in turn.
    """

    port: int
    connections: int
    kind: str = READ
    seconds: float | None = None
    requests: int | None = None


@dataclass(frozen=True)
class Measured:
    """What came back: ``answers`` in ``seconds``, and every latency in seconds, sorted."""

    answers: int
    failures: int
    seconds: float
    latencies: list[float]


class Client(asyncio.Protocol):
    """One connection; ``done`` is set when it has nothing more to send or was closed."""

    def __init__(self, load: "Generator") -> None:
        self._load = load
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._send()

    def _send(self) -> None:
        request = self._load.next_request()
        self._unread, self._missing = b"", -1
        if request is None:
            self._transport.close()
            return
        self._sent_at = time.perf_counter()
        self._transport.write(request)

    def data_received(self, data: bytes) -> None:
        if self._missing < 0:
            self._unread += data
            end = self._unread.find(b"\r\n\r\n")
            if end < 0:
                return
            head = self._unread[:end].lower()
            if not head.startswith(b"http/1.1 200 "):
                self._load.failures += 1
            length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
            self._missing = length - (len(self._unread) - end - 4)
        else:
            self._missing -= len(data)
        if self._missing == 0:
            self._load.latencies.append(time.perf_counter() - self._sent_at)
            self._send()

    def connection_lost(self, error: Exception | None) -> None:
        if error is not None:
            self._load.failures += 1
        if not self.done.done():
            self.done.set_result(None)


class Generator:
    """What all connections share: the requests left to send and the latencies so far."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._numbers = itertools.count()
        self.latencies: list[float] = []
        self.failures = 0
        self._end = float("inf")

    def next_request(self) -> bytes | None:
        """The next request's bytes, or None when it is time to stop."""
        number = next(self._numbers)
        enough = self._load.requests is not None and number >= self._load.requests
        if enough or time.perf_counter() >= self._end:
            return None
        path = f"/venmo/transactions/{number}{number % 2}"
        if self._load.kind == READ:
            return _request("GET", f"{path}?page_index={number % 7}", "")
        return _request("POST", path, _BODY % number)

    async def run(self) -> Measured:
        """Send everything; the result."""
        loop = asyncio.get_running_loop()
        begun = time.perf_counter()
        if self._load.seconds is not None:
            self._end = begun + self._load.seconds
        clients = []
        for _ in range(self._load.connections):
            _, client = await loop.create_connection(
                lambda: Client(self), "127.0.0.1", self._load.port
            )
            clients.append(client.done)
        await asyncio.gather(*clients)
        seconds = time.perf_counter() - begun
        self.latencies.sort()
        return Measured(len(self.latencies), self.failures, seconds, self.latencies)


def _request(method: str, target: str, body: str) -> bytes:
    content = f"Content-Length: {len(body)}\r\nContent-Type: application/json\r\n" if body else ""
    return (
        f"{method} {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n"
        "Accept-Encoding: gzip, deflate\r\nConnection: keep-alive\r\n"
        f"User-Agent: python-httpx/0.27.2\r\nAuthorization: Bearer {_TOKEN}\r\n{content}\r\n{body}"
    ).encode()


if __name__ == "__main__":
    result = asyncio.run(Generator(Load(**json.loads(sys.argv[1]))).run())
    print(json.dumps(asdict(result)))
