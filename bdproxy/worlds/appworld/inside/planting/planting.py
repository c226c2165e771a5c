"""Writes cues into the databases that are bound at the moment."""

from collections.abc import Mapping
from typing import Any

from . import (
    amazon,
    file_system,
    gmail,
    phone,
    simple_note,
    splitwise,
    spotify,
    todoist,
    venmo,
)
from .cue import Cue, PlantError
from .record_types import RecordType, change

_APPS = (phone, gmail, simple_note, venmo, todoist, splitwise, file_system, amazon, spotify)
RECORD_TYPES: dict[str, RecordType] = {
    name: kind for app in _APPS for name, kind in app.RECORD_TYPES.items()
}
"""Every kind of record that can carry a cue, by ``app.record_type``."""


def plant(cue: Mapping[str, Any]) -> dict[str, Any]:
    """Write one cue into the databases and return it completed.

    Args:
        cue: ``surface`` (``app.record_type.field``), ``way`` (new, appended, edited), ``account``
            (``app+mail address`` or ``phone+number``), ``record`` and ``text``.
            ``record`` may be incomplete; the modules of the apps say what each kind of record
            needs. People are mail addresses (or, on the phone, numbers), or objects that have one.
            A new record's time is the field in which the API shows it, or ``minutes_ago``
            before the clock (30 unless given).

    Returns:
        The cue with ``record`` complete: for a new record every field that an API shows of it, with
        the JSON types and names that the API uses (names that begin with ``_`` say what none
        shows); for an existing one, what identifies it and the
        carrying field's value before. A new record's identifier, unless given, is worked out from
        account, surface and text and lies 1,000 to 4,999 above the table's highest. A completed cue
        planted into a fresh copy of the same databases gives the same world again.

    Raises:
        PlantError: the cue is malformed, or the databases don't have what it refers to.
    """
    checked = Cue.from_json(cue)
    kind = RECORD_TYPES.get(checked.record_type)
    if kind is None:
        known = ", ".join(sorted(RECORD_TYPES))
        raise PlantError(f"surface: {checked.surface!r} is of no known record type ({known})")
    if checked.way != "new":
        return checked.to_json(change(checked, kind))
    if kind.new is None:
        raise checked.error("a new record of this type can't be planted")
    record = kind.new(checked)
    if checked.field not in record or record[checked.field] != checked.text:
        raise checked.error(f"a new record does not carry its text in {checked.field}")
    return checked.to_json(record)
