"""Changes in place: edited fields, and what virtual records change in objects of other kinds."""

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bdproxy.overlay.catalogue import Adjusts, RecordType
from bdproxy.overlay.context import Context
from bdproxy.overlay.exchange import Answer, LookUp
from bdproxy.overlay.expressions import filled
from bdproxy.overlay.needs import look_up_needs
from bdproxy.overlay.paths import fit
from bdproxy.overlay.state import Edit


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What one record changes in objects; ``names`` is what its expressions can name."""

    adjusts: Adjusts
    names: Mapping[str, Any]

    def __call__(self, item: dict[str, Any]) -> dict[str, Any]:
        """The object with the change; the very same one if there is none."""
        changes = self.adjusts.set
        if not any(name in item for name in changes):
            return item
        names = {**self.names, "object": item}
        if not self.adjusts.where(names):
            return item
        return {
            name: filled(changes[name], {**names, "value": value}) if name in changes else value
            for name, value in item.items()
        }


class InPlace:
    """What changes in the objects of one answer; finds them however deep they are."""

    def __init__(self, context: Context, adjusts: Iterable["Adjustment"]) -> None:
        self._context = context
        self._edits = list(context.edits())
        self._adjusts = tuple(adjusts)

    @classmethod
    def looked_up(cls, context: Context) -> Generator[LookUp, Answer, "InPlace"]:
        """All changes in answers to the call, with what they need looked up."""
        found = []
        for record, kind in context.records():
            for adjusts in kind.adjusts:
                path = _placeholders(adjusts, context)
                if path is not None:
                    later = context.state.later(record)
                    names = context.names(path, record=record.fields, later=later)
                    yield from look_up_needs(adjusts.needs, names)
                    found.append(Adjustment(adjusts, names))
        return cls(context, found)

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
        for adjustment in self._adjusts:
            result = adjustment(result)
        return result


def _placeholders(adjusts: Adjusts, context: Context) -> dict[str, str] | None:
    """What the path's placeholders stand for; None if it is not the call's."""
    if adjusts.path is None:
        return {}
    request = context.request
    return fit(adjusts.path, request.path) if adjusts.method == request.method else None


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
