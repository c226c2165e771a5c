"""The report as Markdown tables, for an issue or a paper's notes."""

import html
import re
from collections.abc import Iterable

from bdproxy.grader.report.content import Cell, Grid, Section, Words
from bdproxy.grader.report.renderings.plain_text import cell_text, counted_text, sentence_text

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+!|~@:-])")


def markdown(sections: Iterable[Section]) -> str:
    """The whole report."""
    return "\n\n".join(part for section in sections for part in _section(section)) + "\n"


def escaped(text: str) -> str:
    r"""Text that others wrote, as Markdown that shows it and does nothing.

    >>> print(escaped("a|b <img>\n*c*"))
    a\|b &lt;img&gt; \*c\*
    """
    return _SPECIAL.sub(r"\\\1", html.escape(" ".join(text.split()), quote=False))


def _section(section: Section) -> list[str]:
    parts = [f"## {escaped(section.title)}", f"*{section.question}*"]
    parts += [escaped(sentence_text(one)) for one in section.sentences]
    parts += map(_grid, section.grids)
    parts += [escaped(note) for note in section.notes]
    return parts


def _grid(grid: Grid) -> str:
    title = grid.title if grid.agent is None else f"{grid.title}: {grid.agent}"
    lines = [f"### {escaped(title)}", ""]
    lines.append(_row(map(escaped, grid.columns)))
    lines.append(_row(":--" if at < grid.headers else "--:" for at, _ in enumerate(grid.columns)))
    lines += [_row(_cell(cell, compact=grid.compact) for cell in row) for row in grid.rows]
    if grid.note is not None:
        lines += ["", escaped(grid.note)]
    return "\n".join(lines)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: Cell, *, compact: bool) -> str:
    text = cell.text if compact else cell_text(cell)
    if isinstance(cell, Words):
        text = escaped(text)
    counted = None if compact else counted_text(cell)
    return text if counted is None else f"{text}<br>{counted}"
