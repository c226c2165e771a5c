"""The overlay's decision on one call: the answer that a world with the cues would give.

Pure: look-ups are asked for by yielding them, and whoever runs the generator makes them.
"""

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Any

from bdproxy.overlay.catalogue import Catalogue, Lists, RecordType, Shows, Writes
from bdproxy.overlay.context import Context, viewed
from bdproxy.overlay.editing import InPlace
from bdproxy.overlay.exchange import Answer, LookUp, Request
from bdproxy.overlay.expressions import Expression, filled
from bdproxy.overlay.listing import Listing
from bdproxy.overlay.needs import refused
from bdproxy.overlay.order import at_path
from bdproxy.overlay.paths import fit, same
from bdproxy.overlay.state import OverlayState, VirtualRecord
from bdproxy.overlay.writing import after_real_write, written


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of a call: the new answer, None if the upstream's stays, and the state after."""

    answer: Answer | None
    state: OverlayState


Decision = Generator[LookUp, Answer, Outcome]


def decide(catalogue: Catalogue, state: OverlayState, request: Request, answer: Answer) -> Decision:
    """Decide on a call that the upstream has answered.

    Raises:
        CatalogueError: an expression of the catalogue can't be evaluated.
    """
    app = catalogue.app_of(request.path)
    if app is None:
        return Outcome(None, state)
    context = Context(app, state, request)
    virtual = yield from _against_virtual(context, answer)
    if virtual is not None:
        return virtual
    if answer.status in app.missing and _hangs_on_virtual(context):
        refusal = _parents_refusal(context)
        if refusal is not None:
            return Outcome(refusal, state)
        in_place = yield from InPlace.looked_up(context)
        items = yield from _listed(context, [], in_place)
        return Outcome(Answer(200, in_place(items)), state)
    if not 200 <= answer.status < 300:
        return Outcome(None, state)
    if request.method != "GET":
        state = yield from after_real_write(context, answer)
        context = replace(context, state=state)
    in_place = yield from InPlace.looked_up(context)
    json = yield from _listed(context, answer.json, in_place)
    json = in_place(json) if in_place else json
    changed = None if json is answer.json else Answer(answer.status, json)
    return Outcome(changed, context.state)


def _against_virtual(context: Context, answer: Answer) -> Generator[LookUp, Answer, Outcome | None]:
    """The answer to a call that names a record which only the overlay knows."""
    for record in context.state.records:
        kind = context.app.records.get(record.type)
        if kind is None:
            continue
        entries: tuple[Shows | Writes, ...] = (*kind.shows, *kind.writes)
        for entry in entries:
            path = _names(context, record, kind, entry, answer)
            if path is None:
                continue
            if not context.sees(record.account):
                return _to_strangers(context, record, kind, path)
            parent = None
            if kind.rests_on is not None:
                place = filled(kind.rests_on, context.names(path, record=record.fields))
                parent = yield LookUp(place, {}, fresh=True)
                if parent.status != 200:
                    return Outcome(parent, context.state)
            if isinstance(entry, Shows):
                in_place = yield from InPlace.looked_up(context)
                shown = viewed(context.fields(record), entry.view)
                return Outcome(Answer(200, in_place(shown)), context.state)
            about = None if parent is None else parent.json
            new_answer, state = yield from written(context, record, entry, path, about)
            return Outcome(new_answer, state)
    return None


def _names(
    context: Context, record: VirtualRecord, kind: RecordType, entry: Shows | Writes, answer: Answer
) -> dict[str, str] | None:
    """What the path's placeholders stand for, if the call is the entry's and names the record."""
    request = context.request
    if entry.method != request.method or answer.status not in (
        entry.missing or context.app.missing
    ):
        return None
    path = fit(entry.path, request.path)
    if path is None or not _is_named(context, record, kind, entry.key, path):
        return None
    if isinstance(entry, Writes) and entry.when is not None:
        return path if entry.when(context.names(path, record=context.fields(record))) else None
    return path


def _to_strangers(
    context: Context, record: VirtualRecord, kind: RecordType, path: dict[str, str]
) -> Outcome | None:
    names = context.names(path, record=record.fields)
    if kind.strangers is None or not kind.strangers.when(names):
        return None
    refusal = Answer(kind.strangers.status, filled(kind.strangers.answer, names))
    return Outcome(refusal, context.state)


def _is_named(
    context: Context,
    record: VirtualRecord,
    kind: RecordType,
    key: Expression | None,
    path: dict[str, str],
) -> bool:
    if key is None:
        named: Any = path.get(kind.identifier)
    else:
        named = key(context.names(path, record=record.fields))
    return same(record.fields.get(kind.identifier), named)


def _hangs_on_virtual(context: Context) -> bool:
    """Whether the call asks for a list of a record that only the overlay knows."""
    found = _list_entry(context)
    parent = None if found is None else found[2].parent
    if found is None or parent is None:
        return False
    named = parent.key(context.names(found[3]))
    return any(
        same(record.fields.get(kind.identifier), named)
        for record, kind in context.records(parent.type)
    )


def _parents_refusal(context: Context) -> Answer | None:
    """The refusal of a call for a list of a virtual record's, for what else the call says."""
    found = _list_entry(context)
    parent = None if found is None else found[2].parent
    if found is None or parent is None:
        return None
    return refused(parent.refuses, context.names(found[3]))


def _listed(context: Context, json: Any, in_place: InPlace) -> Generator[LookUp, Answer, Any]:
    found = _list_entry(context)
    if found is None:
        return json
    name, kind, entry, path = found
    items = at_path(json, entry.items)
    if not isinstance(items, list):
        return json
    page = yield from Listing(context, name, kind, entry, path, in_place).rewritten(items)
    return json if page is None else _with_items(json, entry.items, page)


def _list_entry(
    context: Context,
) -> tuple[str, RecordType, Lists, dict[str, str]] | None:
    """The entry of the list that the call asks for; one without parameters in its path wins."""
    found: tuple[str, RecordType, Lists, dict[str, str]] | None = None
    for name, kind in context.app.records.items():
        for entry in kind.lists:
            if entry.method != context.request.method:
                continue
            path = fit(entry.path, context.request.path)
            if path is not None and (found is None or not path):
                found = (name, kind, entry, path)
    return found


def _with_items(json: Any, path: str, items: list[Any]) -> Any:
    if not path:
        return items
    name, _, rest = path.partition(".")
    return {key: _with_items(one, rest, items) if key == name else one for key, one in json.items()}
