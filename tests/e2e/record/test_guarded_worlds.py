"""Nobody calls a recording's worlds but through their lanes, and nobody notices the key."""

import asyncio
import json
import sqlite3
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
import pytest_asyncio

from bdproxy.names import EndReason
from bdproxy.recorder.bodies import unpack
from bdproxy.worlds.appworld.environment import Environment
from bdproxy.worlds.appworld.inside import guard
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.appworld.zygote import KEY_HEADER
from bdproxy.worlds.protocol import Task
from tests.support.lane_lab import LaneLab, lane_lab
from tests.support.loops import SESSION_LOOP
from tests.support.processes import bdproxy
from tests.support.raw_http import exchange, request
from tests.support.recordings import agent_command, body_of, calls_of, runs_of

pytestmark = SESSION_LOOP


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc/net/tcp")
@pytest.mark.parametrize("options", [(), ("--client-managed",)])
async def test_an_agent_that_finds_its_world_s_port_can_not_use_it(
    builtin_tasks: tuple[Task, ...], tmp_path: Path, options: Sequence[str]
) -> None:
    log = tmp_path / "runs.db"
    command = agent_command(module="tests.support.scanning_agent")
    arguments = ("--db", log, "--task", builtin_tasks[0].id, *options, "--", *command)
    done = await asyncio.to_thread(bdproxy, "record", *arguments)
    assert done.returncode == 0, done.stderr
    (run,) = runs_of(log)
    assert (run.end_reason, run.exit_status) == (EndReason.COMPLETED, 0)
    assert json.loads(body_of(log, run.stdout_body)) == [[403, guard.REFUSAL.decode()]]
    # Through the lane it was served, and the log knows of no key.
    assert calls_of(log, run.id)[-1].status == 200
    assert KEY_HEADER.encode() not in b"".join(_bodies(log)).lower()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def lab(
    environment: Environment,
    builtin_root: Path,
    builtin_tasks: tuple[Task, ...],
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[LaneLab]:
    guarded = await AppWorldWorlds.start(environment, builtin_root, guarded=True)
    path = tmp_path_factory.mktemp("guarded") / "runs.db"
    async with lane_lab(guarded, builtin_tasks[0], path) as opened:
        yield opened
    await guarded.close()


@pytest.mark.parametrize("sent", ["", f"{KEY_HEADER}: mine\r\n"])
async def test_through_a_lane_a_guarded_world_answers_as_an_open_one(
    lab: LaneLab, worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], sent: str
) -> None:
    call = request("GET /supervisor/profile").replace(b"\r\n\r\n", f"\r\n{sent}\r\n".encode())
    world = await worlds.open(builtin_tasks[0], 100)
    direct = await exchange(world.url, call)
    await world.close()
    assert direct.data.startswith(b"HTTP/1.1 200 ")
    assert await exchange(lab.lane_url, call, expected=direct) == direct
    assert (await exchange(lab.direct_url, call)).data.startswith(b"HTTP/1.1 403 ")
    recorded = lab.body(lab.calls()[-1].request_headers)
    # The log has what the agent sent, its own header of that name included, and no more.
    assert (KEY_HEADER.encode() in recorded) == bool(sent)
    key = lab.world.headers[KEY_HEADER].encode()
    assert key not in b"".join(_bodies(lab.log.path))


def _bodies(log: Path) -> list[bytes]:
    connection = sqlite3.connect(log)
    try:
        return [unpack(*row) for row in connection.execute("SELECT encoding, data FROM bodies")]
    finally:
        connection.close()
