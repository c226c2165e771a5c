"""Setting up for real, by several processes, with kills and without a network."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import psutil
import pytest

from bdproxy.worlds.appworld.builtin_world import DATA_SET
from bdproxy.worlds.appworld.builtin_world import builtin_root as root_in_the_cache
from bdproxy.worlds.appworld.environment import (
    APPWORLD_VERSION,
    MARKER,
    PYTHON_VARIABLE,
    Environment,
    environment_folder,
)
from bdproxy.worlds.appworld.tasks import DataSet

SET_UP = """
from bdproxy.errors import BdproxyError
from bdproxy.worlds.appworld.setup import set_up
import sys
try:
    print(set_up(lambda step: print(step.text, step.done, step.of, flush=True)).python)
except BdproxyError as error:
    sys.exit(f"{type(error).__name__}: {error}")
"""


@pytest.fixture
def start(
    environment: Environment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., subprocess.Popen[str]]:
    """Start a set-up into an empty cache folder, by default with the given interpreter."""
    monkeypatch.setenv("BDPROXY_CACHE", str(tmp_path))

    def start(variables: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
        given = {PYTHON_VARIABLE: str(environment.python)}
        return subprocess.Popen(
            [sys.executable, "-c", SET_UP],
            env=dict(os.environ) | (given if variables is None else dict(variables)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return start


def _children(process: subprocess.Popen[str]) -> list[psutil.Process]:
    return psutil.Process(process.pid).children(recursive=True)


@pytest.fixture
def python_that_hashes_at_random(environment: Environment, tmp_path: Path) -> Path:
    """AppWorld's interpreter, in which each process puts sets in an order of its own."""
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nPYTHONHASHSEED=random exec {environment.python} "$@"\n')
    python.chmod(0o755)
    return python


def _files(root: Path) -> dict[str, bytes]:
    # AppWorld's evaluator may have left compiled evaluators in a world that is in use.
    return {
        file.relative_to(root).as_posix(): file.read_bytes()
        for file in sorted((root / "data").rglob("*"))
        if file.is_file() and file.parent.name != "__pycache__"
    }


@pytest.mark.timeout(900)  # A whole build, beside whatever else this machine does.
def test_of_two_set_ups_at_once_one_builds_and_when_it_is_killed_the_other_does(
    start: Callable[..., subprocess.Popen[str]],
    python_that_hashes_at_random: Path,
    builtin_root: Path,
    tmp_path: Path,
) -> None:
    """And what it builds equals, byte for byte, what another set-up has built before."""
    both = [start({PYTHON_VARIABLE: str(python_that_hashes_at_random)}) for _ in range(2)]
    while not list(tmp_path.glob("worlds/unfinished-*/data")):
        assert [process.poll() for process in both] == [None, None]
        time.sleep(0.05)
    time.sleep(1)
    assert len(list(tmp_path.glob("worlds/unfinished-*"))) == 1
    assert not root_in_the_cache().exists()

    (building,) = [process for process in both if _children(process)]
    (waiting,) = [process for process in both if process is not building]
    builders = _children(building)
    building.kill()
    building.communicate()

    said, errors = waiting.communicate()
    assert waiting.returncode == 0, errors
    wait, build, *steps, _ = said.splitlines()
    assert wait == "waiting for another set-up to end 0 0"
    assert build == "building the built-in world 0 0"
    numbers = [step.rpartition(" ")[0].rpartition(" ")[2] for step in steps]
    assert [int(number) for number in numbers] == list(range(1, len(steps) + 1))
    assert all(step.endswith(f" {len(steps)}") for step in steps)
    _, alive = psutil.wait_procs(builders, timeout=60)
    assert alive == []
    root = root_in_the_cache()
    assert root.parent == tmp_path / "worlds"
    assert len(DataSet.open(root, DATA_SET).load()) > 0
    assert list(root.rglob("__pycache__")) == []
    assert list(tmp_path.glob("worlds/unfinished-*")) == []

    before, after = _files(builtin_root), _files(root)
    assert list(before) == list(after)
    assert [name for name in before if before[name] != after[name]] == []

    for later in [start(), start()]:
        said, errors = later.communicate()
        assert later.returncode == 0, errors
        assert "building" not in said


def test_ctrl_c_ends_the_builder_and_leaves_nothing_half_done(
    start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    process = start()
    assert process.stdout is not None
    assert "building the built-in world" in process.stdout.readline()
    deadline = time.monotonic() + 30
    while not (builders := _children(process)):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    _, alive = psutil.wait_procs(builders, timeout=5)
    assert alive == []
    assert list(tmp_path.glob("worlds/unfinished-*")) == []
    assert not root_in_the_cache().exists()


def test_without_a_network_it_is_one_clear_line(
    start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        closed_port = server.getsockname()[1]
    process = start(
        {
            PYTHON_VARIABLE: "",
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_INDEX_URL": f"http://127.0.0.1:{closed_port}/simple",
            "PIP_FIND_LINKS": "",
            "PIP_EXTRA_INDEX_URL": "",
            "PIP_NO_CACHE_DIR": "1",
            "PIP_RETRIES": "1",
        }
    )
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 1
    log = environment_folder().with_name(environment_folder().name + ".log")
    assert errors == (
        "SetupError: installing AppWorld failed: the package index can't be reached (no network?);"
        f" full log: {log}\n"
    )
    assert "Connection refused" in log.read_text()
    assert not (environment_folder() / MARKER).exists()


@pytest.mark.timeout(900)
@pytest.mark.skipif(
    "BDPROXY_TEST_INSTALL" not in os.environ,
    reason="downloads AppWorld and its dependencies; set BDPROXY_TEST_INSTALL=1 to run it",
)
def test_the_whole_set_up_killed_half_way_and_completed(
    start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    killed = start({PYTHON_VARIABLE: ""})
    assert killed.stdout is not None
    while "installing AppWorld" not in killed.stdout.readline():
        assert killed.poll() is None
    time.sleep(2)
    killed.kill()
    killed.communicate()
    assert not (environment_folder() / MARKER).exists()
    completing = start({PYTHON_VARIABLE: ""})
    out, errors = completing.communicate()
    assert completing.returncode == 0, errors
    python = Path(out.splitlines()[-1])
    assert python.is_relative_to(environment_folder())
    version = subprocess.run(
        [python, "-c", "import importlib.metadata as m; print(m.version('appworld'))"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert version.stdout.strip() == APPWORLD_VERSION
    assert len(DataSet.open(root_in_the_cache(), DATA_SET).load()) > 0
