"""Whether a ranked search has what it found before what it did not find.

Which words a record has is told by its own answer and, where a list leaves its text out, by the
endpoint that shows it. That can say more than what is searched; so it says something only where it
holds in the baked world.
"""

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from bdproxy.overlay.expressions import texts_of
from bdproxy.overlay.search import matches
from tests.support.oracle.answers import Answer

Texts = Callable[[int, Any], Awaitable[str]]
"""All the text of a listed record, by side (0: baked, 1: overlay)."""


async def difference_of_ranks(
    baked: Sequence[Answer], other: Sequence[Answer], query: str, texts: Texts
) -> str | None:
    """What stands before something that has a word of the query, and has none itself."""
    for side, pages in enumerate((baked, other)):
        items = [item for page in pages if page.status == 200 for item in json.loads(page.body)]
        found = matches([await texts(side, item) for item in items], query)
        misplaced = _misplaced(found)
        if misplaced is None:
            continue
        if side == 0:
            # The text that can be seen is not the one that is searched.
            return None
        shown = json.dumps(items[misplaced], ensure_ascii=False)[:120]
        return f"unmatched before matched ({misplaced + 1}. of {len(items)}): {shown}"
    return None


def _misplaced(found: Sequence[int]) -> int | None:
    """The first place without a word that one with a word comes after."""
    last = max((place for place, words in enumerate(found) if words), default=-1)
    return next((place for place in range(last) if not found[place]), None)


def identified(item: Any) -> tuple[str, Any] | None:
    """The field that says which record an item is, and its value."""
    if not isinstance(item, dict):
        return None
    return next(((name, one) for name, one in item.items() if name.endswith("_id")), None)


def text_of(item: Any, details: Any) -> str:
    """The text of an item and of what shows it."""
    return f"{texts_of(item)} {texts_of(details)}"
