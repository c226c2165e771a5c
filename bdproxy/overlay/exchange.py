"""What the engine sees of HTTP, and what it asks for: plain data."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Request:
    """A call of the agent's. ``query`` and ``body`` are its parameters by where they stand."""

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)
    principal: str | None = None

    @property
    def parameters(self) -> dict[str, Any]:
        """All but those in the path; the body's win."""
        return {**self.query, **self.body}


@dataclass(frozen=True, slots=True)
class Answer:
    """A status and the JSON of the body."""

    status: int
    json: Any


@dataclass(frozen=True, slots=True)
class LookUp:
    """A GET that the engine needs the answer of, in the agent's name.

    ``query`` has the parameters that replace the agent's own; with ``fresh`` there are only these.
    """

    path: str
    query: Mapping[str, Any]
    fresh: bool = False


LookUps = Generator[LookUp, Answer, Any]
"""Work that asks for look-ups on its way."""
