"""One call against a run's overlay: what every step of the engine looks at."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bdproxy.overlay.catalogue import AppCatalogue, RecordType
from bdproxy.overlay.exchange import Request
from bdproxy.overlay.expressions import filled
from bdproxy.overlay.state import Edit, OverlayState, VirtualRecord


@dataclass(frozen=True, slots=True)
class Context:
    """An app's catalogue, the run's state and the agent's request."""

    app: AppCatalogue
    state: OverlayState
    request: Request

    def names(self, path: Mapping[str, str] | None = None, **more: Any) -> dict[str, Any]:
        """What an expression can name."""
        principal = self.request.principal
        return {
            "now": self.state.now,
            "parameters": self.request.parameters,
            "path": path or {},
            "principal": principal,
            "virtual": _Virtual(self),
            "address": None if principal is None else principal.partition("+")[2],
            **more,
        }

    def sees(self, account: str | None) -> bool:
        """Whether the caller sees a record of this account's."""
        return account is None or account == self.request.principal

    def records(self, type_: str | None = None) -> Iterator[tuple[VirtualRecord, RecordType]]:
        """The app's virtual records that the caller sees, oldest first, with derived fields."""
        for record in self.state.records:
            kind = self.app.records.get(record.type)
            if kind is not None and type_ in (None, record.type) and self.sees(record.account):
                yield replace(record, fields=self.fields(record)), kind

    def fields(self, record: VirtualRecord) -> Mapping[str, Any]:
        """A record's fields, the derived ones among them."""
        derived = self.app.records[record.type].derived
        if not derived:
            return record.fields
        names = self.names(record=record.fields)
        return {**record.fields, **{name: filled(one, names) for name, one in derived.items()}}

    def edits(self, type_: str | None = None) -> Iterator[tuple[Edit, RecordType]]:
        """The app's changed fields that the caller sees."""
        for edit in self.state.edits:
            kind = self.app.records.get(edit.type)
            if kind is not None and type_ in (None, edit.type) and self.sees(edit.account):
                yield edit, kind


class _Virtual:
    """The virtual records that the caller sees, as expressions find them: by type."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def __getitem__(self, type_: str) -> list[Mapping[str, Any]]:
        return [record.fields for record, _ in self._context.records(type_)]


def viewed(fields: Mapping[str, Any], view: tuple[str, ...] | None) -> dict[str, Any]:
    """A record's fields as an endpoint shows them; names that begin with ``_`` are never shown."""
    if view is None:
        return {name: value for name, value in fields.items() if not name.startswith("_")}
    return {name: fields[name] for name in view if name in fields}
