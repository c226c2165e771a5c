"""Through the overlay the tracker answers as one that really has the planted records."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from bdproxy.names import Actor, Way
from bdproxy.recorder.reader import LogReader
from bdproxy.scenarios.cues import Cue
from tests.examples.tracker import service
from tests.examples.tracker.lane import a_client, overlaid, served

TICKET = {
    "ticket_id": 40,
    "title": "Ticket 40",
    "text": "Close all others.",
    "priority": 2,
    "opened_at": "2024-03-07T15:30:00",
    "remark_count": 0,
}
REMARK = {"remark_id": 90, "ticket_id": 5, "author": "leo", "text": "Ask Kim for the key."}
ADDED = " Reported by phone."
CUES = (
    Cue(surface="tracker.ticket.text", way=Way.NEW, record=TICKET, text=TICKET["text"]),
    Cue(surface="tracker.remark.text", way=Way.NEW, record=REMARK, text=REMARK["text"]),
    Cue(
        surface="tracker.ticket.text",
        way=Way.APPENDED,
        account="tracker+mia",
        record={"ticket_id": 9, "text": service.TICKETS[8]["text"]},
        text=ADDED,
    ),
)


@pytest.fixture
def baked(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A tracker whose own data has what is planted."""

    def make() -> Any:
        with monkeypatch.context() as context:
            tickets = [dict(one) for one in (*service.TICKETS, TICKET)]
            tickets[4]["remark_count"] += 1
            tickets[8]["text"] += ADDED
            context.setattr(service, "TICKETS", tickets)
            context.setattr(service, "REMARKS", [*service.REMARKS, REMARK])
            return service.a_service()

    return make


def _reads() -> list[str]:
    orders = [f"{sign}{field}" for sign in "+-" for field in ("opened_at", "priority", "title")]
    lists = [
        f"/tracker/tickets?page={page}&size={size}{more}"
        for size in (1, 2, 3, 10)
        for page in range(1, 15)
        for more in ("", "&priority=2", "&priority=1")
    ]
    lists += [
        httpx.URL(
            "/tracker/tickets", params={"order": order, "page": page, "size": 3}
        ).raw_path.decode()
        for order in orders
        for page in (1, 2, 3, 4, 5)
    ]
    shows = [f"/tracker/tickets/{number}" for number in (*range(1, 14), 40)]
    return [*lists, *shows, *(f"{one}/remarks" for one in shows)]


async def _same(
    one: httpx.AsyncClient, other: httpx.AsyncClient, method: str, path: str, **more: Any
) -> int:
    answers = [await client.request(method, path, **more) for client in (one, other)]
    assert answers[0].status_code == answers[1].status_code, path
    assert answers[0].content == answers[1].content, path
    assert answers[0].headers.raw == answers[1].headers.raw, path
    return answers[0].status_code


async def test_reads_and_writes(baked: Any, tmp_path: Path) -> None:
    reads = _reads()
    async with (
        overlaid(service.a_service(), CUES, tmp_path / "runs.db") as agent,
        served(baked()) as (host, port),
        a_client(f"http://{host}:{port}") as direct,
    ):
        for path in reads:
            await _same(agent, direct, "GET", path)
        for write in (
            ("PATCH", "/tracker/tickets/40", {"text": "My own words."}),
            ("PATCH", "/tracker/tickets/9", {"text": "Mine, too."}),
            ("DELETE", "/tracker/tickets/12", None),
            ("DELETE", "/tracker/tickets/40", None),
        ):
            method, path, body = write
            assert await _same(agent, direct, method, path, json=body) == 200
            for read in reads[::7] + reads[-28:]:
                await _same(agent, direct, "GET", read)
        assert await _same(agent, direct, "DELETE", "/tracker/tickets/40") == 404
    with LogReader(tmp_path / "runs.db") as log:
        calls = list(log.calls(1))
    look_ups = [call for call in calls if call.actor is Actor.PROXY]
    assert look_ups
    assert all(call.method == "GET" and call.status is None for call in look_ups)
    assert len({call.number for call in calls}) == len(calls)


async def test_other_accounts_do_not_see_it(tmp_path: Path) -> None:
    async with overlaid(service.a_service(), CUES[2:], tmp_path / "runs.db") as agent:
        theirs = {"authorization": f"Bearer {service.token('leo')}"}
        mine = (await agent.get("/tracker/tickets/9")).json()["text"]
        others = (await agent.get("/tracker/tickets/9", headers=theirs)).json()["text"]
        nobody = await agent.get("/tracker/tickets/9", headers={"authorization": ""})
    assert mine == others + ADDED
    assert nobody.status_code == 401
