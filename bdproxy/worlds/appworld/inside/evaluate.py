"""A forked child that is one evaluation: AppWorld's own evaluator on one saved end state.

The evaluator caches end states by task, not by run. In one process the second run of a task can
get the first one's verdict; a process that evaluates once cannot.
"""

import errno
import gc
import os
import traceback
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from appworld.apps import get_all_apps
from appworld.collections.api_docs import ApiDocCollection
from appworld.evaluator import evaluate_task

from .changes import changed_records

EXPERIMENT = "run"
"""The end state is at ``<folder>/experiments/outputs/run/tasks/<task>/dbs``."""
TRACE_CHARACTERS = 2_000_000
"""A trace quotes what the agent wrote, which has no bound; nobody reads more than this."""


def inherit_documentation() -> None:
    """Let evaluations that are forked from now on inherit the documentation of the APIs.

    Each would read and copy all of it when it loads its task, a fifth of its time. AppWorld
    remembers it, so only the first call here does anything.
    """
    before = ApiDocCollection.load.cache_info().misses
    # What is wrong with it is for the evaluation to say.
    with suppress(Exception):
        ApiDocCollection.load(
            load_apps=tuple(get_all_apps(skip_admin=True)), include_response_schemas=True
        )
    if ApiDocCollection.load.cache_info().misses > before:
        gc.freeze()


def evaluate(task_id: str, folder: str) -> dict[str, Any]:
    """Evaluate the end state of ``task_id`` in ``folder``, an AppWorld root of its own.

    Returns ``{"success": bool, "requirements": [{"text", "label", "passed", "trace"}]}`` and with
    it either ``"changes"``, what :func:`changed_records` finds, or why it found nothing out,
    ``"changes_error": str``; or ``{"error": str, "transient": bool}`` when the evaluator itself
    could not run.
    """
    os.environ["APPWORLD_ROOT"] = folder
    try:
        tracker = evaluate_task(task_id, experiment_name=EXPERIMENT, save_report=False)
        success = bool(tracker.success)
    except Exception as error:
        return {"error": _text(error), "transient": _is_transient(error)}
    met = [_requirement(each, passed=True) for each in tracker.passes]
    unmet = [_requirement(each, passed=False) for each in tracker.failures]
    # AppWorld keeps the two apart; the task's own order is the readable one.
    order = {each["requirement"]: place for place, each in enumerate(tracker.test_data or [])}
    requirements = sorted(met + unmet, key=lambda each: order.get(each["text"], len(order)))
    return {"success": success, "requirements": requirements, **_changes(task_id)}


def _changes(task_id: str) -> dict[str, Any]:
    try:
        return {"changes": changed_records(task_id, EXPERIMENT)}
    except Exception as error:
        # AppWorld's verdict stands all the same.
        return {"changes_error": _text(error)}


def _text(error: Exception) -> str:
    return "".join(traceback.format_exception_only(error)).strip()


def _is_transient(error: Exception) -> bool:
    """Whether it is the machine that is to blame: no memory, no space, no descriptor left."""
    exhausted = (errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EIO)
    return isinstance(error, MemoryError) or getattr(error, "errno", None) in exhausted


def _requirement(result: Mapping[str, Any], *, passed: bool) -> dict[str, Any]:
    return {
        "text": result["requirement"],
        "label": result["label"],
        "passed": passed,
        "trace": result.get("trace", "")[:TRACE_CHARACTERS],
    }
