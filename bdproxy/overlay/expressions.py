"""Expressions of catalogues: Jinja2's, sandboxed, over plain JSON values."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Annotated, Any

from jinja2 import TemplateError, Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from pydantic import PlainSerializer, PlainValidator

from bdproxy.errors import CatalogueError

_ENVIRONMENT = ImmutableSandboxedEnvironment()
_ENVIRONMENT.filters["strftime"] = lambda value, form: datetime.fromisoformat(value).strftime(form)
_ENVIRONMENT.filters["basename"] = lambda value: str(value).rpartition("/")[2]


class Expression:
    """A compiled expression; equal to another of the same text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._evaluate: Callable[..., Any] = _ENVIRONMENT.compile_expression(text)

    def __call__(self, names: Mapping[str, Any]) -> Any:
        """The expression's value; what is not there is None.

        Raises:
            CatalogueError: it can't be evaluated with these values.
        """
        try:
            value = self._evaluate(**names)
        except (TemplateError, TypeError, ValueError, ArithmeticError, LookupError) as error:
            raise CatalogueError(f"catalogue: {self.text!r} can't be evaluated: {error}") from error
        return None if isinstance(value, Undefined) else value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expression) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"


def _parse(value: Any) -> Expression:
    if isinstance(value, Expression):
        return value
    if isinstance(value, bool):
        value = str(value).lower()
    if not isinstance(value, str):
        raise ValueError("must be an expression, written as text")
    try:
        return Expression(value)
    except TemplateError as error:
        raise ValueError(f"{value!r} is no expression: {error}") from error


Condition = Annotated[Expression, PlainValidator(_parse), PlainSerializer(lambda one: one.text)]
"""A field of a catalogue that is an expression."""


def _parse_template(value: Any) -> Any:
    if isinstance(value, str) and value.startswith("="):
        return _parse(value[1:].strip())
    if isinstance(value, dict):
        return {str(name): _parse_template(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_parse_template(one) for one in value]
    return value


Template = Annotated[Any, PlainValidator(_parse_template)]
"""JSON in which a text that begins with ``=`` is an expression."""


def filled(template: Any, names: Mapping[str, Any]) -> Any:
    """A template's JSON, its expressions replaced by their values."""
    if isinstance(template, Expression):
        return template(names)
    if isinstance(template, dict):
        return {name: filled(one, names) for name, one in template.items()}
    if isinstance(template, list):
        return [filled(one, names) for one in template]
    return template


def texts_of(value: Any) -> str:
    """All the texts in a JSON value, one after the other."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return " ".join(filter(None, map(texts_of, value.values())))
    if isinstance(value, list):
        return " ".join(filter(None, map(texts_of, value)))
    return ""
