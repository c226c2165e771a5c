"""Builds the whole built-in world: base databases, documentation, tasks, data set."""

import gc
import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from . import base, discovery
from .scenario import Definition
from .task import build_task
from .workers import run_forked

DATA_SET = "builtin"

Progress = Callable[[str, int, int], None]
"""Called with the name of a step that has ended, the number of ended steps, and of all steps."""


def build(root: Path, progress: Progress) -> None:
    """Write ``root/data`` from nothing; ``root`` must exist and hold no ``data`` yet.

    Raises:
        ScenarioFileError: a scenario file lacks a part.
        WorkError: a part of the world or a task could not be built.
    """
    os.environ["APPWORLD_ROOT"] = str(root)
    data = root / "data"
    data.mkdir()
    definitions = discovery.all_scenarios()
    total = base.STEPS + sum(len(definition.task_ids()) for definition in definitions)
    ended = 0

    def done(name: str) -> None:
        nonlocal ended
        ended += 1
        progress(name, ended, total)

    # The world is only ever added to while it is built: collecting garbage would find none, and
    # take a quarter of the time.
    gc.disable()
    base.build_base(data, done)
    build_tasks(data, DATA_SET, definitions, done)


def build_tasks(
    data: Path, data_set: str, definitions: Sequence[Definition], done: Callable[[str], None]
) -> None:
    """Write the tasks of some scenarios, and a data set that lists them, on top of a base world.

    ``done`` is called with each task's name when it has been written.

    Raises:
        WorkError: a task could not be built.
    """
    tasks = [
        (task_id, partial(build_task, data, definition, number))
        for definition in definitions
        for number, task_id in enumerate(definition.task_ids(), start=1)
    ]
    # What the first one makes AppWorld load and cache, the processes of the others inherit: that is
    # most of the time that a single task takes.
    run_forked(tasks, done, first_here=True)
    folder = data / "datasets"
    folder.mkdir()
    task_ids = [task_id for task_id, _ in tasks]
    (folder / f"{data_set}.txt").write_text("\n".join(task_ids) + "\n", encoding="utf-8")
