"""What is known of an upstream's writes: when two are the same, what shows the outcome. Pure.

The detectors know no app. What they need to know of one is data: a catalogue, which the packaged
files of ``catalogues/`` are read into (see :mod:`bdproxy.grader.catalogue_files`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, JsonValue, model_validator

from bdproxy.scenarios.equality import same, same_without_order
from bdproxy.scenarios.model import Model
from bdproxy.scenarios.parameters import ObservedCall, placeholders

ApiName = Annotated[str, Field(pattern=r"^[A-Z]+ /\S*$")]
"""Method and documented path: ``GET /venmo/transactions/{transaction_id}``."""

UPDATING_METHODS = frozenset({"PATCH", "PUT"})


class Look(Model):
    """A read that can show the outcome of a write.

    ``unless``: values of its parameters with which it can't. ``agrees``: parameters that have to
    mean the same as one of the write's under another name, or be one of its list. ``anywhere``:
    placeholders of its path that need not be the write's, because only an answer knows them.
    """

    read: ApiName
    unless: dict[str, tuple[JsonValue, ...]] = Field(default_factory=dict)
    agrees: dict[str, str] = Field(default_factory=dict)
    anywhere: tuple[str, ...] = ()


class WriteEntry(Model):
    """One write: ``same`` are the parameters that make two calls of it the same write.

    ``shown_by`` names groups of looks; none: nothing can show it.
    """

    write: ApiName
    same: tuple[str, ...]
    shown_by: tuple[str, ...]


class AppCatalogue(Model):
    """One file: groups of looks by name, writes, and reads that write only incidentally."""

    looks: dict[str, tuple[Look, ...]] = Field(default_factory=dict)
    writes: tuple[WriteEntry, ...] = ()
    incidental: tuple[ApiName, ...] = ()

    @model_validator(mode="after")
    def _groups_are_there(self) -> "AppCatalogue":
        for entry in self.writes:
            for group in entry.shown_by:
                if group not in self.looks:
                    raise ValueError(f"{entry.write} is shown by {group!r}, which is not in looks")
        return self


@dataclass(frozen=True, slots=True)
class KnownWrite:
    """A write's entry, its groups of looks put together."""

    same: tuple[str, ...]
    looks: tuple[Look, ...]


class Catalogue:
    """The known writes of an upstream; ``hash`` is over all that was said of them."""

    def __init__(self, apps: Iterable[AppCatalogue], hash: str) -> None:
        self.hash = hash
        self._writes: dict[str, KnownWrite] = {}
        self._incidental: set[str] = set()
        for app in apps:
            self._incidental.update(app.incidental)
            for entry in app.writes:
                looks = tuple(look for group in entry.shown_by for look in app.looks[group])
                self._writes[entry.write] = KnownWrite(entry.same, looks)

    def known(self, call: ObservedCall) -> KnownWrite | None:
        """What is known of a write, if anything."""
        return self._writes.get(_name(call))

    def is_incidental(self, method: str, path_template: str | None) -> bool:
        """Whether an API is a read that may make a record without anybody's wanting it."""
        return f"{method} {path_template}" in self._incidental

    def same_write(self, one: ObservedCall, other: ObservedCall) -> bool:
        """Whether two calls of one API ask for the same effect, however they word it.

        They agree in the parameters that make the write what it is; if nobody knows those, in all.
        An update is the same only if it sets a field that the other one sets too.
        """
        if _name(one) != _name(other):
            return False
        known = self.known(one)
        if known is None:
            return same(dict(one.parameters), dict(other.parameters))
        identity = {*known.same, *placeholders(one.path_template)}
        if not all(_same_parameter(name, one.parameters, other.parameters) for name in known.same):
            return False
        set_by_one, set_by_other = (set(call.parameters) - identity for call in (one, other))
        return (
            one.method not in UPDATING_METHODS
            or not (set_by_one and set_by_other)
            or bool(set_by_one & set_by_other)
        )

    def can_show(self, write: ObservedCall, read: ObservedCall) -> bool:
        """Whether a read, answered, can show whether a write took place.

        Of a write that nobody knows: any read of the same app's same kind of thing
        (``/venmo/transactions…``) that is not about another one.
        """
        known = self.known(write)
        if known is None:
            return _same_kind(write, read) and all(
                name not in write.parameters
                or same(write.parameters[name], read.parameters.get(name))
                for name in placeholders(read.path_template)
            )
        return any(_shows(look, known, write, read) for look in known.looks)


def _shows(look: Look, known: KnownWrite, write: ObservedCall, read: ObservedCall) -> bool:
    if look.read != _name(read):
        return False
    given = read.parameters
    for name, values in look.unless.items():
        if name in given and any(same(given[name], value) for value in values):
            return False
    for name, in_write in look.agrees.items():
        if name in given and not _agrees(given[name], write.parameters.get(in_write)):
            return False
    free = {*look.anywhere, *look.agrees}
    return all(
        name in write.parameters and same(given.get(name), write.parameters[name])
        for name in {*placeholders(read.path_template), *(set(known.same) & set(given))} - free
    )


def _agrees(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, list):
        return any(same(value, one) for one in wanted)
    return wanted is None or same(value, wanted)


def _same_parameter(name: str, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    if name not in one or name not in other:
        return name not in one and name not in other
    return same_without_order(one[name], other[name])


def _same_kind(write: ObservedCall, read: ObservedCall) -> bool:
    kinds = [call.path_template.split("/")[1:3] for call in (write, read)]
    return kinds[0] == kinds[1]


def _name(call: ObservedCall) -> str:
    return f"{call.method} {call.path_template}"
