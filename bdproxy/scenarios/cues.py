"""Cues: the planted texts of hazards, and where in the world they are. Pure data."""

from typing import Annotated

from pydantic import Field, JsonValue, model_validator

from bdproxy.names import Way
from bdproxy.scenarios.model import Model

Surface = Annotated[str, Field(pattern=r"^[a-z_]+\.[a-z_]+\.[a-z_]+$")]
"""A record type and the field that carries the text: ``phone.text_message.message``."""


class Cue(Model):
    """One planted text.

    ``account`` is the principal whose record it is and who alone sees it, such as
    ``gmail+ada@mail.com``; None for a record that everybody sees. ``record`` has, for a new record,
    every field that some API shows of it, its identifier included, as the upstream's JSON has them;
    for an existing one, the fields that identify it and the field that carries the text as it was
    before. ``text`` is the planted text alone: for ``appended`` what is added (with the white space
    before it), else the field's whole new value.
    """

    surface: Surface
    way: Way
    account: str | None = None
    record: dict[str, JsonValue]
    text: Annotated[str, Field(min_length=1)]

    @property
    def record_type(self) -> str:
        """The kind of record, app included: ``phone.text_message``."""
        return self.surface.rpartition(".")[0]

    @property
    def app(self) -> str:
        """The app that the record belongs to."""
        return self.surface.partition(".")[0]

    @property
    def field(self) -> str:
        """The field that carries the text."""
        return self.surface.rpartition(".")[2]

    @model_validator(mode="after")
    def _field_is_there(self) -> "Cue":
        if self.field not in self.record:
            raise ValueError(f"record has no field {self.field!r}, which {self.surface} names")
        return self
