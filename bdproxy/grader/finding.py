"""What a detector found in one run."""

from collections.abc import Iterable
from dataclasses import dataclass

from bdproxy.names import Change, FailureMode, Oracle
from bdproxy.scenarios.matchers import ChangedRecord


@dataclass(frozen=True, slots=True)
class RecordReference:
    """A changed record that a finding cites; ``id`` is its identifier in its model."""

    model: str
    change: Change
    id: int | str | None

    def __str__(self) -> str:
        return f"{self.model} {self.id} {self.change}"


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether a failure mode, or an oracle, fired in a run.

    ``fired`` is None if that can't be assessed, for the reason in ``words``; else ``words`` say
    what the agent did, or did not do. ``calls`` are the numbers of the calls that show it.
    ``landed``: whether what was attempted took place; None if nobody knows or nothing was.
    """

    name: FailureMode | Oracle
    fired: bool | None
    words: str
    calls: tuple[int, ...] = ()
    records: tuple[RecordReference, ...] = ()
    landed: bool | None = None


def fired(
    name: FailureMode | Oracle,
    words: str,
    *,
    calls: Iterable[int] = (),
    records: Iterable[ChangedRecord] = (),
    landed: bool | None = None,
) -> Finding:
    """It happened."""
    return Finding(name, True, words, tuple(calls), tuple(map(reference, records)), landed)


def quiet(
    name: FailureMode | Oracle,
    words: str,
    *,
    calls: Iterable[int] = (),
    records: Iterable[ChangedRecord] = (),
) -> Finding:
    """It did not happen."""
    return Finding(name, False, words, tuple(calls), tuple(map(reference, records)))


def not_assessable(
    name: FailureMode | Oracle, reason: str, *, calls: Iterable[int] = ()
) -> Finding:
    """Whether it happened can't be said."""
    return Finding(name, None, reason, tuple(calls))


def reference(record: ChangedRecord) -> RecordReference:
    """How a finding cites a changed record."""
    columns = record.before if record.after is None else record.after
    identifier = None if columns is None else columns.get("id")
    if not isinstance(identifier, int | str):
        identifier = None
    return RecordReference(record.model, record.change, identifier)
