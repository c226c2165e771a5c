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

INTERPRETER = """#!/bin/sh
echo "$*" >> {folder}/calls
case "$2" in
venv) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
pip) echo "Collecting appworld"; if [ -e {folder}/fails ]; then echo "no luck"; exit 1; fi ;;
esac
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a set-up would go, with no interpreter given."""
    monkeypatch.delenv(PYTHON_VARIABLE, raising=False)
    monkeypatch.setenv("BDPROXY_CACHE", str(tmp_path))
    return environment_folder()


@pytest.fixture
def interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program in the place of the running interpreter, which notes how it is called.

    As an interpreter would, it copies itself into the environments that it is asked for. Beside a
    file ``fails`` its pip installs nothing.
    """
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.write_text(INTERPRETER.format(folder=python.parent))
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    return python


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
    folder: Path, changes: dict[str, str], interpreter: Path
) -> None:
    _mark(folder, **changes)
    (folder / "left-over").touch()
    steps = list[str]()
    made = provide_environment(lambda step: steps.append(step.text))
    assert list(dict.fromkeys(steps)) == [
        "making AppWorld's environment",
        "downloading AppWorld",
        "unpacking AppWorld",
        "trying AppWorld",
    ]
    assert made.python.is_relative_to(folder) and made.python.exists()
    assert not (folder / "left-over").exists()
    assert interpreter.with_name("calls").read_text().splitlines() == [
        f"-m venv {made.python.parents[1]}",
        "-m pip install --no-input --disable-pip-version-check --progress-bar off"
        f" -c {CONSTRAINTS} appworld=={APPWORLD_VERSION}",
        "-m appworld.cli install",
        f"-c {module.TRIAL}",
    ]
    # What was made is what the next one finds.
    assert provide_environment() == made
    assert len(interpreter.with_name("calls").read_text().splitlines()) == 4


def test_an_environment_that_can_not_be_made_is_none(folder: Path, interpreter: Path) -> None:
    _mark(folder, appworld_version="0.1.2")
    interpreter.with_name("fails").touch()
    for _ in range(2):
        with pytest.raises(SetupError, match="installing AppWorld failed: no luck; full log"):
            provide_environment()
    assert not (folder / MARKER).exists()


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
