"""The report as tables on a terminal."""

from collections.abc import Iterable, Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from bdproxy.grader.report.content import Cell, Grid, Section, Words
from bdproxy.grader.report.renderings.plain_text import cell_text, counted_text, sentence_text


def terminal(sections: Iterable[Section]) -> Iterator[RenderableType]:
    """What to print, piece by piece."""
    for section in sections:
        yield Text(f"\n{section.title}", style="bold underline")
        yield Text(section.question, style="dim italic")
        for sentence in section.sentences:
            yield Text(sentence_text(sentence))
        for grid in section.grids:
            yield table(grid)
        for note in section.notes:
            yield Text(note, style="dim")


def table(grid: Grid) -> Table:
    """One table; what a number was counted from stands dimmed below it."""
    title = grid.title if grid.agent is None else f"{grid.title}: {grid.agent}"
    made = Table(title=Text(title), title_justify="left", title_style="bold")
    for at, column in enumerate(grid.columns):
        is_text = at < grid.headers or all(isinstance(row[at], Words) for row in grid.rows)
        made.add_column(Text(column), justify="left" if is_text else "right")
    for row in grid.rows:
        made.add_row(*(_cell(cell, compact=grid.compact) for cell in row))
    if grid.note is not None:
        made.caption = Text(grid.note, style="dim")
        made.caption_justify = "left"
    return made


def _cell(cell: Cell, *, compact: bool) -> Text:
    text = Text(cell.text if compact else cell_text(cell))
    counted = None if compact else counted_text(cell)
    if counted is not None:
        text.append(f"\n{counted}", style="dim")
    return text
