"""Records of the upstream's own that planted ones change so that lists treat them anew."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any

from bdproxy.overlay.catalogue import Affected
from bdproxy.overlay.exchange import Answer, LookUp
from bdproxy.overlay.expressions import filled

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AffectedRecord:
    """One of them: its fields as the upstream has them, and as they are with the planted ones.

    ``leaves`` says that it is no longer where the upstream lists it, ``joins`` that it is listed
    where the upstream does not: both for one that moves.
    """

    before: Fields
    after: Fields
    leaves: bool
    joins: bool


def affected_records(
    affected: Affected,
    names: Mapping[str, Any],
    changed: Callable[[Any], Any],
    listed: Callable[[Fields], bool],
    moved: Callable[[Fields, Fields], bool],
) -> Generator[LookUp, Answer, list[AffectedRecord]]:
    """The records that planted ones change, whether or not a list has them elsewhere for that.

    Args:
        affected: what the catalogue says.
        names: what its expressions can name.
        changed: puts in place what planted records change.
        listed: whether the list has a record with these fields.
        moved: whether the list has a record with these fields elsewhere than with those.
    """
    result = []
    for each in affected.each(names) or ():
        mine = {**names, "each": each}
        found = yield LookUp(filled(affected.path, mine), {}, fresh=True)
        if found.status != 200:
            continue
        before = filled(affected.record, {**mine, "found": found.json})
        after = changed(before)
        was, is_ = listed(before), listed(after)
        moves = was and is_ and moved(before, after)
        result.append(
            AffectedRecord(before, after, (was and not is_) or moves, (is_ and not was) or moves)
        )
    return [one for one in result if one.after != one.before]
