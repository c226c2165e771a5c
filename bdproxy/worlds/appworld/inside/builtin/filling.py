"""Fills the placeholders of a scenario's writes, cues and violations. Standard library only."""

import re
import string
from collections.abc import Mapping
from typing import Any

from .people import person

_WHOLE = re.compile(r"\{[^{}:!]+\}")


def fill(template: str, values: Mapping[str, Any]) -> str:
    """The text with its ``{placeholders}`` filled, as ``str.format`` does it.

    A first name can be asked for more: ``{friend:email}``, ``{friend:phone}`` and ``{friend:name}``
    (first and last name).

    Raises:
        KeyError: a placeholder has no value, or nobody is called so.
        IndexError: a list is not as long as a placeholder has it.
    """
    return _Formatter().vformat(template, (), values)


def fill_value(template: Any, values: Mapping[str, Any]) -> Any:
    """Like :func:`fill` for anything JSON: a placeholder alone gives its value, a number a number.

    Raises:
        KeyError: as for :func:`fill`.
        IndexError: as for :func:`fill`.
    """
    if isinstance(template, str):
        if _WHOLE.fullmatch(template):
            return _Formatter().get_field(template[1:-1], (), values)[0]
        return fill(template, values)
    if isinstance(template, Mapping):
        return {name: fill_value(one, values) for name, one in template.items()}
    if isinstance(template, list | tuple):
        return [fill_value(one, values) for one in template]
    return template


class _Formatter(string.Formatter):
    def format_field(self, value: Any, format_spec: str) -> Any:
        if format_spec == "email":
            return person(value).email
        if format_spec == "phone":
            return person(value).phone_number
        if format_spec == "name":
            return person(value).name
        return super().format_field(value, format_spec)
