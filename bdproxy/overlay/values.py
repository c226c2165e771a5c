"""Parameters as filters compare them."""

from datetime import datetime
from typing import Any

from bdproxy.overlay.catalogue import ValueType

_TRUE = frozenset({"true", "1", "yes", "on", "t", "y"})


def parsed(value: Any, kind: ValueType) -> Any:
    """A parameter's value by its type; None if it is of another."""
    if value is None:
        return None
    try:
        match kind:
            case "boolean":
                return value if isinstance(value, bool) else str(value).strip().lower() in _TRUE
            case "integer":
                return int(value)
            case "number":
                return float(value)
            case "day":
                return _moment(str(value))[:10]
            case "moment":
                return _moment(str(value))
            case "text":
                return value
    except ValueError:
        return None


def _moment(text: str) -> str:
    for form in ("%Y-%m-%d|%H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d"):
        try:
            return datetime.strptime(text, form).isoformat()
        except ValueError:
            continue
    raise ValueError(f"{text!r} is no time")
