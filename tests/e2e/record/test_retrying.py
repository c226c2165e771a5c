"""Finished runs are not repeated, unless they can't be assessed and somebody asks for it."""

from pathlib import Path

from bdproxy.names import EndReason, RunStatus
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.loops import SESSION_LOOP
from tests.support.recordings import agent_command, calls_of, planned, record, runs_of, settings_for

pytestmark = SESSION_LOOP


async def test_a_crash_is_recorded_again_on_demand_and_the_rest_is_left_alone(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], builtin_root: Path, tmp_path: Path
) -> None:
    log = tmp_path / "runs.db"
    crashing = settings_for(builtin_root, agent_command("exits_1"), agent="crashing")
    giving_up = settings_for(builtin_root, agent_command("exits_0"), agent="giving up")
    runs = planned(builtin_tasks[:1])
    for settings in (crashing, giving_up):
        await record(log, worlds, settings, runs)
    first = runs_of(log)
    assert [run.end_reason for run in first] == [EndReason.AGENT_CRASHED, EndReason.EXITED]
    assert first[0].not_assessable is not None

    for settings in (crashing, giving_up):
        assert (await record(log, worlds, settings, runs)).ends == []
    assert runs_of(log) == first

    for settings in (crashing, giving_up):
        await record(log, worlds, settings, runs, retry_not_assessable=True)
    old, kept, again = runs_of(log)
    assert old.status is RunStatus.INTERRUPTED
    assert (old.end_reason, old.not_assessable) == (first[0].end_reason, first[0].not_assessable)
    assert len(calls_of(log, old.id)) == 1
    assert kept == first[1]
    assert (again.status, again.end_reason) == (RunStatus.FINISHED, EndReason.AGENT_CRASHED)
    assert (again.task, again.attempt) == (old.task, old.attempt)
