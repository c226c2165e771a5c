"""Runs whose worlds their client sets up and ends, as AppWorld's own client does."""

import asyncio
import os
from pathlib import Path

import pytest

from bdproxy.names import Actor, EndReason, Management, RunStatus
from bdproxy.proxy.client_root import client_root
from bdproxy.worlds.appworld.environment import Environment
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.loops import SESSION_LOOP
from tests.support.recordings import (
    Heard,
    agent_command,
    calls_of,
    planned,
    record,
    runs_of,
    settings_for,
)

pytestmark = SESSION_LOOP

CLIENT = "tests.support.client_agent"
APPWORLDS_OWN_CLIENT = """
import sys
from appworld import AppWorld

url, *tasks = sys.argv[1:]
for task in tasks:
    with AppWorld(task, remote_apis_url=url, experiment_name="test") as world:
        world.execute("print(apis.supervisor.show_profile())")
        world.execute("apis.supervisor.complete_task()")
"""


@pytest.mark.parametrize(
    ("behaviour", "reason", "not_assessable", "actors"),
    [
        ("works", EndReason.COMPLETED, None, "HAAH"),
        ("gives_up", EndReason.CLIENT_ENDED, None, "HH"),
        ("leaves_its_world_open", EndReason.COMPLETED, None, "HA"),
        ("crashes_during_its_completion", EndReason.COMPLETED, None, "HA"),
        ("starts_twice", EndReason.COMPLETED, None, "HAAH"),
        ("goes_on_after_its_end", EndReason.COMPLETED, None, "HAAHA"),
        (
            "crashes",
            EndReason.AGENT_CRASHED,
            "the agent's process ended with exit status 3 before the task was completed",
            "H",
        ),
        (
            "never_starts",
            EndReason.AGENT_CRASHED,
            "the agent's process never set up its task's world",
            "",
        ),
        (
            "starts_another_task",
            EndReason.AGENT_CRASHED,
            "the agent's process never set up its task's world",
            "",
        ),
    ],
)
async def test_a_client_s_run(
    worlds: AppWorldWorlds,
    builtin_tasks: tuple[Task, ...],
    builtin_root: Path,
    tmp_path: Path,
    behaviour: str,
    reason: EndReason,
    not_assessable: str | None,
    actors: str,
) -> None:
    log = tmp_path / "runs.db"
    settings = settings_for(
        builtin_root,
        agent_command(behaviour, module=CLIENT),
        management=Management.CLIENT_MANAGED,
        timeout=60.0,
    )
    await record(log, worlds, settings, planned(builtin_tasks[:1]))
    (run,) = runs_of(log)
    assert run.status is RunStatus.FINISHED
    assert (run.end_reason, run.not_assessable) == (reason, not_assessable)
    calls = calls_of(log, run.id)
    assert "".join("H" if call.actor is Actor.HARNESS else "A" for call in calls) == actors


async def test_appworld_s_own_client_makes_several_runs_in_one_lane(
    worlds: AppWorldWorlds,
    builtin_tasks: tuple[Task, ...],
    builtin_root: Path,
    environment: Environment,
    tmp_path: Path,
) -> None:
    log = tmp_path / "runs.db"
    first, second = builtin_tasks[:2]
    settings = settings_for(builtin_root, None, management=Management.CLIENT_MANAGED, port=0)
    heard = Heard()
    runs_to_do = planned((first, second), attempts=2)
    recording = asyncio.create_task(record(log, worlds, settings, runs_to_do, heard))
    url = await asyncio.wait_for(heard.url.get(), 60)
    order = [second.id, first.id, first.id, second.id]
    async with client_root(builtin_root) as root:
        client = await asyncio.create_subprocess_exec(
            *(str(environment.python), "-c", APPWORLDS_OWN_CLIENT, url, *order),
            env={**os.environ, "APPWORLD_ROOT": str(root)},
            stdout=asyncio.subprocess.DEVNULL,
        )
        # The recording ends when every run is done, whatever the client does then.
        await asyncio.wait_for(recording, 200)
        client.kill()
        await client.wait()
    runs = runs_of(log)
    assert [(run.task, run.attempt) for run in runs] == [
        (second.id, 1),
        (first.id, 1),
        (first.id, 2),
        (second.id, 2),
    ]
    for run in runs:
        assert (run.end_reason, run.not_assessable) == (EndReason.COMPLETED, None)
        calls = calls_of(log, run.id)
        by_agent = [call.path for call in calls if call.actor is Actor.AGENT]
        assert by_agent == ["/supervisor/profile", "/supervisor/message"]
        assert calls[0].path == "/dbs"
