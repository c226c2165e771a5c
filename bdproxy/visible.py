"""Text that others wrote (agents, worlds, tasks), made safe to show."""

import unicodedata

_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"
"""Zero-width (non-)joiners: harmless, and scripts and emoji need them."""


def visible(text: str, *, keep_lines: bool = False) -> str:
    """``text`` with every control character shown instead of obeyed.

    Escape sequences, text-direction overrides and lone surrogates become symbols (``␛``) or
    ``<U+202E>``. ``keep_lines`` leaves line feeds and tabs as they are.
    """
    if text.isascii() and text.isprintable():
        return text
    kept = "\n\t" if keep_lines else ""
    return "".join(one if one in kept else _shown(one) for one in text)


def _shown(character: str) -> str:
    if unicodedata.category(character) not in _INVISIBLE or character in _JOINERS:
        return character
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"<U+{code:04X}>"
