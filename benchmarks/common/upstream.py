"""A fast and steady upstream in a process of its own: ``python -m benchmarks.common.upstream``.

It answers at once, out of memory, with JSON bodies like AppWorld's. The path says how long the
answer is: ``/venmo/transactions/0`` has ``SIZES[0]`` bytes. No two answers are equal, so that a
log can't keep one body for all of them. Prints ``{"port": N}`` when it listens. Standard library
only, since the time to import is time before the first measurement.
"""

import asyncio
import itertools
import json

SIZES = (500, 5000)
"""Bytes of an answer's body, by the last digit of the path."""
PLACE = b"000000000000"
"""Where the running number stands in a body."""

_WORDS = (
    "Thanks for dinner last night! Here is my share of the bill, tell me if it is not right.",
    "Concert tickets, as agreed on Sunday",
    "Groceries and the new kettle for the kitchen",
    "Could you check whether the plumber has sent the invoice to you or to me?",
)


def body_of(size: int) -> bytes:
    """A JSON list of transactions, exactly ``size`` bytes long, the running number in the first."""
    items: list[dict[str, object]] = []
    while True:
        number = len(items)
        items.append(
            {
                "transaction_id": number or PLACE.decode(),
                "amount": 12.5 + number * 7 % 90,
                "description": _WORDS[number % len(_WORDS)],
                "created_at": f"2023-05-{1 + number % 28:02d}T1{number % 10}:24:00",
                "sender": {"name": "Ada Park", "email": f"ada{number * 37 % 101}@mail.com"},
                "private": number % 3 == 0,
            }
        )
        body = json.dumps(items, separators=(",", ":")).encode()
        if len(body) > size:
            del items[-1]
            body = json.dumps(items, separators=(",", ":")).encode()
            # JSON allows white space at its end.
            return body + b" " * (size - len(body))


class Answering(asyncio.Protocol):
    """One connection: requests in, prepared answers out, in order."""

    numbers = itertools.count(1)
    answers = tuple(
        b"HTTP/1.1 200 OK\r\ndate: Thu, 18 May 2023 12:00:00 GMT\r\nserver: uvicorn\r\n"
        b"content-length: %d\r\ncontent-type: application/json\r\n\r\n%b" % (size, body_of(size))
        for size in SIZES
    )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._unread = b""

    def data_received(self, data: bytes) -> None:
        self._unread += data
        while (end := self._unread.find(b"\r\n\r\n")) >= 0:
            head = self._unread[:end]
            end += 4 + _content_length(head)
            if len(self._unread) < end:
                return
            self._unread = self._unread[end:]
            target = head.split(b" ", 2)[1].partition(b"?")[0]
            answer = self.answers[target[-1:] == b"1"]
            self._transport.write(answer.replace(PLACE, b"%012d" % next(self.numbers), 1))


def _content_length(head: bytes) -> int:
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return 0


async def main() -> None:
    """Serve until killed."""
    server = await asyncio.get_running_loop().create_server(Answering, "127.0.0.1", 0)
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
