"""Worlds that can't be opened: a second try, a run that can't be assessed, and when to stop."""

from pathlib import Path

import pytest

from bdproxy.errors import WorldError
from bdproxy.names import EndReason, Management, RunStatus
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.loops import SESSION_LOOP
from tests.support.observed_worlds import ObservedWorlds
from tests.support.recordings import agent_command, planned, record, runs_of, settings_for

pytestmark = SESSION_LOOP

COMMANDS = {
    Management.MANAGED: agent_command("behaves"),
    Management.CLIENT_MANAGED: agent_command("works", module="tests.support.client_agent"),
}


@pytest.mark.parametrize("management", list(Management))
@pytest.mark.parametrize("failing", [1, 2])
async def test_a_world_that_can_t_be_opened_costs_its_own_run_at_most(
    worlds: AppWorldWorlds,
    builtin_tasks: tuple[Task, ...],
    builtin_root: Path,
    tmp_path: Path,
    management: Management,
    failing: int,
) -> None:
    log = tmp_path / "runs.db"
    settings = settings_for(builtin_root, COMMANDS[management], management=management)
    runs = planned(builtin_tasks[:1], attempts=2)
    heard = await record(log, ObservedWorlds(worlds, failing), settings, runs)
    assert len(heard.ends) == 2
    first, second = runs_of(log)
    if failing == 1:
        assert (first.end_reason, first.not_assessable) == (EndReason.COMPLETED, None)
    else:
        assert first.status is RunStatus.FINISHED
        assert first.end_reason is EndReason.WORLD_DIED
        assert first.not_assessable == "no world could be started for it: no process left"
    assert (second.end_reason, second.not_assessable) == (EndReason.COMPLETED, None)


async def test_after_several_runs_without_a_world_the_recording_stops(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], builtin_root: Path, tmp_path: Path
) -> None:
    log = tmp_path / "runs.db"
    settings = settings_for(builtin_root, COMMANDS[Management.MANAGED])
    runs = planned(builtin_tasks[:1], attempts=5)
    with pytest.raises(WorldError, match="no process left"):
        await record(log, ObservedWorlds(worlds, failing=10), settings, runs)
    assert [run.end_reason for run in runs_of(log)] == [EndReason.WORLD_DIED] * 2
