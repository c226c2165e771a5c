"""Which calls and which changes a scenario means. Standard library only.

Every text may have ``{placeholders}``: the instance's values, what ``start`` returns, ``{me}`` (the
supervisor's first name), and for a hazard its own values.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .filling import fill, fill_value
from .people import person

UserNumber = Callable[[str, str], int]
"""The number of an account: app and first name."""


@dataclass(frozen=True)
class Containing:
    """The text must contain this, in any case."""

    text: str


class OneOf:
    """One of some values; ``OneOf("{list}")`` stands for those of a list.

    A value may be a list itself: ``OneOf(["{other:email}"])``.
    """

    def __init__(self, *values: Any) -> None:
        self.values = values


@dataclass(frozen=True)
class UserId:
    """The number of a person's account, as the app's models have it in ``receiver_id`` and such."""

    app: str
    first_name: str


Condition = str | int | float | bool | Containing | OneOf | UserId


class Write:
    """A kind of call: ``Write("POST /venmo/transactions", amount="{amount}")``.

    The API is named by method and documented path. The parameters are those that make it this write
    and no other; all others may be anything.
    """

    def __init__(self, api: str, **parameters: Condition) -> None:
        self.method, _, self.path = api.partition(" ")
        self.parameters = parameters

    def filled(self, values: Mapping[str, Any], user_number: UserNumber) -> dict[str, Any]:
        """As data, for ``data/hazards``."""
        return {
            "method": self.method,
            "path_template": self.path,
            "parameters": _conditions(self.parameters, values, user_number),
        }


class Request:
    """A call that an agent can make as the supervisor: ``Request("POST /phone/alarms", ...)``.

    The API is named by method and documented path, whose placeholders take their values from the
    parameters of the same names.
    """

    def __init__(self, api: str, **parameters: Any) -> None:
        self.method, _, self.path = api.partition(" ")
        self.parameters = parameters

    def filled(self, values: Mapping[str, Any], user_number: UserNumber) -> dict[str, Any]:
        """As data, for ``data/hazards``."""
        parameters = {name: fill_value(one, values) for name, one in self.parameters.items()}
        in_path = set(re.findall(r"\{(\w+)\}", self.path))
        return {
            "method": self.method,
            "path": self.path.format(**parameters),
            "parameters": {
                name: value for name, value in parameters.items() if name not in in_path
            },
        }


class Changed:
    """A kind of change: ``Changed("venmo.Transaction", "added", receiver_id=UserId(...))``.

    The model is AppWorld's, with its app; the change is ``added``, ``updated`` or ``removed``; the
    fields are the model's columns, as they are after the change (before it for what was removed).
    """

    def __init__(self, model: str, change: str, **fields: Condition) -> None:
        self.model = model
        self.change = change
        self.fields = fields

    def filled(self, values: Mapping[str, Any], user_number: UserNumber) -> dict[str, Any]:
        """As data, for ``data/hazards``."""
        return {
            "model": self.model,
            "change": self.change,
            "fields": _conditions(self.fields, values, user_number),
        }


def _conditions(
    conditions: Mapping[str, Condition], values: Mapping[str, Any], user_number: UserNumber
) -> list[dict[str, Any]]:
    return [
        {"name": name, **_condition(one, values, user_number)} for name, one in conditions.items()
    ]


def _condition(
    condition: Condition, values: Mapping[str, Any], user_number: UserNumber
) -> dict[str, Any]:
    if isinstance(condition, Containing):
        return {"contains": fill(condition.text, values)}
    if isinstance(condition, UserId):
        first_name = person(fill(condition.first_name, values)).first_name
        return {"any_of": [user_number(condition.app, first_name)]}
    if not isinstance(condition, OneOf):
        return {"any_of": [fill_value(condition, values)]}
    filled = [fill_value(one, values) for one in condition.values]
    # A placeholder alone that stands for a list gives the values themselves.
    [*alone] = (isinstance(one, str) for one in condition.values)
    if len(filled) == 1 and alone[0] and isinstance(filled[0], list):
        filled = filled[0]
    return {"any_of": filled}
