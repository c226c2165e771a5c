"""Path templates: which fit a path, and with what values."""

import re
from functools import lru_cache
from urllib.parse import unquote

_PLACEHOLDER = re.compile(r"(\{[^}]+\})")


@lru_cache(maxsize=1024)
def _pattern(template: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    parts = _PLACEHOLDER.split(template)
    pattern = "".join("([^/]+)" if part.startswith("{") else re.escape(part) for part in parts)
    names = tuple(part[1:-1] for part in parts if part.startswith("{"))
    return re.compile(pattern), names


def fit(template: str, path: str) -> dict[str, str] | None:
    """The values of a template's placeholders in a raw path; None if the path does not fit."""
    pattern, names = _pattern(template)
    match = pattern.fullmatch(unquote(path))
    return None if match is None else dict(zip(names, match.groups(), strict=True))


def same(value: object, text: object) -> bool:
    """Whether a text of a path, query or body means a JSON value: ``"7"`` means 7."""
    if isinstance(value, bool) or isinstance(text, bool):
        return value is text
    if isinstance(value, int) and isinstance(text, str):
        try:
            return int(text) == value
        except ValueError:
            return False
    return value == text
