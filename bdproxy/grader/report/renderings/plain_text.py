"""Cells and sentences as plain text, for terminals and for Markdown."""

from typing import Final

from bdproxy.grader.report.content import Cell, Sentence
from bdproxy.grader.report.quantities import Measure, Unit
from bdproxy.grader.statistics.estimate import ALL_ALIKE, NOTHING_TO_COUNT

NOTES: Final = {ALL_ALIKE: "exact interval"}
"""Short forms of an estimate's longer notes, for tables."""


def cell_text(cell: Cell) -> str:
    """A cell's main text: a name, a number, or a value with its interval."""
    if not isinstance(cell, Measure):
        return cell.text
    return cell.text if cell.interval is None else f"{cell.text} ({cell.interval})"


def counted_text(cell: Cell) -> str | None:
    """What a measure was counted from; None for everything else.

    Its count of runs that can't be assessed is always part of it.
    """
    return None if not isinstance(cell, Measure) else ", ".join(map(sentence_text, counted(cell)))


def counted(measure: Measure) -> tuple[Sentence, ...]:
    """What a measure was counted from, part by part."""
    estimate = measure.estimate
    parts: list[Sentence] = []
    if estimate.numerator is not None and estimate.denominator is not None:
        fraction = (measure.part("numerator"), " of ", measure.part("denominator"))
        if measure.unit is Unit.SHARE:
            parts.append(fraction)
        elif measure.unit is Unit.COST:
            parts.append((*fraction, " left"))
    parts.append((measure.part("not_assessable"), " n.a."))
    if estimate.not_assessable > 0 and estimate.value_of_all is not None:
        parts.append((measure.part("value_of_all"), " with them"))
    if estimate.note is not None and estimate.note != NOTHING_TO_COUNT:
        parts.append((NOTES.get(estimate.note, estimate.note),))
    return tuple(parts)


def sentence_text(sentence: Sentence) -> str:
    """A sentence with its names and numbers in it."""
    return "".join(part if isinstance(part, str) else part.text for part in sentence)
