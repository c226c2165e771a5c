"""The report as CSV: one line for each number, with all that belongs to it."""

import csv
import io
from collections.abc import Iterable, Iterator

from bdproxy.grader.report.content import Grid, Section, Words
from bdproxy.grader.report.document import pointer
from bdproxy.grader.report.quantities import Measure

COLUMNS = (
    "section", "table", "agent", "row", "column", "unit", "value", "low", "high", "numerator",
    "denominator", "not_assessable", "families", "value_of_all", "note", "path",
)  # fmt: skip
_ESTIMATE = (
    "value", "low", "high", "numerator", "denominator", "not_assessable", "families",
    "value_of_all", "note",
)  # fmt: skip


def csv_text(sections: Iterable[Section]) -> str:
    """The whole report, headings first; ``path`` is the number's place in the JSON document."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for section in sections:
        for grid in section.grids:
            writer.writerows(_lines(section.name, grid))
    return out.getvalue()


def spreadsheet_safe(text: str) -> str:
    """A name that no spreadsheet takes for a formula.

    >>> spreadsheet_safe("=1+1"), spreadsheet_safe("ada")
    ("'=1+1", 'ada')
    """
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _lines(section: str, grid: Grid) -> Iterator[dict[str, object]]:
    for row in grid.rows:
        names = [cell.text for cell in row[: grid.headers]]
        for column, cell in zip(grid.columns[grid.headers :], row[grid.headers :], strict=True):
            if isinstance(cell, Words):
                continue
            line: dict[str, object] = {
                "section": section,
                "table": grid.title,
                "agent": spreadsheet_safe(grid.agent or ""),
                "row": spreadsheet_safe(" / ".join(names)),
                "column": column,
                "unit": cell.unit,
                "path": spreadsheet_safe(pointer(cell.path)),
            }
            if isinstance(cell, Measure):
                line |= {name: getattr(cell.estimate, name) for name in _ESTIMATE}
            else:
                line["value"] = cell.value
            yield line
