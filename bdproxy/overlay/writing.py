"""Writes: those that name a virtual record, and what others mean for changed fields."""

from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any

from bdproxy.overlay.catalogue import Copies, Writes
from bdproxy.overlay.context import Context
from bdproxy.overlay.exchange import Answer, LookUp
from bdproxy.overlay.expressions import filled
from bdproxy.overlay.needs import look_up_needs, refused
from bdproxy.overlay.paths import fit
from bdproxy.overlay.state import Edit, Given, OverlayState, VirtualRecord

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
    context: Context,
    record: VirtualRecord,
    writes: Writes,
    path: Mapping[str, str],
    parent: Any = None,
) -> Generator[LookUp, Answer, Step]:
    """The answer to a write against a virtual record, and the state after it."""
    new = _NewIdentifiers(context.state)
    names = context.names(path, record=context.fields(record), new=new, parent=parent)
    refusal = refused(writes.refuses, names)
    if refusal is not None:
        return refusal, context.state
    refusal = yield from look_up_needs(writes.needs, names)
    if refusal is not None:
        return refusal, context.state
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
        # Whoever sees the one sees the other.
        state = state.adding(type_, record.account, content, identifier)
    return answer, state


def after_real_write(context: Context, answer: Answer) -> Generator[LookUp, Answer, OverlayState]:
    """The state after a write that the upstream carried out."""
    quoted = yield from _quoted(context, answer)
    edits: list[Edit] = []
    for edit in context.state.edits:
        kind = context.app.records.get(edit.type)
        if kind is None or edit not in [one for one, _ in context.edits()]:
            edits.append(edit)
            continue
        record = {**edit.identity, edit.field: edit.before}
        names = context.names(
            record=record,
            field=edit.field,
            before=edit.before,
            after=edit.after,
            answer=answer.json,
        )
        for copies in kind.copies:
            edits += yield from _copied(context, edit, copies, names)
        for ends in kind.ends:
            path = _fits(ends.method, ends.path, context)
            if path is not None and ends.when({**names, "path": path}):
                break
        else:
            edits.append(edit)
    # What is put in whole is put in before anything inside it is changed.
    edits = [*quoted, *edits]
    return replace(context.state, edits=_once(edits), given=_given(context, answer))


def _once(edits: list[Edit]) -> tuple[Edit, ...]:
    """The edits without those that say nothing new: copies of copies, or back to where it was."""
    kept: list[Edit] = []
    for edit in edits:
        if not any(replace(edit, inside=one.inside) == one for one in kept):
            kept.append(edit)
    return tuple(kept)


def _given(context: Context, answer: Answer) -> tuple[Given, ...]:
    """What the run has made upstream by now."""
    names = context.names(answer=answer.json)
    state = context.state
    found = [
        Given(type_, number, state.made)
        for type_, kind in context.app.records.items()
        if kind.given is not None and (number := kind.given(names)) is not None
    ]
    return (*state.given, *found)


def _quoted(context: Context, answer: Answer) -> Generator[LookUp, Answer, list[Edit]]:
    """What the write has taken of virtual records into a record that it made.

    The last one first: each finds what was before it as the upstream has it.
    """
    edits: list[Edit] = []
    for record, kind in context.records():
        for quotes in kind.quotes:
            path = _fits(quotes.method, quotes.path, context)
            later = context.state.later(record)
            names = context.names(path, record=record.fields, later=later, answer=answer.json)
            if path is None or not quotes.when(names):
                continue
            yield from look_up_needs(quotes.needs, names)
            identity, before = filled(quotes.record, names), filled(quotes.before, names)
            text = str(filled(quotes.text, names))
            edits.append(
                Edit(
                    quotes.type, record.account, identity, quotes.field, before, text, appended=True
                )
            )
    return edits[::-1]


def _copied(
    context: Context, edit: Edit, copies: Copies, names: dict[str, Any]
) -> Generator[LookUp, Answer, list[Edit]]:
    path = _fits(copies.method, copies.path, context)
    if path is None:
        return []
    names = {**names, "path": path}
    if not copies.when(names):
        return []
    if copies.needs is not None:
        answer = yield LookUp(
            filled(copies.needs.path, names), filled(dict(copies.needs.query), names), fresh=True
        )
        if answer.status != 200:
            return []
        names["found"] = answer.json
    identity = filled(copies.record, names)
    if identity is None:
        return []
    copy = replace(edit, type=copies.type or edit.type, identity=identity, inside=True)
    if copies.before is not None and copies.after is not None:
        before, after = filled(copies.before, names), filled(copies.after, names)
        copy = replace(
            copy, before=before, text=after, appended=False, source=(edit.type, edit.identity)
        )
    return [replace(copy, field=one) for one in copies.fields or (edit.field,)]


def _fits(method: str, template: str, context: Context) -> dict[str, str] | None:
    request = context.request
    return fit(template, request.path) if method == request.method else None
