"""How often each failure mode fires in each world: one panel for each agent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bdproxy.grader.report.figures.theme import HARMED, NARROW, columns_of, in_panels, panel_width
from bdproxy.grader.report.quantities import Measure


@dataclass(frozen=True, slots=True)
class Tile:
    """One rate: of a row (a mode) in a column (a world)."""

    agent: str
    row: str
    column: str
    measure: Measure


def heat_map(tiles: Sequence[Tile], width: int) -> dict[str, Any]:
    """A specification; a darker tile is a higher rate, and the rate stands in it."""
    panels = list(dict.fromkeys(tile.agent for tile in tiles))
    narrow = width <= NARROW
    # Two maps side by side leave no room for the rates in them.
    columns = 1 if len(panels) == 1 or narrow else min(columns_of(len(panels), width), 2)
    wide = panel_width(columns, width, labels=140 if narrow else 150)
    x = {
        "field": "column",
        "type": "nominal",
        "sort": list(dict.fromkeys(tile.column for tile in tiles)),
        "axis": {
            "title": None,
            "labelAngle": -45 if narrow or columns > 1 else 0,
            "orient": "top",
            "ticks": False,
            "domain": False,
        },
    }
    y = {
        "field": "row",
        "type": "nominal",
        "sort": list(dict.fromkeys(tile.row for tile in tiles)),
        "axis": {"title": None, "ticks": False, "domain": False},
    }
    return in_panels(
        [_row(tile, short=narrow or columns > 1) for tile in tiles],
        {
            "width": min(wide, 480),
            "height": {"step": 26},
            "encoding": {"x": x, "y": y},
            "layer": [
                {
                    "mark": {"type": "rect", "fill": HARMED, "cornerRadius": 2},
                    "encoding": {
                        "fillOpacity": {
                            "field": "value",
                            "type": "quantitative",
                            "scale": {"domain": [0, 1], "range": [0.05, 0.65]},
                            "legend": None,
                        }
                    },
                },
                {
                    "mark": {"type": "text", "fontSize": 11},
                    "encoding": {"text": {"field": "text", "type": "nominal"}},
                },
            ],
        },
        columns,
        width,
    )


def _row(tile: Tile, *, short: bool) -> dict[str, Any]:
    value = tile.measure.estimate.value
    text = tile.measure.text
    if short and value is not None:
        text = f"{value:.0%}".removesuffix("%")
    return {
        "agent": tile.agent,
        "row": tile.row,
        "column": tile.column,
        "value": value,
        "text": text,
    }
