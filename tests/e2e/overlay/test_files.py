"""A changed file goes where the agent takes it: with its directory, and through archives."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bdproxy.scenarios.cues import Cue
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.lane_lab import lane_lab
from tests.support.loops import SESSION_LOOP
from tests.support.oracle.answers import Numbers
from tests.support.oracle.calls import Call, endpoints
from tests.support.oracle.fidelity import find_cue
from tests.support.oracle.pair import Pair, Tally
from tests.support.oracle.surfaces import TEXT

pytestmark = SESSION_LOOP

Step = tuple[str, Mapping[str, Any]]
COPY: Step = (
    "copy_directory",
    {"source_directory_path": "{dir}", "destination_directory_path": "~/kept"},
)
MOVE: Step = (
    "move_directory",
    {"source_directory_path": "{dir}", "destination_directory_path": "~/kept/"},
)
PACK: Step = ("compress_directory", {"directory_path": "{dir}"})
UNPACK: Step = (
    "decompress_file",
    {"compressed_file_path": "{archive}", "decompressed_directory_path": "~/unpacked"},
)
UNPACK_IN_PLACE: Step = ("decompress_file", {"compressed_file_path": "{archive}"})
CARRY: Step = (
    "move_file",
    {"source_file_path": "{archive}", "destination_file_path": "~/old/papers.zip"},
)
UNPACK_CARRIED: Step = (
    "decompress_file",
    {
        "compressed_file_path": "~/old/papers.zip",
        "decompressed_directory_path": "~/unpacked",
    },
)
WRITE: Step = ("update_file", {"file_path": "{file}", "content": "Mine now."})
CASES: Mapping[str, tuple[tuple[Step, ...], str, bool]] = {
    "directory copied": ((COPY,), "~/kept/{name}", True),
    "directory moved": ((MOVE,), "~/kept/{name}", True),
    "packed and unpacked": ((PACK, UNPACK), "~/unpacked/{last}/{name}", True),
    "unpacked in place": ((PACK, UNPACK_IN_PLACE), "{file}", True),
    "archive moved": ((PACK, CARRY, UNPACK_CARRIED), "~/unpacked/{last}/{name}", True),
    "written over, then unpacked": ((PACK, WRITE, UNPACK_IN_PLACE), "{file}", True),
    "written over, then copied": ((WRITE, COPY), "~/kept/{name}", False),
}
"""Writes, where the file is then, and whether it still has the cue."""


@pytest.mark.parametrize("case", CASES)
async def test_a_changed_file_keeps_its_text(
    case: str,
    worlds: AppWorldWorlds,
    builtin_tasks: tuple[Task, ...],
    builtin_root: Path,
    tmp_path: Path,
) -> None:
    steps, place, has_cue = CASES[case]
    task, planted = await find_cue(worlds, builtin_tasks, "file_system.file.content, appended")
    (completed,) = await worlds.completed(task, [planted.cue])
    path = str(planted.names["file_path"])
    directory, _, name = path.rpartition("/")
    names = {
        "file": path,
        "dir": directory,
        "name": name,
        "last": directory.rpartition("/")[2],
        "archive": f"{directory}.zip",
    }
    by_name = {one.name: one for one in endpoints(builtin_root, "file_system")}
    tally = Tally()
    cue = Cue.model_validate(completed)
    async with lane_lab(worlds, task, tmp_path / "log.db", cues=[cue]) as lab:
        pair = Pair(lab.direct_url, lab.lane_url, Numbers({}), tally)
        try:
            for step, content in steps:
                filled = {key: str(value).format(**names) for key, value in content.items()}
                await pair.play(Call(by_name[step], planted.account, {}, filled))
            last = Call(
                by_name["show_file"], planted.account, {}, {"file_path": place.format(**names)}
            )
            answer = await pair.play(last)
        finally:
            await pair.close()
        assert lab.run.failure is None
    assert answer.status == 200, answer.body
    assert (TEXT.encode() in answer.body) is has_cue
    assert tally.differences == []
