import json
import sys
from pathlib import Path

import pytest

from bdproxy.errors import SetupError
from bdproxy.worlds.appworld import environment as module
from bdproxy.worlds.appworld.environment import (
    APPWORLD_VERSION,
    CONSTRAINTS,
    MARKER,
    PYTHON_VARIABLE,
    Environment,
    environment_folder,
    provide_environment,
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a set-up would go, with no interpreter given."""
    monkeypatch.delenv(PYTHON_VARIABLE, raising=False)
    monkeypatch.setenv("BDPROXY_CACHE", str(tmp_path))
    return environment_folder()


def _mark(folder: Path, **changes: str) -> None:
    folder.mkdir(exist_ok=True)
    marker = {
        "python": sys.executable,
        "python_version": "3.11.7",
        "appworld_version": APPWORLD_VERSION,
        "constraints_sha256": module._constraints_sha256(),
        "bdproxy_version": "0.1.0",
    }
    (folder / MARKER).write_text(json.dumps(marker | changes))


def test_a_complete_environment_is_used_as_it_is(folder: Path) -> None:
    _mark(folder)
    assert provide_environment() == Environment(Path(sys.executable), APPWORLD_VERSION)


@pytest.mark.parametrize(
    "changes",
    [
        {"appworld_version": "0.1.2"},
        {"constraints_sha256": "other"},
        {"python": "/nowhere/python"},
    ],
)
def test_an_environment_of_other_things_is_made_again(
    folder: Path, changes: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _mark(folder, **changes)
    made = list[Path]()

    def make(folder: Path, progress: object) -> Environment:
        made.append(folder)
        return Environment(Path(sys.executable), APPWORLD_VERSION)

    monkeypatch.setattr(module, "_make_environment", make)
    provide_environment()
    assert made == [folder]


@pytest.mark.parametrize("content", ["", "{", "[]", '{"python": 1}'])
def test_a_damaged_marker_is_no_environment(folder: Path, content: str) -> None:
    folder.mkdir()
    (folder / MARKER).write_text(content)
    assert module._ready_environment(folder) is None


def test_the_folder_names_both_versions(folder: Path) -> None:
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert folder.name == f"appworld-{APPWORLD_VERSION}-py{python}"


@pytest.mark.parametrize(
    ("python", "reason"),
    [
        (sys.executable, "has no AppWorld"),
        ("/nowhere/python", "can't be started"),
        ("/bin/false", "is not a Python interpreter"),
        ("/bin/echo", "is not a Python interpreter"),
    ],
)
def test_a_given_interpreter_without_appworld_is_one_clear_line(
    python: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PYTHON_VARIABLE, python)
    with pytest.raises(SetupError, match=f"{PYTHON_VARIABLE}: {python} {reason}") as caught:
        provide_environment()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("version", "unpacked", "reason"),
    [
        ("0.1.2", True, "has AppWorld 0.1.2, but 0.1.3.post1 is needed"),
        (APPWORLD_VERSION, False, "not unpacked yet; run `.*python -m appworld.cli install`"),
    ],
)
def test_a_given_interpreter_with_another_appworld_is_one_clear_line(
    version: str,
    unpacked: bool,
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    python = tmp_path / "python"
    said = json.dumps({"version": version, "unpacked": unpacked})
    python.write_text(f"#!/bin/sh\necho '{said}'\n")
    python.chmod(0o755)
    monkeypatch.setenv(PYTHON_VARIABLE, str(python))
    with pytest.raises(SetupError, match=reason):
        provide_environment()


def test_every_constraint_is_exact() -> None:
    lines = [line for line in CONSTRAINTS.read_text().splitlines() if not line.startswith("#")]
    assert lines and all(line.count("==") == 1 for line in lines)
    assert lines == sorted(lines, key=str.lower)


def test_a_cache_that_can_not_be_written_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.delenv(PYTHON_VARIABLE, raising=False)
    monkeypatch.setenv("BDPROXY_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.raises(SetupError, match="can't be used for set-ups") as caught:
        provide_environment()
    assert "\n" not in str(caught.value)
