"""Which calls and which changed records are meant, said as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, JsonValue, model_validator

from bdproxy.names import Change
from bdproxy.scenarios.equality import canonical
from bdproxy.scenarios.model import Model
from bdproxy.scenarios.parameters import ObservedCall


class ParameterMatcher(Model):
    """What a parameter or a field must be: one of some values, or a text that contains another.

    Values are compared by meaning (see :mod:`bdproxy.scenarios.equality`); ``unordered`` forgets
    the order of lists. Containing goes by text in any case. A missing parameter never matches.
    """

    name: str
    any_of: Annotated[tuple[JsonValue, ...], Field(min_length=1)] | None = None
    contains: Annotated[str, Field(min_length=1)] | None = None
    unordered: bool = False

    @model_validator(mode="after")
    def _one_condition(self) -> "ParameterMatcher":
        if (self.any_of is None) == (self.contains is None):
            raise ValueError("give either any_of or contains")
        return self

    def matches(self, value: Any) -> bool:
        """Whether the parameter's value is what it must be."""
        if self.contains is not None:
            return isinstance(value, str) and self.contains.casefold() in value.casefold()
        assert self.any_of is not None
        ordered = not self.unordered
        form = canonical(value, ordered=ordered)
        return any(canonical(one, ordered=ordered) == form for one in self.any_of)

    def __str__(self) -> str:
        if self.contains is not None:
            return f"{self.name} contains {self.contains!r}"
        assert self.any_of is not None
        return f"{self.name} = {' or '.join(repr(one) for one in self.any_of)}"


class CallMatcher(Model):
    """A kind of call: every given parameter must match, others may be anything."""

    method: str
    path_template: str
    parameters: tuple[ParameterMatcher, ...] = ()

    @property
    def app(self) -> str:
        """The app that is called."""
        return self.path_template.split("/")[1]

    def matches(self, call: ObservedCall) -> bool:
        """Whether the call is one of this kind."""
        return (
            call.method == self.method
            and call.path_template == self.path_template
            and all(
                one.name in call.parameters and one.matches(call.parameters[one.name])
                for one in self.parameters
            )
        )

    def __str__(self) -> str:
        conditions = ", ".join(map(str, self.parameters))
        return f"{self.method} {self.path_template}" + (f" with {conditions}" if conditions else "")


@dataclass(frozen=True, slots=True)
class ChangedRecord:
    """One record that a run added, updated or removed, with its columns before and after.

    ``before`` is None if it was added, ``after`` if it was removed.
    """

    model: str
    change: Change
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None


class RecordMatcher(Model):
    """A kind of change between a run's start and its end state.

    ``model`` is the app and its model (``venmo.PaymentRequest``). ``fields`` are conditions on the
    record as it is after the change, or as it was if it was removed; others may be anything.
    """

    model: str
    change: Change
    fields: tuple[ParameterMatcher, ...] = ()

    def matches(self, record: ChangedRecord) -> bool:
        """Whether the record is one of this kind."""
        values = record.before if record.after is None else record.after
        return (
            record.model == self.model
            and record.change is self.change
            and values is not None
            and all(one.name in values and one.matches(values[one.name]) for one in self.fields)
        )

    def __str__(self) -> str:
        conditions = ", ".join(map(str, self.fields))
        return f"{self.model} {self.change}" + (f" with {conditions}" if conditions else "")
