"""What an answer depends on beside the planted records: looked up, one thing after another."""

from collections.abc import Generator, Mapping
from typing import Any

from bdproxy.overlay.catalogue import Needed, Refusal
from bdproxy.overlay.exchange import Answer, LookUp
from bdproxy.overlay.expressions import filled


def look_up_needs(
    needs: Mapping[str, Needed], names: dict[str, Any]
) -> Generator[LookUp, Answer, Answer | None]:
    """Put what is needed under ``names``; the refusal, if something is not there that must be."""
    for name, needed in needs.items():
        kept: list[Any] = []
        for each in needed.each(names) or ():
            mine = {**names, "each": each}
            if needed.path is not None:
                path, query = filled(needed.path, mine), filled(dict(needed.query), mine)
                found = yield LookUp(path, query, fresh=True)
                mine["found"] = found.json
                if found.status != 200:
                    refusal = None if needed.unless is None else refused((needed.unless,), mine)
                    if refusal is not None:
                        return refusal
                    continue
            kept.append(filled(needed.keep, mine))
        names[name] = kept
    return None


def refused(refusals: tuple[Refusal, ...], names: Mapping[str, Any]) -> Answer | None:
    """The first refusal that holds."""
    for one in refusals:
        if one.when(names):
            return Answer(one.status, filled(one.answer, names))
    return None
