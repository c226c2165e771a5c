"""Orders of lists: by one field, None last in both directions, and ties by age."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any

Item = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Order:
    """An order of JSON objects by the field at a path with dots; None for no order at all."""

    field: str | None
    descending: bool = False

    @classmethod
    def signed(cls, text: str | None) -> "Order":
        """``-created_at`` as an order."""
        return cls(None) if text is None else cls(text[1:], text.startswith("-"))

    def compare(self, one: Item, other: Item) -> int:
        """Negative if ``one`` comes first, positive if ``other`` does, 0 if the field is equal."""
        if self.field is None:
            return 0
        left, right = at_path(one, self.field), at_path(other, self.field)
        if left is None or right is None:
            return (left is None) - (right is None)
        if left == right:
            return 0
        return 1 if (left < right) is self.descending else -1

    def sorted(self, items: Sequence[Item]) -> list[Item]:
        """The items in this order; equal ones stay as they are."""
        return sorted(items, key=cmp_to_key(self.compare))


def at_path(item: Any, path: str) -> Any:
    """The value at a path with dots; None if there is none. Lists are passed through."""
    for name in path.split(".") if path else ():
        if isinstance(item, list):
            item = [at_path(one, name) for one in item]
        else:
            item = item.get(name) if isinstance(item, Mapping) else None
    return item


Precedes = Callable[[Any, Any], bool]
"""Whether a virtual record comes before an item of the upstream's."""


def merged(virtual: Sequence[Any], real: Sequence[Any], precedes: Precedes) -> list[Any]:
    """Virtual records, in their order, put before the first real item that each precedes."""
    result, waiting = [], list(virtual)
    for item in real:
        while waiting and precedes(waiting[0], item):
            result.append(waiting.pop(0))
        result.append(item)
    return result + waiting


def window_page(
    virtual: Sequence[Any],
    window: Sequence[Any],
    start: int,
    first: int,
    limit: int,
    precedes: Precedes,
) -> list[Any]:
    """The items ``first`` to ``first + limit`` of the merged list, from a part of the real one.

    ``window`` are the real items from ``start`` on; ``start`` is 0 or at most ``first`` less the
    number of virtual records, so that a record before the window is before the page, too.
    """
    ahead = 0
    if start > 0:
        if not window:
            return []
        while ahead < len(virtual) and precedes(virtual[ahead], window[0]):
            ahead += 1
    together = merged(virtual[ahead:], window, precedes)
    offset = first - start - ahead
    return together[offset : offset + limit]
