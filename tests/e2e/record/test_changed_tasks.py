"""Runs of a task that has changed since are not taken for runs of the new one."""

from dataclasses import replace
from pathlib import Path

import pytest

from bdproxy.errors import LogError
from bdproxy.recorder.reader import LogReader
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.loops import SESSION_LOOP
from tests.support.recordings import agent_command, planned, record, runs_of, settings_for

pytestmark = SESSION_LOOP


async def test_a_log_takes_no_runs_of_a_task_that_has_changed(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], builtin_root: Path, tmp_path: Path
) -> None:
    log = tmp_path / "runs.db"
    settings = settings_for(builtin_root, agent_command("behaves"))
    first, second = builtin_tasks[:2]
    await record(log, worlds, settings, planned([first]))
    # More tasks may be added, and the same again.
    await record(log, worlds, settings, planned([first, second]))
    assert [run.task for run in runs_of(log)] == [first.id, second.id]
    changed = replace(first, digest="another")
    for attempts in (1, 2):
        with pytest.raises(LogError, match=f"has runs of {first.id} from before its files"):
            await record(log, worlds, settings, planned([second, changed], attempts))
    assert len(runs_of(log)) == 2
    with LogReader(log) as reader:
        kept = reader.task(1, first.id)
    assert kept is not None and kept.digest == first.digest
