"""AppWorld roots that share the built-in world's data but for one task's own evaluator."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

from bdproxy.worlds.protocol import Task

NOTHING_CHANGED = """
def evaluate(test, public_data, private_data, main_user, models, ground_truth_answer):
    with test("assert no records were changed"):
        test.case(models.changed_model_names(), "==", set())
"""


def root_with_evaluator(
    builtin_root: Path,
    folder: Path,
    task: Task,
    evaluation: str = NOTHING_CHANGED,
    requirements: Sequence[str] = ("assert no records were changed",),
) -> Path:
    """Make ``folder`` a root whose only task is ``task``, judged by the code ``evaluation``."""
    data = folder / "data"
    (data / "tasks").mkdir(parents=True)
    (data / "datasets").mkdir()
    (data / "datasets" / "one.txt").write_text(f"{task.id}\n")
    for shared in ("base_dbs", "api_docs"):
        (data / shared).symlink_to(builtin_root / "data" / shared)
    copied = data / "tasks" / task.id
    shutil.copytree(builtin_root / "data" / "tasks" / task.id, copied)
    (copied / "ground_truth" / "evaluation.py").write_text(evaluation)
    labelled = [{"requirement": text, "label": "no_op_pass"} for text in requirements]
    (copied / "ground_truth" / "test_data.json").write_text(json.dumps(labelled))
    return folder
