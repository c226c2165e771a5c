"""Runs without a command: the agent is started by somebody else."""

import asyncio
from pathlib import Path

import httpx

from bdproxy.names import EndReason, RunStatus
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.loops import SESSION_LOOP
from tests.support.recordings import Heard, planned, record, runs_of, settings_for

pytestmark = SESSION_LOOP


async def test_each_run_waits_for_its_agent_at_a_url_of_its_own(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], builtin_root: Path, tmp_path: Path
) -> None:
    log, heard = tmp_path / "runs.db", Heard()
    runs = planned(builtin_tasks[:2])
    settings = settings_for(builtin_root, None)
    recording = asyncio.create_task(record(log, worlds, settings, runs, heard))
    async with httpx.AsyncClient(trust_env=False) as agent:
        for _ in runs:
            url = await asyncio.wait_for(heard.url.get(), 60)
            answer = await agent.post(f"{url}/supervisor/message", json={"answer": 7})
            # The answer of the completing call arrives although it ends the run.
            assert answer.status_code == 200
    await asyncio.wait_for(recording, 60)
    recorded = runs_of(log)
    assert [run.task for run in recorded] == [run.task.id for run in runs]
    assert {(run.end_reason, run.reported_answer) for run in recorded} == {
        (EndReason.COMPLETED, "7")
    }


async def test_a_stop_interrupts_the_run_and_the_next_recording_repeats_it(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], builtin_root: Path, tmp_path: Path
) -> None:
    log, heard = tmp_path / "runs.db", Heard()
    runs = planned(builtin_tasks[:1])
    settings = settings_for(builtin_root, None)
    recording = asyncio.create_task(record(log, worlds, settings, runs, heard))
    await asyncio.wait_for(heard.url.get(), 60)
    recording.cancel()
    await asyncio.wait({recording}, timeout=60)
    assert recording.cancelled()
    (run,) = runs_of(log)
    assert (run.status, run.end_reason) == (RunStatus.INTERRUPTED, None)
    again = asyncio.create_task(record(log, worlds, settings, runs, heard))
    url = await asyncio.wait_for(heard.url.get(), 60)
    async with httpx.AsyncClient(trust_env=False) as agent:
        await agent.post(f"{url}/supervisor/message", json={})
    await asyncio.wait_for(again, 60)
    assert [run.status for run in runs_of(log)] == [RunStatus.INTERRUPTED, RunStatus.FINISHED]
    # And a finished one is not repeated.
    assert not (await record(log, worlds, settings, runs)).ends
