"""When two values of a call mean the same: ``5``, ``5.0`` and ``"5"``, however they were sent.

Each value has one canonical form and two values mean the same if their forms are equal, so that
meaning the same is reflexive, symmetric and transitive by construction.
"""

import re
from collections import Counter
from collections.abc import Hashable, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?")
_MAIL_ADDRESS = re.compile(r"[^\s@,;<>\"]+@[^\s@,;<>\"]+")
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?")
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}[.-][0-9]{1,2}[.-][0-9]{4}")
_PHONE_NUMBER = re.compile(r"\+?[0-9][0-9 ().-]*[0-9]|\([0-9][0-9 ().-]*[0-9]")
_PHONE_DIGITS = range(7, 16)
"""How many digits a phone number has (ITU-T E.164: at most 15)."""


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values, or texts that stand for such, mean the same."""
    return canonical(one) == canonical(other)


def same_without_order(one: Any, other: Any) -> bool:
    """Like :func:`same`, for lists whose order means nothing; repetitions count."""
    return canonical(one, ordered=False) == canonical(other, ordered=False)


def canonical(value: Any, *, ordered: bool = True) -> Hashable:
    """The form that all values of the same meaning share.

    Numbers and texts of numbers, booleans and their words, mail addresses in any case, phone
    numbers in any format (a leading +1 is the national form's), moments with a space or a T. Other
    texts are themselves but for white space around them. ``ordered=False`` forgets the order of
    lists at every depth.
    """
    if value is None:
        return ("null",)
    if isinstance(value, bool):
        return ("boolean", value)
    if isinstance(value, int | float | Decimal):
        return _number(Decimal(str(value)))
    if isinstance(value, str):
        return _text(value.strip())
    if isinstance(value, Mapping):
        items = ((str(key), canonical(one, ordered=ordered)) for key, one in value.items())
        return ("object", frozenset(items))
    if isinstance(value, list | tuple):
        forms = [canonical(one, ordered=ordered) for one in value]
        return ("list", tuple(forms) if ordered else frozenset(Counter(forms).items()))
    raise TypeError(f"not a JSON value: {type(value).__name__}")


def _number(value: Decimal) -> Hashable:
    # Infinity and NaN are no JSON, but Python's parser lets them in; NaN equals itself here.
    return ("number", value if value.is_finite() else str(value))


def _text(text: str) -> Hashable:
    if text.lower() in ("true", "false"):
        return ("boolean", text.lower() == "true")
    if _NUMBER.fullmatch(text):
        return _number(Decimal(text))
    if _MAIL_ADDRESS.fullmatch(text):
        return ("mail address", text.lower())
    if _MOMENT.fullmatch(text):
        try:
            return ("moment", datetime.fromisoformat(text))
        except ValueError:
            return ("text", text)
    if _PHONE_NUMBER.fullmatch(text) and not _DATE.fullmatch(text):
        digits = re.sub(r"[^0-9]", "", text)
        if len(digits) in _PHONE_DIGITS:
            return _phone_number(digits, international=text.startswith("+"))
    return ("text", text)


def _phone_number(digits: str, *, international: bool) -> Hashable:
    if international and len(digits) == 11 and digits.startswith("1"):
        digits = digits[1:]
    # As a bare number where it could be sent as one.
    return ("digits", digits) if digits.startswith("0") else _number(Decimal(digits))
