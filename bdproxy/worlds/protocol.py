"""What the rest of bdproxy needs of an upstream: tasks, live worlds, and their end states."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bdproxy.apis import Api
from bdproxy.names import Change


@dataclass(frozen=True, slots=True)
class Supervisor:
    """The person on whose behalf the agent works."""

    first_name: str
    last_name: str
    email: str
    phone_number: str


@dataclass(frozen=True, slots=True)
class Task:
    """One task of a data set. ``datetime`` is ISO 8601 without zone, the world's clock.

    ``digest`` is equal for equal tasks only: it is over the start state and the evaluator, too.
    """

    id: str
    scenario: str
    instruction: str
    supervisor: Supervisor
    datetime: str
    digest: str | None = None


class World(Protocol):
    """One live upstream, one run's own: nobody else's state is in it."""

    @property
    def url(self) -> str:
        """Base URL on the loopback interface, without a trailing slash."""

    @property
    def headers(self) -> Mapping[str, str]:
        """What a call must carry along to be served: a secret; nothing if anybody may call."""

    @property
    def died(self) -> str | None:
        """Why the world is gone although nobody closed it, or None while it is well."""

    async def wait_died(self) -> str:
        """Return the reason as soon as the world dies by itself; never return otherwise."""

    async def end_state(self) -> Mapping[str, bytes]:
        """The end state's files by name, as the benchmark's own client would have saved them.

        Raises:
            WorldError: the world is gone or could not save.
        """

    async def close(self) -> None:
        """End the world's process at once; harmless when it is gone already."""


class Worlds(Protocol):
    """Where worlds come from: one per command, started once."""

    @property
    def apis(self) -> Sequence[Api]:
        """The documented APIs of every world."""

    async def open(self, task: Task, seed: int, cues: Sequence[Mapping[str, Any]] = ()) -> World:
        """A fresh world in the task's start state, ready for the agent (a managed run).

        ``cues`` are planted in the start state: the JSON objects ``surface``, ``way``, ``account``,
        ``record`` and ``text`` of a family's file.

        Raises:
            WorldError: it could not be started, or a cue could not be planted.
        """

    async def open_bare(
        self, task: Task | None = None, cues: Sequence[Mapping[str, Any]] = ()
    ) -> World:
        """A fresh world without a task; the client sets it up itself (a client-managed run).

        With ``cues``, the start state of ``task`` that the client loads has them planted in it.

        Raises:
            WorldError: it could not be started, or a cue could not be planted.
        """

    async def close(self) -> None:
        """End every world and the processes behind them."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement of a task's evaluator and whether the end state meets it.

    ``label`` is the benchmark's: ``no_op_pass`` holds for an agent that does nothing too.
    """

    text: str
    label: str | None
    passed: bool
    trace: str
    """Why it failed, the evaluator's words; empty when it passed."""


@dataclass(frozen=True, slots=True)
class RecordChange:
    """One record that differs between the start state and the end state.

    ``model`` is its kind, app included (``venmo.Transaction``). ``before`` and ``after`` are its
    columns as JSON values, identifier included; None where there was no such record.
    """

    model: str
    change: Change
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What the benchmark's own evaluator says of one end state.

    ``error`` is set, and the rest empty, when the evaluator itself could not run; ``transient``
    says that this was not for what it was given, so that another time it may. ``changes`` are all
    changed records of the end state; None if they are not known, for which ``changes_error`` is the
    reason.
    """

    success: bool
    requirements: tuple[Requirement, ...]
    error: str | None = None
    transient: bool = False
    changes: tuple[RecordChange, ...] | None = None
    changes_error: str | None = None


class Evaluator(Protocol):
    """The benchmark's own evaluator, offline."""

    async def evaluate(
        self,
        task_id: str,
        end_state: Mapping[str, bytes],
        cues: Sequence[Mapping[str, Any]] = (),
    ) -> Evaluation:
        """Evaluate one saved end state; safe to call concurrently.

        ``cues`` were planted in the start state that it is compared with.
        """

    async def close(self) -> None:
        """End the processes behind it."""
