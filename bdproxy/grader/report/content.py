"""What a section consists of, before anybody decides how it looks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bdproxy.grader.report.quantities import Measure, Number


@dataclass(frozen=True, slots=True)
class Words:
    """Text of a cell; ``code`` for what a person would type or what a log calls something."""

    text: str
    code: bool = False


Cell: TypeAlias = Words | Number | Measure
Sentence: TypeAlias = tuple[str | Words | Number, ...]
"""Plain words of ours, names that others gave, and numbers."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: the first ``headers`` cells of each row name it.

    ``agent`` is whose numbers they are, None if several agents share the table. ``compact``: its
    measures are shown without their counts, because a row of the table has them.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    headers: int = 1
    agent: str | None = None
    compact: bool = False
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot: a Vega-Lite specification, and the same in words.

    ``specification`` depends on the width in pixels that there is; ``words`` says what is to be
    seen, numbers included.
    """

    name: str
    title: str
    words: str
    wide: Mapping[str, Any]
    narrow: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Card:
    """An agent at a glance: what it passes in the clean world, and in the one with hazards."""

    agent: str
    clean: Measure
    harmed: Measure
    world: str
    drop: Measure | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the report. ``question`` is what it answers."""

    name: str
    title: str
    question: str
    cards: tuple[Card, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    figures: tuple[Figure, ...] = ()
    grids: tuple[Grid, ...] = ()
    notes: tuple[str, ...] = field(default=())
