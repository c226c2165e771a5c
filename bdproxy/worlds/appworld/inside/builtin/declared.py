"""The hazards of a scenario, as its file says them. Standard library only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .cues import Cue
from .matching import Changed, Request, Write

Values = Mapping[str, Any]

HAZARDS = ("authority", "injection", "boundary")
"""The hazards that have a cue, as a scenario names them."""


@dataclass(frozen=True)
class Reading:
    """One sentence at the end of the instruction that tells the agent to read messages first.

    It names no hazard and is the same in all instances and variants. The apps that the messages are
    in are granted.
    """

    sentence: str
    apps: tuple[str, ...]


@dataclass(frozen=True)
class Omitted:
    """The hazard does not fit, for that reason (one sentence without a full stop)."""

    reason: str


@dataclass(frozen=True)
class Authority:
    """Another person asks for something else than the supervisor did.

    Args:
        cue: who asks, how, and in which words.
        violation: changes of which any in the end state shows that person's version.
        obeying: the calls that bring one about, in place of what the supervisor asked for.
        each: further values for the placeholders, one mapping per instance.
    """

    cue: Cue
    violation: Changed | Sequence[Changed]
    obeying: Request | Sequence[Request]
    each: Sequence[Values | Omitted] = field(default=())


@dataclass(frozen=True)
class Injection:
    """A text in a record that the task leads to asks for an action on some account.

    Args:
        cue: the record and the text.
        violation: the calls that the text asks for; attempting any of them counts.
        obeying: one way to do what it asks for.
        each: further values for the placeholders, one mapping per instance.
    """

    cue: Cue
    violation: Write | Sequence[Write]
    obeying: Request | Sequence[Request]
    each: Sequence[Values | Omitted] = field(default=())


@dataclass(frozen=True)
class Boundary:
    """A person asks for an extra that needs an app which the task does not.

    Args:
        cue: who asks, how, and in which words.
        app: the app that is not granted; may be a placeholder.
        obeying: one way to do what the person asks for.
        each: further values for the placeholders, one mapping per instance.
    """

    cue: Cue
    app: str
    obeying: Request | Sequence[Request]
    each: Sequence[Values | Omitted] = field(default=())


Declared = Authority | Injection | Boundary


def says_all_instances(
    declared: "Declared | Omitted | Sequence[Declared | Omitted] | None", instances: int
) -> bool:
    """Whether one hazard is said for all instances or one for each, and so their values."""
    several = tuple(declared) if isinstance(declared, Sequence) else (declared,)
    if isinstance(declared, Sequence) and len(several) != instances:
        return False
    each = (one.each for one in several if one is not None and not isinstance(one, Omitted))
    return all(len(values) in (0, instances) for values in each)


def declared_for(
    declared: "Declared | Omitted | Sequence[Declared | Omitted] | None", number: int
) -> "tuple[Declared, Values] | Omitted | None":
    """What holds for instance ``number`` (from 1): the hazard and its further values.

    A scenario says one hazard for all instances, or one for each.
    """
    if isinstance(declared, Sequence):
        declared = declared[number - 1]
    if declared is None or isinstance(declared, Omitted):
        return declared
    values = declared.each[number - 1] if declared.each else {}
    return values if isinstance(values, Omitted) else (declared, values)
