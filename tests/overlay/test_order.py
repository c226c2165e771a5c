from functools import cmp_to_key
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bdproxy.overlay.order import Order, at_path, merged, window_page

KEYS = st.one_of(st.none(), st.integers(0, 6))


def _lists(
    descending: bool, virtual: list[Any], real: list[Any]
) -> tuple[Order, list[Any], list[Any]]:
    order = Order("key", descending)
    return (
        order,
        order.sorted([{"key": key, "virtual": number} for number, key in enumerate(virtual)]),  # type: ignore[return-value]
        order.sorted([{"key": key, "real": number} for number, key in enumerate(real)]),
    )


@settings(deadline=None)
@given(st.booleans(), st.lists(KEYS, max_size=6), st.lists(KEYS, max_size=25), st.integers(1, 9))
def test_pages_of_windows_make_the_merged_list(
    descending: bool, virtual: list[Any], real: list[Any], limit: int
) -> None:
    order, ours, theirs = _lists(descending, virtual, real)

    def precedes(one: Any, other: Any) -> bool:
        return order.compare(one, other) < 0

    whole = merged(ours, theirs, precedes)
    pages = []
    for index in range((len(whole) + limit - 1) // limit + 2):
        first = index * limit
        start = max(0, first - len(ours))
        window = theirs[start : first + limit]
        pages += window_page(ours, window, start, first, limit, precedes)
    assert pages == whole


@settings(deadline=None)
@given(st.booleans(), st.lists(KEYS, max_size=6), st.lists(KEYS, max_size=25))
def test_the_merged_list_is_sorted_and_ties_put_the_upstream_s_first(
    descending: bool, virtual: list[Any], real: list[Any]
) -> None:
    order, ours, theirs = _lists(descending, virtual, real)
    whole = merged(ours, theirs, lambda one, other: order.compare(one, other) < 0)
    assert whole == sorted([*theirs, *ours], key=cmp_to_key(order.compare))


@settings(deadline=None)
@given(st.booleans(), st.lists(KEYS, max_size=25))
def test_none_is_last_in_both_directions(descending: bool, keys: list[Any]) -> None:
    got = [one["key"] for one in Order("key", descending).sorted([{"key": key} for key in keys])]
    known = sorted((key for key in keys if key is not None), reverse=descending)
    assert got == known + [None] * keys.count(None)


def test_paths_go_through_lists() -> None:
    item = {"a": [{"b": 1}, {"b": 2}, {}], "c": 3}
    assert at_path(item, "a.b") == [1, 2, None]
    assert at_path(item, "") is item
    assert at_path(item, "c.d") is None
