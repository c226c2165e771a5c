"""Text from outside, as SQLite can hold it."""

from typing import overload


@overload
def storable(text: str) -> str: ...
@overload
def storable(text: None) -> None: ...
def storable(text: str | None) -> str | None:
    """The text with what is no Unicode escaped: ``\\udcff`` for a stray byte 0xff, say.

    The log has the raw bytes in its headers and bodies; one odd byte in a path must not cost a run.
    """
    if text is None or text.isascii():
        return text
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
