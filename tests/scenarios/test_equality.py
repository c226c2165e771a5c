from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bdproxy.scenarios.equality import canonical, same, same_without_order

TEXTS = st.one_of(
    st.text(max_size=12),
    st.from_regex(r"[+-]?[0-9]{1,5}(\.[0-9]{1,3})?", fullmatch=True),
    st.from_regex(r"\+?[0-9 ().-]{7,16}", fullmatch=True),
    st.from_regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}", fullmatch=True),
    st.emails(),
)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXTS)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(VALUES)
def test_everything_means_what_it_means(value: Any) -> None:
    assert same(value, value)
    hash(canonical(value))


@given(VALUES, VALUES)
def test_meaning_the_same_goes_both_ways(one: Any, other: Any) -> None:
    assert same(one, other) == same(other, one)


@given(st.integers(min_value=-(10**12), max_value=10**12))
def test_a_number_is_its_text(number: int) -> None:
    assert same(number, str(number))
    assert same(number, f"{number}.0")
    assert same(number, f" {number}.00 ")
    assert not same(number, number + 1)
    assert not same(number, str(number + 1))


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e12, max_value=1e12))
def test_a_float_is_its_text(number: float) -> None:
    assert same(number, repr(number))


@given(st.emails())
def test_a_mail_address_has_no_case(address: str) -> None:
    if "," in address or ";" in address or '"' in address:
        return
    ascii_part = address if address.isascii() else address.encode("ascii", "ignore").decode()
    assert same(ascii_part, ascii_part.upper())


@given(st.from_regex(r"[1-9][0-9]{9}", fullmatch=True))
def test_a_phone_number_has_many_formats(digits: str) -> None:
    area, office, line = digits[:3], digits[3:6], digits[6:]
    for written in (
        f"({area}) {office}-{line}",
        f"{area}-{office}-{line}",
        f"{area} {office} {line}",
        f"{area}.{office}.{line}",
        f"+1 {area} {office} {line}",
        f"+1{digits}",
        int(digits),
    ):
        assert same(digits, written), written


@given(st.lists(SCALARS, max_size=6), st.randoms(use_true_random=False))
def test_order_can_be_forgotten(values: list[Any], random: Any) -> None:
    shuffled = list(values)
    random.shuffle(shuffled)
    assert same_without_order(values, shuffled)
    assert not same_without_order(values, [*values, "one more"])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (True, 1),
        (False, 0),
        (None, ""),
        (None, "null"),
        ("05", 5),
        ("2023-05-18", "2023.05.18"),
        ("2023-05-18", 20230518),
        ("2023-05-18 10:00", "2023-05-18 10:01"),
        ("Lunch", "lunch"),
        ("a b", "ab"),
        ([1, 2], [2, 1]),
        ([1], 1),
        ({"a": 1}, {"a": 1, "b": 2}),
        (10**40, 10**40 + 1),
        ("1" * 40, "1" * 39 + "2"),
        ("555-1234", "555-1235"),
        ("043-555-1234", "43-555-1234"),
    ],
)
def test_what_is_not_the_same(one: Any, other: Any) -> None:
    assert not same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (True, "true"),
        (False, "False"),
        (5, 5.0),
        (5, "5"),
        ("5.50", 5.5),
        ("1e3", 1000),
        (-0.0, 0),
        ([1, "2"], ["1", 2.0]),
        ((1, 2), [1, 2]),
        ({"a": 1, "b": [2]}, {"b": ["2.0"], "a": "1"}),
        ("2023-05-18T10:00:00", "2023-05-18 10:00"),
        (" lunch ", "lunch"),
        ("(503) 555-1370", 5035551370),
        (float("nan"), float("nan")),
    ],
)
def test_what_is_the_same(one: Any, other: Any) -> None:
    assert same(one, other)


def test_forgetting_order_counts_repetitions() -> None:
    assert not same_without_order([1, 1, 2], [1, 2, 2])
    assert same_without_order([[1, 2], "3"], [3, [2, 1]])


def test_only_json_has_a_meaning() -> None:
    with pytest.raises(TypeError, match="not a JSON value: set"):
        canonical({1, 2})
