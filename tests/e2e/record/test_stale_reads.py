"""A world that lags behind, on live worlds: what a read says after a write that was confirmed."""

import asyncio
from pathlib import Path
from typing import Any

from bdproxy.agents.http_client import HttpClient
from bdproxy.names import FaultForm, FaultPhase
from bdproxy.recorder.reader import LogReader
from bdproxy.scenarios.faults import FaultPlan, FaultState
from bdproxy.scenarios.matchers import CallMatcher
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.lane_lab import lane_lab
from tests.support.loops import SESSION_LOOP

pytestmark = SESSION_LOOP

NOTES = CallMatcher(method="POST", path_template="/simple_note/notes")


def _titles(client: HttpClient) -> list[str]:
    return [note["title"] for note in client.get("/simple_note/notes")]


def _work(url: str) -> dict[str, Any]:
    with HttpClient(url) as client:
        client.login("simple_note")
        before = _titles(client)
        made = client.post("/simple_note/notes", title="Parcel", content="at the neighbours'")
        return {
            "before": before,
            "made": client.get(f"/simple_note/notes/{made['note_id']}")["title"],
            "looks": [_titles(client) for _ in range(4)],
        }


async def test_a_list_does_not_show_the_new_record_for_so_many_looks(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], tmp_path: Path
) -> None:
    path = tmp_path / "runs.db"
    async with lane_lab(worlds, builtin_tasks[0], path) as lab:
        plan = FaultPlan(
            writes=(NOTES,), phase=FaultPhase.AFTER, form=FaultForm.STALE_READS, reads=2
        )
        lab.run.fault = FaultState(plan)
        found = await asyncio.to_thread(_work, lab.lane_url)
    assert found["made"] == "Parcel"
    assert "Parcel" not in found["before"]
    assert found["looks"][:2] == [found["before"]] * 2
    assert all("Parcel" in titles for titles in found["looks"][2:])
    with LogReader(path) as log:
        write, *stale = log.faults(lab.run.id)
        assert (write.applied, write.landed, write.upstream_status) == (True, True, 200)
        assert [(one.applied, one.landed, one.upstream_status) for one in stale] == [
            (True, None, 200)
        ] * 2
        lagging = {one.number for one in stale}
        for call in log.calls(lab.run.id):
            assert (call.upstream_body != call.response_body) == (call.number in lagging)
