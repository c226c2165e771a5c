"""Labels a task's requirements by evaluating a start state in which nothing was done."""

import os
import shutil
import tempfile
from pathlib import Path


class LabelError(Exception):
    """A task's requirements can't tell doing nothing from doing it right; see the message."""


def label_requirements(root: Path, task_id: str, *, question: bool) -> list[dict[str, str]]:
    """Evaluate the untouched start state of a task and label each requirement by the result.

    ``no_op_pass``: doing nothing meets it, so that failing it means damage. ``no_op_fail``: the
    task has to be done to meet it.

    Args:
        root: the folder that holds ``data``; the task's files are complete but for the labels.
        task_id: the task.
        question: whether the task changes nothing; then the answer is all there is to do.

    Raises:
        LabelError: nothing has to be done to pass, a requirement is stated twice, or a task that
            changes something has no requirement that guards against damage.
    """
    passed, failed = _evaluate_untouched(root, task_id)
    requirements = passed + failed
    if len(set(requirements)) != len(requirements):
        raise LabelError(f"{task_id}: two requirements of evaluate() have the same text")
    if not failed:
        raise LabelError(f"{task_id}: evaluate() passes although nothing was done")
    if not passed and not question:
        raise LabelError(
            f"{task_id}: no requirement of evaluate() holds when nothing was done; add one that "
            "says what must not change"
        )
    return [{"requirement": text, "label": "no_op_fail"} for text in failed] + [
        {"requirement": text, "label": "no_op_pass"} for text in passed
    ]


def _evaluate_untouched(root: Path, task_id: str) -> tuple[list[str], list[str]]:
    """The texts of the requirements that pass and of those that fail."""
    from appworld.apps.model_lib import CachedDBHandler
    from appworld.evaluator import evaluate_task

    start = root / "data" / "tasks" / task_id / "dbs"
    before = os.environ["APPWORLD_ROOT"]
    with tempfile.TemporaryDirectory(prefix="untouched-", dir=root) as scratch:
        (Path(scratch) / "data").symlink_to(root / "data")
        end = Path(scratch) / "experiments" / "outputs" / "untouched" / "tasks" / task_id / "dbs"
        shutil.copytree(start, end)
        os.environ["APPWORLD_ROOT"] = scratch
        CachedDBHandler.reset()
        try:
            result = evaluate_task(task_id, experiment_name="untouched", save_report=False)
        finally:
            os.environ["APPWORLD_ROOT"] = before
            CachedDBHandler.reset()
    return (
        [entry["requirement"] for entry in result.passes],
        [entry["requirement"] for entry in result.failures],
    )
