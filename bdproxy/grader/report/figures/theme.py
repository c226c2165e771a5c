"""What all plots have in common. Colours are CSS variables, so a plot follows the page's scheme."""

import math
from collections.abc import Mapping
from typing import Any, Final

INK: Final = "var(--ink)"
MUTED: Final = "var(--muted)"
GRID: Final = "var(--line)"
CLEAN: Final = "var(--clean)"
HARMED: Final = "var(--harmed)"
THIRD: Final = "var(--third)"

WIDE: Final = 700
NARROW: Final = 320
"""Pixels of the page's column on a screen and on a phone."""

MOST_PANELS: Final = 9
"""Agents that a plot with a panel for each shows; tables show the others, too."""

CONFIG: Final[Mapping[str, Any]] = {
    "background": None,
    "font": "sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelColor": INK,
        "titleColor": MUTED,
        "titleFontWeight": "normal",
        "titleFontSize": 12,
        "labelFontSize": 12,
        "gridColor": GRID,
        "domainColor": GRID,
        "tickColor": GRID,
        "labelLimit": 160,
    },
    "header": {"labelColor": INK, "labelFontSize": 13, "labelFontWeight": "bold", "title": None},
    "legend": {
        "labelColor": INK,
        "titleColor": MUTED,
        "labelFontSize": 12,
        "orient": "top",
        "title": None,
        "labelLimit": 300,
        "columnPadding": 18,
    },
    "text": {"color": INK, "fontSize": 12},
    "facet": {"spacing": 18},
    "padding": {"left": 10, "right": 6, "top": 2, "bottom": 2},
}


def whole(specification: Mapping[str, Any]) -> dict[str, Any]:
    """A specification with the common settings around it."""
    schema = "https://vega.github.io/schema/vega-lite/v5.json"
    return {"$schema": schema, "config": CONFIG, **specification}


def in_panels(
    values: list[dict[str, Any]], view: Mapping[str, Any], columns: int, width: int
) -> dict[str, Any]:
    """One panel for each agent of the values, in their order; a single agent needs no name."""
    agents = list(dict.fromkeys(value["agent"] for value in values))
    data = {"data": {"values": values}}
    if len(agents) == 1:
        return {**data, **view, **fitting(width)}
    facet = {"field": "agent", "type": "nominal", "sort": agents, "title": None}
    return {**data, "facet": facet, "columns": columns, "spec": view}


def fitting(width: int) -> dict[str, Any]:
    """The width of a plot without panels, labels included."""
    return {"width": width, "autosize": {"type": "fit-x", "contains": "padding"}}


def columns_of(panels: int, width: int) -> int:
    """How many panels stand side by side."""
    return 1 if width <= NARROW else max(1, min(panels, 3))


def panel_width(panels: int, width: int, labels: int = 130) -> int:
    """Pixels of one panel's plot, ``labels`` being those of the axis to its left."""
    columns = columns_of(panels, width)
    return (width - labels - 20 * columns) // columns


def share_axis(title: str, *, narrow: bool, lowest: float = 0.0) -> dict[str, Any]:
    """An axis of shares, in percent, from at least ``lowest`` on."""
    step = 0.5 if narrow else 0.25
    if lowest < -1:
        step = 1
    values = [at * step for at in range(math.ceil(lowest / step), round(1 / step) + 1)]
    return {"format": "%", "values": values, "title": title}
