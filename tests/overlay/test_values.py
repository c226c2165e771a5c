from typing import Any

import pytest

from bdproxy.errors import CatalogueError
from bdproxy.overlay.expressions import Expression, filled
from bdproxy.overlay.json_style import dumped
from bdproxy.overlay.paths import fit, same
from bdproxy.overlay.search import matches, terms
from bdproxy.overlay.values import parsed


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [
        ("true", "boolean", True),
        ("False", "boolean", False),
        (True, "boolean", True),
        ("7", "integer", 7),
        ("x", "integer", None),
        ("2.5", "number", 2.5),
        ("2024-01-02", "day", "2024-01-02"),
        ("2024-01-02T03:04:05", "day", "2024-01-02"),
        ("2024-01-02|03:04:05", "moment", "2024-01-02T03:04:05"),
        ("soon", "moment", None),
        (None, "integer", None),
        ("as it is", "text", "as it is"),
    ],
)
def test_parameters(value: Any, kind: Any, expected: Any) -> None:
    assert parsed(value, kind) == expected


def test_words_are_stemmed_and_phrases_kept() -> None:
    texts = ["Paying the bills", "pay", "the bill", 'say "hello"', ""]
    assert matches(texts, "pay bill") == [2, 1, 1, 0, 0]
    assert matches(texts, '"the bills"') == [1, 0, 1, 0, 0]
    assert terms('a "b c" a') == ('"a"', '"b c"')
    assert matches(texts, '"') == [0] * 5


def test_paths() -> None:
    assert fit("/a/{b}/c", "/a/x%20y/c") == {"b": "x y"}
    assert fit("/a/{b}", "/a/b/c") is None
    assert same(7, "007")
    assert not same(7, "x")
    assert not same(1, True)
    assert same("a", "a")


def test_expressions_see_what_is_not_there_as_none() -> None:
    assert Expression("record.a.b")({"record": {"a": {"b": 1}}}) == 1
    assert Expression("record.nothing")({"record": {}}) is None
    assert filled({"a": [Expression("n + 1"), "= n"]}, {"n": 1}) == {"a": [2, "= n"]}
    with pytest.raises(CatalogueError, match="can't be evaluated"):
        Expression("a + 1")({"a": "x"})


def test_expressions_are_kept_in() -> None:
    with pytest.raises(CatalogueError):
        Expression("''.__class__.__mro__[1].__subclasses__()")({})


def test_json_is_compact_and_not_escaped() -> None:
    assert dumped({"a": [1.0, "é€"], "b": None}) == '{"a":[1.0,"é€"],"b":null}'.encode()
