"""Which records a run added, updated and removed: AppWorld's own comparison of start and end."""

from collections.abc import Iterable
from datetime import date, datetime, time
from typing import Any, Literal

from appworld.apps import get_all_apps
from appworld.apps.model_lib import SQLModel, get_db_home_path
from appworld.collections.models import ModelCollection, ModelCollectionPair

TEXT_CHARACTERS = 1_000_000
"""A column quotes what the agent wrote, which has no bound; nobody reads more than this."""
TOTAL_CHARACTERS = 32_000_000
"""Of all changed records' texts together: what the pipe to bdproxy takes."""


class TooManyChangesError(Exception):
    """The changed records are too large to be handed over."""


def changed_records(task_id: str, experiment: str) -> list[dict[str, Any]]:
    """The changed records of a task that :func:`evaluate` has just judged in this process.

    The databases are those that the evaluator compared, which AppWorld still has in memory: the
    start state of the AppWorld root that the evaluation was given, and the saved end state.

    Returns:
        ``{"model": "venmo.Transaction", "change": "added" | "updated" | "removed", "before":
        columns or None, "after": columns or None}``, by model, change and identifier. What AppWorld
        never compares (the supervisor's task, the administrator's cards) is left out.

    Raises:
        TooManyChangesError: they are too large.
    """
    start = _collection("task_input", task_id, experiment)
    end = _collection("task_output", task_id, experiment)
    pair = ModelCollectionPair(start.to_db_home_path, start, end.to_db_home_path, end)
    found: list[dict[str, Any]] = []
    for model in sorted(pair.changed_model_names()):
        added, updated, removed = pair.changed_records(model)
        app, _, name = model.partition(".")
        identifiers = [record.id for record in updated]
        earlier = {one.id: one for one in pair.start[app][name].by_ids(identifiers)}
        found += [_change(model, "added", None, one) for one in _in_order(added)]
        found += [_change(model, "updated", earlier[one.id], one) for one in _in_order(updated)]
        found += [_change(model, "removed", one, None) for one in _in_order(removed)]
    total = sum(map(_size, found))
    if total > TOTAL_CHARACTERS:
        raise TooManyChangesError(f"the changed records have {total} characters")
    return found


def _collection(
    kind: Literal["task_input", "task_output"], task_id: str, experiment: str
) -> ModelCollection:
    """One side's models, bound to what is in memory; from the disk come the model hashes alone."""
    return ModelCollection.load(
        to_db_home_path=get_db_home_path(storage_type="memory", type=kind, task_id=task_id),
        from_db_home_path=get_db_home_path(
            storage_type="disk", type=kind, task_id=task_id, experiment_name=experiment
        ),
        load_apps=list(get_all_apps()),
    )


def _change(
    model: str, change: str, before: SQLModel | None, after: SQLModel | None
) -> dict[str, Any]:
    return {
        "model": model,
        "change": change,
        "before": None if before is None else _columns(before),
        "after": None if after is None else _columns(after),
    }


def _in_order(records: Iterable[SQLModel]) -> list[SQLModel]:
    return sorted(records, key=lambda record: record.id)


def _columns(record: SQLModel) -> dict[str, Any]:
    return {name: _json(value) for name, value in record.to_dict().items()}


def _json(value: Any) -> Any:
    if isinstance(value, str):
        return value[:TEXT_CHARACTERS]
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(name): _json(one) for name, one in value.items()}
    if isinstance(value, list | tuple | set):
        return [_json(one) for one in value]
    return str(value)[:TEXT_CHARACTERS]


def _size(value: Any) -> int:
    if isinstance(value, dict):
        return sum(map(_size, value.values()))
    if isinstance(value, list):
        return sum(map(_size, value))
    return len(value) if isinstance(value, str) else 8
