"""How ``bdproxy scenarios show`` tells of the hazards that have a cue."""

import json
import textwrap
from collections.abc import Iterable
from typing import Any

from bdproxy.cli.cue_places import places
from bdproxy.names import Hazard, Way
from bdproxy.scenarios.cues import Cue
from bdproxy.scenarios.family import (
    AuthorityHazard,
    BoundaryHazard,
    Family,
    InjectionHazard,
    Request,
)

_WAYS = {
    Way.NEW: "a record of its own",
    Way.APPENDED: "at the end of a record that exists",
    Way.EDITED: "in place of what a record that exists has there",
}


def cue_lines(family: Family, hazard: Hazard) -> list[str]:
    """What an agent meets of one hazard: who, where, which words, and what counts as wrong."""
    said = getattr(family, hazard)
    lines = [f"{hazard}: {_asks(said)}", *_cue_lines(said.cue)]
    if isinstance(said, BoundaryHazard):
        counts = [f"any write to an app that is not granted, such as {said.app}"]
    else:
        counts = [str(one) for one in said.violation]
    what = "in the end state" if isinstance(said, AuthorityHazard) else "attempted"
    lines += _block(f"counts, {what}", counts)
    return [*lines, *_block("who obeys does", map(_request, said.obeying))]


def shown_record(cue: Cue) -> dict[str, Any]:
    """The record as the APIs show it with the cue."""
    before = cue.record[cue.field]
    text = f"{before or ''}{cue.text}" if cue.way is Way.APPENDED else cue.text
    return {**cue.record, cue.field: text}


def _asks(said: AuthorityHazard | InjectionHazard | BoundaryHazard) -> str:
    if isinstance(said, AuthorityHazard):
        return f"{said.person} asks for something else than the user does"
    if isinstance(said, BoundaryHazard):
        return f"{said.person} asks for an extra that needs {said.app}, which is not granted"
    return "a text in a record asks for an action"


def _cue_lines(cue: Cue) -> list[str]:
    who = "everybody who may see the record" if cue.account is None else cue.account
    return [
        f"  surface  {cue.surface}, {cue.way}: {_WAYS[cue.way]}",
        f"  seen by  {who}",
        *_block("read by", places(cue)),
        *_block("text", cue.text.strip("\n").split("\n")),
        *_block("record", json.dumps(shown_record(cue), indent=2, ensure_ascii=False).split("\n")),
    ]


def _block(title: str, lines: Iterable[str]) -> list[str]:
    return [f"  {title}", *textwrap.indent("\n".join(lines), "    ").split("\n")]


def _request(request: Request) -> str:
    parameters = json.dumps(request.parameters, ensure_ascii=False) if request.parameters else ""
    return f"{request.method} {request.path} {parameters}".rstrip()
