"""Changes in place: edited fields, and what virtual records change in objects of other kinds."""

from collections.abc import Mapping
from typing import Any

from bdproxy.overlay.catalogue import Adjusts, RecordType
from bdproxy.overlay.context import Context
from bdproxy.overlay.expressions import filled
from bdproxy.overlay.paths import fit
from bdproxy.overlay.state import Edit


class InPlace:
    """What changes in the objects of one answer; finds them however deep they are."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._edits = list(context.edits())
        self._adjusts = [
            (record.fields, adjusts)
            for record, kind in context.records()
            for adjusts in kind.adjusts
            if _applies(adjusts, context)
        ]

    def __bool__(self) -> bool:
        return bool(self._edits or self._adjusts)

    def __call__(self, value: Any) -> Any:
        """The value with all changes; the very same object if there are none."""
        if isinstance(value, list):
            changed = [self(one) for one in value]
            return (
                changed if any(a is not b for a, b in zip(changed, value, strict=True)) else value
            )
        if not isinstance(value, dict):
            return value
        inner = {name: self(one) for name, one in value.items()}
        result = inner if any(inner[name] is not value[name] for name in value) else value
        for edit, kind in self._edits:
            result = edited(result, edit, kind, self._context)
        for fields, adjusts in self._adjusts:
            result = _adjusted(result, fields, adjusts, self._context)
        return result


def _applies(adjusts: Adjusts, context: Context) -> bool:
    if adjusts.path is None:
        return True
    request = context.request
    return adjusts.method == request.method and fit(adjusts.path, request.path) is not None


def is_of(item: Mapping[str, Any], edit: Edit, kind: RecordType) -> bool:
    """Whether an object is a view of the edited record."""
    if any(name in item for name in kind.not_beside):
        return False
    return all(name in item and item[name] == value for name, value in edit.identity.items())


def edited(item: dict[str, Any], edit: Edit, kind: RecordType, context: Context) -> dict[str, Any]:
    """The object with the edit, if it shows the edited field."""
    if edit.field in item and is_of(item, edit, kind):
        item = {**item, edit.field: edit.value(item[edit.field])}
    for also in kind.also:
        if also.carries == edit.field and also.field in item:
            names = context.names(record=edit.identity, object=item)
            if also.where(names):
                item = {**item, also.field: edit.value(item[also.field])}
    return item


def _adjusted(
    item: dict[str, Any], fields: Mapping[str, Any], adjusts: Adjusts, context: Context
) -> dict[str, Any]:
    names = context.names(record=fields, object=item)
    if not any(name in item for name in adjusts.set) or not adjusts.where(names):
        return item
    return {
        name: filled(adjusts.set[name], {**names, "value": value}) if name in adjusts.set else value
        for name, value in item.items()
    }
