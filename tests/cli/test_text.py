import unicodedata

from hypothesis import given
from hypothesis import strategies as some
from rich.console import Console

from bdproxy.cli.text import plain, visible


def test_controls_are_shown() -> None:
    assert visible("a\x1b[31mb\x7f\x9b\u202e\n") == "a␛[31mb␡<U+009B><U+202E>␊"
    assert visible("one\n\ttwo\r", keep_lines=True) == "one\n\ttwo␍"
    assert visible("\ud800") == "<U+D800>"


def test_ordinary_text_stays() -> None:
    for text in ("Zoë paid 12 €", "日本語", "👩\u200d👧", "[bold]not markup[/bold]"):
        assert visible(text) == text


@given(some.text(some.characters()))
def test_nothing_reaches_the_terminal_but_text(text: str) -> None:
    console = Console(force_terminal=True, color_system=None, width=40)
    with console.capture() as capture:
        console.print(plain(text), end="")
    for character in capture.get():
        is_control = unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"}
        assert not is_control or character == "\n"
    visible(text).encode()


@given(some.text(some.characters()))
def test_twice_is_once(text: str) -> None:
    assert visible(visible(text)) == visible(text)
