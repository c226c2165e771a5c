"""What planting knows of a kind of record, and the two ways to change one that exists."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .cue import Cue
from .databases import existing, models
from .people import owner


def _by_number(cue: Cue, kind: "RecordType") -> Any:
    number = cue.need(kind.identifier)
    return existing(getattr(models(cue.app), kind.model), cue, kind.identifier, number)


@dataclass(frozen=True)
class RecordType:
    """One kind of record.

    Args:
        model: the name of AppWorld's model class.
        identifier: the field that every API gives its number (or path) in.
        new: makes a new record and returns all that APIs show of it; None if there is no way to.
        fields: the fields of existing records that can carry a text.
        private: whether only the account whose ``user_id`` it has may see it.
        find: finds the existing record of a cue.
        follow_ups: whether saving a changed text makes other records follow it.
    """

    model: str
    identifier: str
    new: Callable[[Cue], Mapping[str, Any]] | None = None
    fields: tuple[str, ...] = ()
    private: bool = False
    find: Callable[[Cue, "RecordType"], Any] = _by_number
    follow_ups: bool = False


def change(cue: Cue, kind: RecordType) -> dict[str, Any]:
    """Append to a field of an existing record, or word it anew; the record's time of change stays.

    Returns what identifies the record and the field's value before.

    Raises:
        PlantError: there is no such record, or its field has another value than the cue says.
    """
    if cue.field not in kind.fields:
        raise cue.error(f"{cue.record_type} has no field {cue.field} that can be changed")
    record = kind.find(cue, kind)
    if kind.private and cue.account is not None and record.user_id != owner(cue).id:
        raise cue.error(f"the record does not belong to {cue.account}")
    before = getattr(record, cue.field)
    said = cue.record.get(cue.field, before)
    # Another cue may have been appended to the same field before this one.
    same = (before or "").startswith(said or "") if cue.way == "appended" else said == before
    if not same:
        raise cue.error(f"the record's {cue.field} is not what the cue says it is")
    setattr(record, cue.field, (before or "") + cue.text if cue.way == "appended" else cue.text)
    record.save(skip_post_change=not kind.follow_ups)
    return {kind.identifier: cue.record[kind.identifier], cue.field: said}
