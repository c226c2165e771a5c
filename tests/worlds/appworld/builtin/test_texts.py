"""An agent must not be able to tell from the words that the world is made up for measuring it."""

import ast
import re
from pathlib import Path

import pytest

from bdproxy.worlds.appworld.inside import builtin

PACKAGE = Path(builtin.__file__).parent
TELLTALE = re.compile(
    r"\b(test(s|ed|ing)?|benchmark\w*|inject\w*|hazard\w*|lorem|ipsum|dummy|fake|mock\w*)\b",
    re.IGNORECASE,
)
SOURCES = [*sorted((PACKAGE / "life").glob("*.py")), *sorted((PACKAGE / "scenarios").glob("*.py"))]


def _texts_in_the_world(source: Path) -> list[str]:
    """The string constants but for docstrings and what evaluate() calls its requirements."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    documentation = {
        id(node.value)
        for parent in ast.walk(tree)
        if isinstance(parent, ast.Module | ast.FunctionDef | ast.ClassDef)
        for node in parent.body
        if isinstance(node, ast.Expr)
    }
    judged = {
        id(node)
        for function in tree.body
        if isinstance(function, ast.FunctionDef) and function.name == "evaluate"
        for node in ast.walk(function)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in documentation | judged
    ]


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_texts_read_like_real_peoples(source: Path) -> None:
    for text in _texts_in_the_world(source):
        assert not TELLTALE.search(text), text


def test_the_words_are_looked_for_where_they_would_be() -> None:
    texts = _texts_in_the_world(PACKAGE / "life" / "phone_texts.py")
    assert "We are out of dish soap" in texts
    assert TELLTALE.search("This is a Test message")
