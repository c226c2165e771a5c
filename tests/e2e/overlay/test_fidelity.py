"""An agent can't tell the overlay from a world that has the cue in its database.

This is a look at some surfaces; ``python -m benchmarks.overlay_fidelity`` looks at everything.
"""

from pathlib import Path

import pytest

from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.loops import SESSION_LOOP
from tests.support.oracle.fidelity import Depth, compare, find_cue
from tests.support.oracle.pair import Phase

pytestmark = SESSION_LOOP

SOME = (
    "phone.text_message.message, new",
    "simple_note.note.content, appended",
    "venmo.transaction_comment.comment, new",
    "file_system.file.content, appended",
)
"""New records and appended texts, of one owner and shared."""


@pytest.mark.parametrize("surface", SOME)
async def test_the_owner_sees_what_a_baked_world_shows(
    surface: str, worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], builtin_root: Path
) -> None:
    task, planted = await find_cue(worlds, builtin_tasks, surface)
    tally = await compare(worlds, builtin_root, task, planted, Depth.GLANCE)
    assert tally.compared[Phase.READING] >= 4
    assert tally.compared[Phase.WRITING] > 5
    assert tally.different(Phase.READING, Phase.WRITING) == []


async def test_the_oracle_finds_nothing_in_a_world_that_is_baked_itself(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], builtin_root: Path
) -> None:
    task, planted = await find_cue(worlds, builtin_tasks, "simple_note.note.content, appended")
    tally = await compare(worlds, builtin_root, task, planted, Depth.GLANCE, overlaid=False)
    assert tally.differences == []


async def test_the_oracle_sees_a_cue_that_is_missing(
    worlds: AppWorldWorlds,
    builtin_tasks: tuple[Task, ...],
    builtin_root: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.support.lane_lab.overlay_for", lambda *_: None)
    for surface in ("phone.text_message.message, new", "simple_note.note.content, appended"):
        task, planted = await find_cue(worlds, builtin_tasks, surface)
        tally = await compare(worlds, builtin_root, task, planted, Depth.GLANCE)
        assert tally.different(Phase.READING)
