"""An agent can't reach world control through its lane, however it disguises the path."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bdproxy.names import Actor, RefusedBy
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.lane_lab import LaneLab, lane_lab
from tests.support.loops import SESSION_LOOP
from tests.support.raw_http import exchange, post, request

pytestmark = SESSION_LOOP

REFUSED = (
    "GET /dbs",
    "GET /dbs/",
    "GET //dbs",
    "GET /DBS",
    "GET /%64bs",
    "GET /dbs%2f",
    "GET /%2fdbs",
    "GET /%20dbs",
    "GET /dbs?a=b",
    "GET http://127.0.0.1/dbs",
    "GET http://example.com/dbs",
    "HEAD /dbs",
    "OPTIONS /dbs",
    "GET /date_time",
    "DELETE /date_time",
    "GET /show_api_response_schemas",
    "GET /admin",
    "GET /admin/",
    "GET //admin",
    "GET /ADMIN",
    "GET /%61dmin",
    "GET /admin/docs",
    "GET /admin%2Fdocs",
    "GET \\admin",
)
WITH_BODY = (
    "/dbs",
    "/dbs/",
    "/dbs/save",
    "/dbs/save/",
    "//dbs//save",
    "/%64bs/save",
    "/seed",
    "/date_time",
    "/admin/x",
)
NOT_CONTROL = (
    # The world itself knows none of these, whoever asks.
    "GET /./admin",
    "GET /venmo/../admin",
    "GET /venmo/..%2fadmin",
    "GET /%2561dmin",
    "GET /dbs%00",
    "GET /dbs;x",
    "GET /dbs#x",
)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def lab(
    worlds: AppWorldWorlds,
    builtin_tasks: tuple[Task, ...],
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[LaneLab]:
    path = tmp_path_factory.mktemp("gate") / "runs.db"
    async with lane_lab(worlds, builtin_tasks[0], path) as opened:
        yield opened


async def _refused(lab: LaneLab, sent: bytes) -> None:
    answer = await exchange(lab.lane_url, sent)
    assert answer.data.startswith(b"HTTP/1.1 403 Forbidden\r\ncontent-type: application/json\r\n")
    call = lab.calls()[-1]
    assert (call.status, call.refused_by, call.actor) == (403, RefusedBy.GATE, Actor.AGENT)
    assert (call.forwarded, call.upstream_status) == (False, None)
    assert call.refused_reason == "You are not allowed to use this API."


@pytest.mark.parametrize("start", REFUSED)
async def test_world_control_is_refused_and_recorded(lab: LaneLab, start: str) -> None:
    if "\\" in start:
        start = start.replace("\\", "/%5c")
    await _refused(lab, request(start))


@pytest.mark.parametrize("target", WITH_BODY)
async def test_a_write_to_world_control_never_reaches_the_world(lab: LaneLab, target: str) -> None:
    await _refused(lab, post(target, b"{}"))


@pytest.mark.parametrize("start", NOT_CONTROL)
async def test_what_only_looks_like_world_control_gets_the_world_s_own_404(
    lab: LaneLab, start: str
) -> None:
    direct = await exchange(lab.direct_url, request(start))
    assert direct.data.startswith(b"HTTP/1.1 404 ")
    through = await exchange(lab.lane_url, request(start), expected=direct)
    # A path may be refused that the world does not know, but not the other way round.
    assert through == direct or b" 403 " in through.data[:20]


async def test_a_refusal_keeps_the_connection(lab: LaneLab) -> None:
    answer = await exchange(lab.lane_url, request("GET /dbs") + request("GET /supervisor/profile"))
    assert answer.data.startswith(b"HTTP/1.1 403 ")
    assert b"HTTP/1.1 200 OK" in answer.data
    assert not answer.closed
