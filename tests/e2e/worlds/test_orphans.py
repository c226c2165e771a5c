"""No process outlives bdproxy, whatever ends it."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from bdproxy.worlds.appworld.environment import Environment
from bdproxy.worlds.protocol import Task
from tests.support.appworld_root import root_with_evaluator

ENDLESS = """
import time
def evaluate(test, public_data, private_data, main_user, models, ground_truth_answer):
    while True:
        time.sleep(0.1)
"""


@pytest.fixture
def owner_and_children(
    environment: Environment, builtin_root: Path, builtin_tasks: tuple[Task, ...], tmp_path: Path
) -> Iterator[tuple[subprocess.Popen[str], list[psutil.Process]]]:
    """An owner of two zygotes, two worlds and an evaluation, and those five processes."""
    root = root_with_evaluator(builtin_root, tmp_path, builtin_tasks[0], ENDLESS)
    owner = subprocess.Popen(
        [sys.executable, "-m", "tests.support.world_owner", environment.python, root],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert owner.stdout is not None and owner.stderr is not None
    line = owner.stdout.readline()
    assert line, owner.stderr.read()
    children = [psutil.Process(pid) for pid in json.loads(line)]
    yield owner, children
    owner.kill()
    owner.communicate()
    for child in children:
        if child.is_running():
            child.kill()


def _left_over(children: list[psutil.Process]) -> list[psutil.Process]:
    _, alive = psutil.wait_procs(children, timeout=5)
    return alive


def test_kill_9_of_the_owner_leaves_no_process(
    owner_and_children: tuple[subprocess.Popen[str], list[psutil.Process]],
) -> None:
    owner, children = owner_and_children
    assert len(children) == 5
    owner.kill()
    owner.wait()
    assert _left_over(children) == []


def test_ctrl_c_in_the_terminal_leaves_no_process(
    owner_and_children: tuple[subprocess.Popen[str], list[psutil.Process]],
) -> None:
    owner, children = owner_and_children
    os.killpg(owner.pid, signal.SIGINT)
    owner.wait(timeout=20)
    assert _left_over(children) == []


def test_ctrl_c_in_the_terminal_does_not_reach_the_worlds(
    owner_and_children: tuple[subprocess.Popen[str], list[psutil.Process]],
) -> None:
    owner, children = owner_and_children
    assert all(os.getpgid(child.pid) != os.getpgid(owner.pid) for child in children)


def test_kill_9_of_a_zygote_leaves_none_of_its_children(
    owner_and_children: tuple[subprocess.Popen[str], list[psutil.Process]],
) -> None:
    owner, children = owner_and_children
    os.kill(owner.pid, signal.SIGSTOP)  # So that only the children's own watch can end them.
    try:
        zygotes = [child for child in children if child.ppid() == owner.pid]
        forked = [child for child in children if child not in zygotes]
        assert len(zygotes) == 2 and len(forked) == 3
        for zygote in zygotes:
            zygote.kill()
        assert _left_over(forked) == []
    finally:
        os.kill(owner.pid, signal.SIGCONT)
