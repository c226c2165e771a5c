"""Bodies as a page shows them: text made visible, cut, with the size of the whole."""

from typing import Any, Final

from bdproxy.visible import visible

LONGEST: Final = 1200
"""Characters of a body that a page shows."""


def excerpt(body: bytes) -> dict[str, Any]:
    """``text`` and the whole's ``size`` in bytes; ``cut`` if there is more than is shown."""
    # Four bytes a character is the most that UTF-8 takes.
    text = body[: LONGEST * 4].decode("utf-8", errors="replace")
    shown: dict[str, Any] = {"text": visible(text[:LONGEST], keep_lines=True), "size": len(body)}
    if len(text) > LONGEST or len(body) > LONGEST * 4:
        shown["cut"] = True
    return shown


def short(text: str | None, longest: int = 300) -> str | None:
    """A text made visible and cut."""
    if text is None:
        return None
    cut = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return visible(cut)
