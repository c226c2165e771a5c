"""What a built task's files say, against the scenario that it was made from."""

import json
from pathlib import Path
from typing import Any

import pytest

from bdproxy.worlds.appworld.inside.builtin import discovery
from bdproxy.worlds.protocol import Task

TASK_IDS = [task_id for one in discovery.all_scenarios() for task_id in one.task_ids()]


def test_the_data_set_lists_every_task(builtin_tasks: tuple[Task, ...]) -> None:
    assert [task.id for task in builtin_tasks] == TASK_IDS
    assert len(TASK_IDS) >= 36


@pytest.mark.parametrize("task_id", TASK_IDS)
def test_a_tasks_files_say_what_its_scenario_says(builtin_root: Path, task_id: str) -> None:
    folder = builtin_root / "data" / "tasks" / task_id
    truth = folder / "ground_truth"
    definition = discovery.of_task(task_id)
    instance = definition.scenario.instances[int(task_id.rpartition("_")[2]) - 1]

    def read(path: Path) -> Any:
        return json.loads(path.read_text())

    specification = read(folder / "specs.json")
    assert specification["instruction"] == definition.instruction(instance)
    assert specification["supervisor"]["first_name"] == instance.supervisor
    assert read(truth / "public_data.json") == instance.values
    assert read(truth / "metadata.json")["difficulty"] == definition.scenario.difficulty
    labels = [one["label"] for one in read(truth / "test_data.json")]
    assert "no_op_fail" in labels
    assert "no_op_pass" in labels
    assert (read(truth / "answer.json") is not None) == definition.scenario.question
