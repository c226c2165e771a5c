"""Text that others wrote, for tables on a terminal."""

from rich.text import Text

from bdproxy.visible import visible

__all__ = ["plain", "visible"]


def plain(text: object, style: str = "", *, keep_lines: bool = False) -> Text:
    """``text`` for rich, free of markup and control characters; None becomes empty."""
    return Text("" if text is None else visible(str(text), keep_lines=keep_lines), style=style)
