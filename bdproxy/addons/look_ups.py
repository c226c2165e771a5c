"""Asks the world, in the agent's name, for what the agent did not ask for."""

import json
import time
from typing import Any
from urllib.parse import parse_qsl, urlencode

import httpx
from mitmproxy.http import HTTPFlow

from bdproxy.addons.lane import Lane, LiveRun
from bdproxy.addons.recorder import Recorder
from bdproxy.overlay.exchange import Answer, LookUp
from bdproxy.recorder.rows import Call, Exchange

LOOK_UP_SECONDS = 60.0
_ATTEMPTS = 2
"""A connection that was kept can be closed by the world just when it is used again."""
_NOT_FOR_LOOK_UPS = frozenset(
    {
        "accept-encoding", "connection", "content-encoding", "content-length", "content-type",
        "expect", "host", "if-match", "if-modified-since", "if-none-match", "if-range",
        "if-unmodified-since", "keep-alive", "range", "te", "trailer", "transfer-encoding",
        "upgrade",
    }
)  # fmt: skip


class LookUpError(Exception):
    """The world did not answer a look-up."""


class LookUps:
    """Makes look-ups and records them; one HTTP client for each lane, until the lane closes."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._clients: dict[Lane, httpx.AsyncClient] = {}

    async def close(self, lane: Lane) -> None:
        """Close the lane's client, if it has one."""
        client = self._clients.pop(lane, None)
        if client is not None:
            await client.aclose()

    async def made(
        self, look_up: LookUp, flow: HTTPFlow, call: Call, lane: Lane, run: LiveRun
    ) -> Answer:
        """The world's answer to a look-up for the sake of the agent's call.

        Raises:
            LookUpError: there is none.
        """
        query = _query(look_up, call.query)
        own = {name.lower() for name in lane.upstream_headers}
        headers = [
            (name, value)
            for name, value in flow.request.headers.fields
            if name.decode("latin-1").lower() not in _NOT_FOR_LOOK_UPS | own
        ]
        secret = [(name.encode(), value.encode()) for name, value in lane.upstream_headers.items()]
        target = f"{look_up.path}?{query}" if query else look_up.path
        started_at = time.time()
        answer = await self._get(
            lane, target, [*headers, (b"accept-encoding", b"identity"), *secret]
        )
        block = b"".join(name + b": " + value + b"\r\n" for name, value in answer.headers.raw)
        self._recorder.looked_up(
            lane,
            run,
            call,
            look_up.path,
            query,
            b"".join(name + b": " + value + b"\r\n" for name, value in headers),
            started_at,
            Exchange(answer.status_code, block, answer.content),
        )
        return Answer(answer.status_code, json_of(answer.content))

    async def _get(
        self, lane: Lane, target: str, headers: list[tuple[bytes, bytes]]
    ) -> httpx.Response:
        host, port = lane.upstream
        client = self._clients.get(lane)
        if client is None:
            client = httpx.AsyncClient(trust_env=False, verify=False, timeout=LOOK_UP_SECONDS)
            self._clients[lane] = client
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                return await client.get(f"http://{host}:{port}{target}", headers=headers)
            except httpx.HTTPError as error:
                again = isinstance(error, httpx.RemoteProtocolError | httpx.ReadError)
                if not again or attempt == _ATTEMPTS:
                    raise LookUpError(
                        f"the world did not answer GET {target}: {error!r}"
                    ) from error
            finally:
                # Cookies of the world's are the agent's to send, or not.
                client.cookies.clear()
        raise AssertionError("unreachable")


def json_of(body: bytes) -> Any:
    """A body's JSON; None if it is none."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _query(look_up: LookUp, agents: str) -> str:
    """The look-up's query: the agent's with some parameters replaced, or only its own."""
    kept = [] if look_up.fresh else parse_qsl(agents, keep_blank_values=True)
    pairs = [(name, value) for name, value in kept if name not in look_up.query]
    pairs += [(name, str(value)) for name, value in look_up.query.items() if value is not None]
    return urlencode(pairs)
