"""Writes: those that name a virtual record, and what others mean for changed fields."""

from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any

from bdproxy.overlay.catalogue import Refusal, Writes
from bdproxy.overlay.context import Context
from bdproxy.overlay.exchange import Answer, LookUp
from bdproxy.overlay.expressions import filled
from bdproxy.overlay.paths import fit
from bdproxy.overlay.state import Edit, OverlayState, VirtualRecord

Step = tuple[Answer, OverlayState]


class _NewIdentifiers:
    """Gives out identifiers by their names, each once: ``new.email_id`` in a catalogue."""

    def __init__(self, state: OverlayState) -> None:
        self.state = state
        self._given: dict[str, int] = {}

    def __getitem__(self, name: str) -> int:
        if name not in self._given:
            self._given[name], self.state = self.state.reserve(name)
        return self._given[name]


def written(
    context: Context, record: VirtualRecord, writes: Writes, path: Mapping[str, str]
) -> Generator[LookUp, Answer, Step]:
    """The answer to a write against a virtual record, and the state after it."""
    new = _NewIdentifiers(context.state)
    names = context.names(path, record=record.fields, new=new)
    refusal = _refusal(writes.refuses, names)
    if refusal is not None:
        return refusal, context.state
    for name, needed in writes.needs.items():
        found: list[Any] = []
        for each in needed.each(names) or ():
            mine = {**names, "each": each}
            look_up = LookUp(needed.path, filled(dict(needed.query), mine), fresh=True)
            answer = yield look_up
            if answer.status != 200:
                if needed.unless is not None:
                    failed = {**mine, "answer": answer.json}
                    return Answer(needed.unless.status, filled(needed.unless.answer, failed)), (
                        context.state
                    )
                continue
            found.append(answer.json)
        names[name] = found
    answer = Answer(200, filled(writes.answer, names))
    made = [(one.type, filled(one.fields, names)) for one in writes.makes]
    fields = {
        **record.fields,
        **{
            name: filled(one, {**names, "value": record.fields.get(name)})
            for name, one in writes.set.items()
        },
    }
    state = new.state
    if writes.removes:
        state = state.without_record(record)
    else:
        state = state.with_record(replace(record, fields=fields))
    for type_, content in made:
        identifier = context.app.records[type_].identifier
        state = state.adding(type_, context.request.principal, content, identifier)
    return answer, state


def _refusal(refusals: tuple[Refusal, ...], names: Mapping[str, Any]) -> Answer | None:
    for one in refusals:
        if one.when(names):
            return Answer(one.status, filled(one.answer, names))
    return None


def after_real_write(context: Context, answer: Answer) -> OverlayState:
    """The state after a write that the upstream carried out."""
    edits: list[Edit] = []
    for edit in context.state.edits:
        kind = context.app.records.get(edit.type)
        names = context.names(record={**edit.identity, edit.field: edit.before}, answer=answer.json)
        for copies in () if kind is None else kind.copies:
            path = _fits(copies.method, copies.path, context)
            if path is not None and copies.when({**names, "path": path}):
                identity = filled(copies.record, {**names, "path": path})
                edits.append(replace(edit, identity=identity))
        for ends in () if kind is None else kind.ends:
            path = _fits(ends.method, ends.path, context)
            if path is not None and ends.when({**names, "path": path}):
                break
        else:
            edits.append(edit)
    return replace(context.state, edits=tuple(edits))


def _fits(method: str, template: str, context: Context) -> dict[str, str] | None:
    request = context.request
    return fit(template, request.path) if method == request.method else None
