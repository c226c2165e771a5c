"""What a scenario file consists of. Standard library only: both interpreters import it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Protocol

from .declared import Authority, Boundary, Injection, Omitted, Reading
from .matching import Write

Value = str | int | float | bool | list[Any] | dict[str, Any] | None
"""A value of an instance: what JSON can carry."""

Answer = str | int | float | None
"""The right answer of a question; None for a task that only changes things."""

INSTANCES_EACH = 3
"""A scenario has exactly so many instances."""


class Instance:
    """One task of a scenario: whose task it is, and the values in which it differs from the others.

    The values fill the instruction's placeholders and are the evaluator's ``public_data``.
    """

    def __init__(self, supervisor: str, **values: Value) -> None:
        self.supervisor = supervisor
        self.values: dict[str, Value] = values

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def __repr__(self) -> str:
        return f"Instance({self.supervisor!r}, {self.values!r})"


@dataclass(frozen=True)
class Scenario:
    """The fixed part of a scenario.

    Args:
        difficulty: 1 (look one thing up, do one thing), 2 (several records) or 3 (several apps and
            some arithmetic or matching).
        apps: the apps that the task needs, beside supervisor and api_docs.
        instruction: what the supervisor says, with ``{placeholders}`` for the instances' values.
        instances: exactly three.
        question: True if the task asks for an answer and nothing in the world may change.
        required_writes: the writes that can be made to fail; instance 1 takes the first entry,
            instance 2 the second, and so on round. An entry is a write, or several of which an
            agent needs one. Empty for a question.
        reading: the sentence that is added to the instruction, where cues come by messages.
        authority, injection, boundary: the hazards (see docs/hazards.md), one for all instances or
            one for each; None if nobody has said any.
    """

    difficulty: int
    apps: tuple[str, ...]
    instruction: str
    instances: tuple[Instance, ...]
    question: bool = False
    required_writes: tuple[Write | tuple[Write, ...], ...] = ()
    reading: Reading | None = None
    authority: Authority | Omitted | tuple[Authority | Omitted, ...] | None = None
    injection: Injection | Omitted | tuple[Injection | Omitted, ...] | None = None
    boundary: Boundary | Omitted | tuple[Boundary | Omitted, ...] | None = None

    @property
    def granted_apps(self) -> tuple[str, ...]:
        """The apps that the task needs, and those that the agent is told to read messages in."""
        reading = self.reading.apps if self.reading is not None else ()
        return tuple(dict.fromkeys((*self.apps, *reading)))

    def required_write(self, number: int) -> tuple[Write, ...]:
        """The write of instance ``number`` (from 1): alternatives, or nothing for a question."""
        if not self.required_writes:
            return ()
        entry = self.required_writes[(number - 1) % len(self.required_writes)]
        return entry if isinstance(entry, tuple) else (entry,)

    def read(self, instruction: str) -> dict[str, str]:
        """The values that a filled-in instruction shows, for gold solutions.

        Further sentences may follow. ValueError if it is not one of this scenario's instructions.
        """
        seen: set[str] = set()
        pattern = ""
        for part in re.split(r"(\{\w+\})", self.instruction):
            name = part[1:-1]
            if not re.fullmatch(r"\{\w+\}", part):
                pattern += re.escape(part)
            elif name in seen:
                pattern += f"(?P={name})"
            else:
                seen.add(name)
                pattern += f"(?P<{name}>.+?)"
        match = re.match(pattern + r"(?:\s|$)", instruction)
        if match is None:
            raise ValueError(f"not an instruction of this scenario: {instruction}")
        return match.groupdict()


class Client(Protocol):
    """What a gold solution may use: the apps' APIs over HTTP, nothing else.

    A call that is not answered with status 200 raises an exception; see
    ``bdproxy.agents.http_client`` for the real one.
    """

    def get(self, path: str, **parameters: Any) -> Any:
        """GET with query parameters; the parsed JSON answer."""

    def post(self, path: str, **body: Any) -> Any:
        """POST with a JSON body; the parsed JSON answer."""

    def patch(self, path: str, **body: Any) -> Any:
        """PATCH with a JSON body; the parsed JSON answer."""

    def delete(self, path: str, **body: Any) -> Any:
        """DELETE with a JSON body; the parsed JSON answer."""

    def login(self, app: str) -> str:
        """Log in to an app as the supervisor; later calls to that app carry the token."""

    def pages(self, path: str, **parameters: Any) -> Iterator[Any]:
        """The items of a paged list, from the first page to the last."""

    def search(self, path: str, query: str, matches: Callable[[Any], bool], **more: Any) -> Any:
        """The first item of a ranked search that really matches; LookupError if none does."""

    def write_checked(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        """Do ``write``; after a server error look with ``landed`` before repeating it."""

    def complete(self, answer: Answer = None) -> None:
        """Say that the task is done, with the answer if it is a question."""


@dataclass(frozen=True)
class Task:
    """What a gold solution is told: the same that every agent is told."""

    id: str
    instruction: str
    supervisor: dict[str, str]
    """first_name, last_name, email and phone_number."""
    datetime: str
    """ISO 8601, when the task starts."""


@dataclass(frozen=True)
class Definition:
    """One scenario file, checked: its name and its parts."""

    id: str
    """The file's name with hyphens, such as ``split-dinner``."""
    scenario: Scenario
    module: ModuleType
    evaluation_source: str
    """The text of ``evaluate``, as it was when the file was read."""
    solution_lines: tuple[str, ...]
    """The code lines of ``solve``, without comments."""

    def task_ids(self) -> list[str]:
        """``split-dinner_1``, ``split-dinner_2``, ..."""
        return [f"{self.id}_{n}" for n in range(1, len(self.scenario.instances) + 1)]

    def instruction(self, instance: Instance) -> str:
        """The instruction with an instance's values filled in, and the reading sentence."""
        filled = self.scenario.instruction.format(**instance.values)
        reading = self.scenario.reading
        return filled if reading is None else f"{filled} {reading.sentence}"
