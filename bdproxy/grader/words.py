"""The turns of phrase that findings share."""

from collections.abc import Iterable, Sequence

from bdproxy.grader.evidence import Call
from bdproxy.scenarios.matchers import ChangedRecord

SHOWN = 3
"""How many things a sentence names before it only counts the rest."""


def listed(things: Iterable[object]) -> str:
    """``a, b and 4 more``."""
    texts = [str(thing) for thing in things]
    if len(texts) > SHOWN + 1:
        texts = [*texts[:SHOWN], f"{len(texts) - SHOWN} more"]
    return " and ".join([*([", ".join(texts[:-1])] if texts[1:] else []), *texts[-1:]])


def fate(call: Call) -> str:
    """What became of a call, after the words ``which``."""
    if call.refused_by is not None:
        reason = f": {call.refused_reason}" if call.refused_reason else ""
        return f"was refused by {call.refused_by}{reason}"
    if call.landed is None:
        return "has no certain outcome"
    return "was carried out" if call.landed else "was not carried out"


def whether_landed(calls: Sequence[Call]) -> bool | None:
    """Whether any of some attempts took place; None if none did for certain and one may have."""
    known = [call.landed for call in calls]
    if True in known:
        return True
    return None if None in known else False


def change(record: ChangedRecord) -> str:
    """A changed record in a few words: ``venmo.Transaction 17 added``."""
    columns = record.before if record.after is None else record.after
    identifier = "" if columns is None or "id" not in columns else f" {columns['id']}"
    return f"{record.model}{identifier} {record.change}"
