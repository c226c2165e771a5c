"""What the overlay adds to a world, as far as a run has got. Immutable: a step makes a new one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bdproxy.errors import CatalogueError
from bdproxy.names import Way
from bdproxy.overlay.catalogue import AppCatalogue, Catalogue
from bdproxy.overlay.expressions import filled
from bdproxy.scenarios.cues import Cue


@dataclass(frozen=True, slots=True)
class VirtualRecord:
    """A record that the upstream does not have.

    ``fields`` are all that any API shows of it, and those of the catalogue's ``start``. ``key``
    tells it from others for good.
    """

    key: int
    type: str
    account: str | None
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Edit:
    """A changed field of a record that the upstream has.

    ``identity`` are the fields that identify the record, ``before`` is the field's value upstream
    when the run began.
    """

    type: str
    account: str | None
    identity: Mapping[str, Any]
    field: str
    before: Any
    text: str
    appended: bool
    inside: bool = False
    """Whether the field only has the text somewhere in it: a copy of another one."""
    source: tuple[str, Mapping[str, Any]] | None = None
    """Type and identity of what it is a copy of, where several may have been copied."""

    @property
    def after(self) -> str:
        """The whole field as it would have been when the run began."""
        return f"{self.before or ''}{self.text}" if self.appended else self.text

    def value(self, upstream: Any) -> Any:
        """The field as the agent gets it.

        What the agent itself adds before or after the text stays where it was added.
        """
        if self.inside:
            found = isinstance(upstream, str) and self.before
            return upstream.replace(self.before, self.after, 1) if found else upstream
        if not self.appended:
            return self.text
        if not isinstance(upstream, str):
            return self.text if upstream is None else upstream
        before = self.before or ""
        at = upstream.find(before)
        if at < 0:
            return upstream
        end = at + len(before)
        return upstream[:end] + self.text + upstream[end:]


@dataclass(frozen=True, slots=True)
class Given:
    """A record that the run made upstream: its number, and how many virtual ones were older."""

    type: str
    number: Any
    after: int


@dataclass(frozen=True, slots=True)
class OverlayState:
    """A run's overlay. ``now`` is the world's clock, ISO 8601 without zone."""

    now: str
    records: tuple[VirtualRecord, ...] = ()
    edits: tuple[Edit, ...] = ()
    made: int = 0
    """How many records there have been, removed ones included."""
    highest: Mapping[str, int] = field(default_factory=dict)
    """The highest identifier of each kind that was ever given, by the identifier's name."""
    given: tuple[Given, ...] = ()
    """What the run made upstream, of kinds whose catalogue entries say how to know."""

    def with_record(self, record: VirtualRecord) -> "OverlayState":
        """The state in which a record is another."""
        return replace(
            self,
            records=tuple(record if one.key == record.key else one for one in self.records),
        )

    def later(self, record: VirtualRecord) -> dict[str, list[Any]]:
        """The numbers of what the run made upstream after a virtual record, by type."""
        found: dict[str, list[Any]] = {}
        for one in self.given:
            if one.after > record.key:
                found.setdefault(one.type, []).append(one.number)
        return found

    def without_record(self, record: VirtualRecord) -> "OverlayState":
        """The state in which a record is gone."""
        return replace(self, records=tuple(one for one in self.records if one.key != record.key))

    def adding(
        self, type_: str, account: str | None, fields: Mapping[str, Any], identifier: str
    ) -> "OverlayState":
        """The state with one record more."""
        highest = dict(self.highest)
        if isinstance(fields.get(identifier), int):
            highest[identifier] = max(highest.get(identifier, 0), fields[identifier])
        record = VirtualRecord(self.made, type_, account, dict(fields))
        return replace(self, records=(*self.records, record), made=self.made + 1, highest=highest)

    def reserve(self, identifier: str) -> "tuple[int, OverlayState]":
        """The next identifier of a kind, as a database would give it, and the state after."""
        number = self.highest.get(identifier, max(self.highest.values(), default=0)) + 1
        return number, replace(self, highest={**self.highest, identifier: number})


def _planted(
    state: OverlayState, app: AppCatalogue, name: str, account: str | None, fields: dict[str, Any]
) -> OverlayState:
    kind = app.records[name]
    names = {"record": fields, "now": state.now}
    started = {field: filled(one, names) for field, one in kind.start.items()}
    state = state.adding(name, account, {**fields, **started}, kind.identifier)
    for brought in kind.brings:
        content = filled(brought.fields, names)
        state = _planted(state, app, brought.type, account, content)
    return state


def initial_state(catalogue: Catalogue, cues: Iterable[Cue], now: str) -> OverlayState:
    """The state at a run's start.

    Raises:
        CatalogueError: a cue is of a kind that the catalogue does not know.
    """
    state = OverlayState(now)
    for cue in cues:
        app = catalogue.apps.get(cue.app)
        if app is None or cue.record_type not in app.records:
            raise CatalogueError(
                f"surface {cue.surface}: no catalogue describes {cue.record_type}; "
                "add it to the app's catalogue (docs/overlay.md)"
            )
        if cue.way is Way.NEW:
            fields = {**cue.record, cue.field: cue.text}
            state = _planted(state, app, cue.record_type, cue.account, fields)
        else:
            identity = {name: one for name, one in cue.record.items() if name != cue.field}
            state = replace(
                state,
                edits=(
                    *state.edits,
                    Edit(
                        cue.record_type,
                        cue.account,
                        identity,
                        cue.field,
                        cue.record[cue.field],
                        cue.text,
                        cue.way is Way.APPENDED,
                    ),
                ),
            )
    return state
