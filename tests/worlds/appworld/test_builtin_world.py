"""What building the built-in world does around the build itself."""

import shutil
from pathlib import Path

import pytest
from filelock import FileLock

from bdproxy.errors import SetupError
from bdproxy.worlds.appworld import builtin_world
from bdproxy.worlds.appworld.builtin_world import builtin_root, provide_builtin_world
from bdproxy.worlds.appworld.environment import APPWORLD_VERSION, Environment


def test_left_overs_of_other_versions_go_unless_they_are_being_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BDPROXY_CACHE", str(tmp_path))
    worlds = builtin_root().parent
    for name in (
        "unfinished-builtin-0123456789ab-left",
        "unfinished-builtin-ba9876543210-busy",
        f"unfinished-{builtin_root().name}-left",
        "builtin-0123456789ab",
        "unfinished-notes",
    ):
        (worlds / name / "data").mkdir(parents=True)
    with (
        FileLock(worlds / "builtin-ba9876543210.lock"),
        pytest.raises(SetupError, match="building the built-in world failed"),
    ):
        provide_builtin_world(Environment(Path("/bin/false"), APPWORLD_VERSION))
    assert {path.name for path in worlds.iterdir() if path.is_dir()} == {
        "unfinished-builtin-ba9876543210-busy",
        "builtin-0123456789ab",
        "unfinished-notes",
    }


def test_what_tools_leave_beside_the_code_makes_no_other_world(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = tmp_path / "inside"
    shutil.copytree(builtin_world.INSIDE, inside)
    monkeypatch.setattr(builtin_world, "INSIDE", inside)
    monkeypatch.setattr(builtin_world, "BUILDER", inside / builtin_world.BUILDER.name)
    before = builtin_root()
    for place in (".ruff_cache", "__pycache__", "life/.mypy_cache"):
        (inside / "builtin" / place).mkdir(parents=True, exist_ok=True)
        (inside / "builtin" / place / "left.pyc").write_bytes(b"anything")
    assert builtin_root() == before
    with (inside / "builtin" / "life" / "people.py").open("a") as file:
        file.write("# Somebody more.\n")
    assert builtin_root() != before
