"""One call after another where the overlay has a say, and the connection of its look-ups."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from mitmproxy.flow import Error
from mitmproxy.http import HTTPFlow

from bdproxy.overlay.catalogue_files import packaged_catalogue
from bdproxy.overlay.run import overlay_for
from tests.addons.test_cue_overlay import CUES, MESSAGE, NOW, a_call
from tests.support.flows import Bench, a_bench, answer

SOON = 0.05
"""Seconds in which a call that need not wait has long gone on."""


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = a_bench(tmp_path / "runs.db")
    made.run.overlay = overlay_for(packaged_catalogue(), CUES, NOW)
    yield made
    made.log.close()


async def _waits(bench: Bench, flow: HTTPFlow) -> asyncio.Task[None]:
    """The flow's request, which must be waiting for its turn."""
    waiting = asyncio.create_task(bench.chain.request(flow))
    await asyncio.sleep(SOON)
    assert not waiting.done()
    return waiting


async def _goes_on(bench: Bench, flow: HTTPFlow) -> None:
    async with asyncio.timeout(5):
        await bench.chain.request(flow)


async def test_a_call_waits_until_the_one_before_it_is_decided(bench: Bench) -> None:
    first, second = (a_call("GET", f"/simple_note/notes/{number}") for number in (7, 8))
    await _goes_on(bench, first)
    waiting = await _waits(bench, second)
    answer(first, 200, b'{"note_id":7,"content":"milk"}')
    await bench.chain.response(first)
    await asyncio.wait_for(waiting, 5)
    answer(second, 200, b"{}")
    await bench.chain.response(second)
    assert bench.run.failure is None


async def test_a_call_that_breaks_lets_the_next_one_go_on(bench: Bench) -> None:
    first, second = (a_call("GET", "/simple_note/notes/7") for _ in range(2))
    await _goes_on(bench, first)
    waiting = await _waits(bench, second)
    first.error = Error("the world hung up")
    await bench.chain.error(first)
    await asyncio.wait_for(waiting, 5)


async def test_an_answer_that_the_chain_fails_on_lets_the_next_one_go_on(bench: Bench) -> None:
    first, second = (a_call("GET", "/simple_note/notes/7") for _ in range(2))
    await _goes_on(bench, first)
    waiting = await _waits(bench, second)
    # There is nothing for the recorder to take: the chain fails closed.
    await bench.chain.response(first)
    assert bench.run.failure is not None
    await asyncio.wait_for(waiting, 5)


async def test_apps_without_cues_wait_for_nobody(bench: Bench) -> None:
    await _goes_on(bench, a_call("GET", "/simple_note/notes/7"))
    await _goes_on(bench, a_call("GET", "/venmo/transactions/1", "venmo+ada@mail.com"))


@asynccontextmanager
async def _a_world(*, hangs_up: bool = False) -> AsyncIterator[tuple[tuple[str, int], list[int]]]:
    """A server whose text messages are none; how many calls each of its connections has had.

    One that ``hangs_up`` closes the connection after each answer without saying so.
    """
    connections: list[int] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        number = len(connections)
        connections.append(0)
        try:
            while await reader.readuntil(b"\r\n\r\n"):
                connections[number] += 1
                writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]")
                await writer.drain()
                if hangs_up:
                    return
        except asyncio.IncompleteReadError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname(), connections
    finally:
        server.close()


async def _second_page(bench: Bench) -> None:
    flow = a_call("GET", "/phone/messages/text?page_index=1&page_limit=1")
    await bench.chain.request(flow)
    answer(flow, 200, b"[]")
    await bench.chain.response(flow)
    assert flow.response is not None
    assert json.loads(flow.response.raw_content or b"") == []
    first = a_call("GET", "/phone/messages/text?page_index=0&page_limit=1")
    await bench.chain.request(first)
    answer(first, 200, b"[]")
    await bench.chain.response(first)
    assert first.response is not None
    assert json.loads(first.response.raw_content or b"") == [MESSAGE]


@pytest.mark.parametrize("hangs_up", [False, True])
async def test_a_lane_s_look_ups_share_a_connection_while_the_world_keeps_it(
    bench: Bench, hangs_up: bool
) -> None:
    async with _a_world(hangs_up=hangs_up) as (address, connections):
        bench.lane.upstream = address
        for _ in range(3):
            await _second_page(bench)
        assert connections == ([1, 1, 1] if hangs_up else [3])
        assert bench.run.failure is None
        await bench.chain.lane_closed(bench.lane)
        # A lane that is opened again begins anew.
        await _second_page(bench)
        assert len(connections) == (4 if hangs_up else 2)
        await bench.chain.lane_closed(bench.lane)
