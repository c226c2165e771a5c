"""A cue as planting takes it: plain JSON, its record possibly incomplete. Standard library only."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

WAYS = ("new", "appended", "edited")


class PlantError(Exception):
    """A cue can't be planted where it says; the message is one line that says why."""


@dataclass(frozen=True)
class Cue:
    """One planted text; see :func:`.planting.plant` for what ``record`` may leave out."""

    surface: str
    way: str
    account: str | None
    record: dict[str, Any]
    text: str

    @classmethod
    def from_json(cls, cue: Mapping[str, Any]) -> "Cue":
        """Check the outer form of a cue.

        Raises:
            PlantError: a field is missing or not what it must be.
        """
        surface, way, text = cue.get("surface"), cue.get("way"), cue.get("text")
        if not isinstance(surface, str) or surface.count(".") != 2:
            raise PlantError(f"surface: {surface!r} is not of the form app.record_type.field")
        if way not in WAYS:
            raise PlantError(f"{surface}: way must be one of {', '.join(WAYS)}, not {way!r}")
        if not isinstance(text, str) or not text:
            raise PlantError(f"{surface}: text is missing")
        record = cue.get("record")
        if not isinstance(record, Mapping):
            raise PlantError(f"{surface}: record must be an object")
        account = cue.get("account")
        if account is not None and not str(account).startswith(f"{surface.split('.')[0]}+"):
            raise PlantError(f"{surface}: account {account!r} is not one of this app")
        return cls(surface, str(way), account, dict(record), text)

    def to_json(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """The completed cue."""
        return {
            "surface": self.surface,
            "way": self.way,
            "account": self.account,
            "record": dict(record),
            "text": self.text,
        }

    @property
    def app(self) -> str:
        """The app that the record belongs to."""
        return self.surface.partition(".")[0]

    @property
    def record_type(self) -> str:
        """The kind of record, app included: ``phone.text_message``."""
        return self.surface.rpartition(".")[0]

    @property
    def field(self) -> str:
        """The field that carries the text."""
        return self.surface.rpartition(".")[2]

    def need(self, name: str) -> Any:
        """A field of the record that can't be worked out.

        Raises:
            PlantError: it is missing.
        """
        if name not in self.record:
            raise PlantError(f"{self.surface}: record needs {name}")
        return self.record[name]

    def error(self, message: str) -> PlantError:
        """What is wrong with this cue, as an exception."""
        return PlantError(f"{self.surface}: {message}")
