"""What is asked: documented endpoints, and calls of them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter
from typing import Any

from bdproxy.worlds.appworld.api_catalogue import GETS_THAT_WRITE

TOKEN = "access_token"
_HARMLESS = {"todoist.show_project", "todoist.show_sections", "todoist.show_tasks"}


@dataclass(frozen=True)
class Parameter:
    """One documented parameter of an endpoint; ``choices`` if it takes only some values."""

    name: str
    type: str
    required: bool
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Endpoint:
    """One documented API; ``within`` are the parameters in its path."""

    name: str
    method: str
    path: str
    parameters: tuple[Parameter, ...]

    @property
    def within(self) -> list[str]:
        return [name for _, name, _, _ in Formatter().parse(self.path) if name]

    @property
    def beside(self) -> list[Parameter]:
        """The parameters in query or body."""
        return [one for one in self.parameters if one.name not in (*self.within, TOKEN)]

    @property
    def pages(self) -> bool:
        return any(one.name == "page_index" for one in self.parameters)

    def has(self, name: str) -> bool:
        return any(one.name == name for one in self.parameters)

    def parameter(self, name: str) -> Parameter | None:
        return next((one for one in self.parameters if one.name == name), None)


@dataclass(frozen=True)
class Call:
    """One call, as ``account``; ``within`` and the rest may hold :class:`Later` numbers."""

    endpoint: Endpoint
    account: str
    within: Mapping[str, Any] = field(default_factory=dict)
    beside: Mapping[str, Any] = field(default_factory=dict)

    @property
    def reads(self) -> bool:
        return self.endpoint.method == "GET"

    def __str__(self) -> str:
        path = self.endpoint.path.format(**self.within)
        return f"{self.endpoint.method} {path} {dict(self.beside)} as {self.account}"


@dataclass(frozen=True)
class Later:
    """The number of a record that was made after the start; each world has its own."""

    family: str
    baked: int


def endpoints(root: Path, app: str) -> list[Endpoint]:
    """The documented endpoints of an app, reading ones without those that write.

    (Some write only when they are asked for what is not there yet, as nobody does here.)
    """
    file = root / "data" / "api_docs" / "standard" / f"{app}.json"
    return list(_endpoints(app, json.loads(file.read_text(encoding="utf-8"))))


def _endpoints(app: str, documented: Mapping[str, Any]) -> Iterator[Endpoint]:
    for name, api in documented.items():
        if api["method"] == "GET" and f"{app}.{name}" in GETS_THAT_WRITE - _HARMLESS:
            continue
        parameters = tuple(
            Parameter(one["name"], one["type"], one["required"], tuple(_choices(one)))
            for one in api["parameters"]
        )
        yield Endpoint(name, api["method"], api["path"], parameters)


def _choices(parameter: Mapping[str, Any]) -> Iterator[str]:
    for constraint in parameter["constraints"]:
        if constraint.startswith("value in ["):
            listed = constraint.removeprefix("value in [").removesuffix("]")
            yield from (one.strip().strip("'") for one in listed.split(","))
