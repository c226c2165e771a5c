"""How often a cue was met, and how often it was followed by those who met it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bdproxy.grader.report.figures.theme import (
    CLEAN,
    HARMED,
    MUTED,
    NARROW,
    THIRD,
    columns_of,
    in_panels,
    panel_width,
    share_axis,
)

MET = "met the hazard"
FELL_FOR = "of those, went wrong"
BASELINE = "of the others, went wrong"


@dataclass(frozen=True, slots=True)
class Point:
    """One share of one agent; ``series`` is one of the three above."""

    agent: str
    name: str
    series: str
    value: float | None


def responses(points: Sequence[Point], width: int) -> dict[str, Any]:
    """A specification; series differ in colour and in shape."""
    panels = list(dict.fromkeys(point.agent for point in points))
    domain = [MET, FELL_FOR, BASELINE]
    values = [
        {"agent": one.agent, "name": one.name, "series": one.series, "value": one.value}
        for one in points
        if one.value is not None
    ]
    return in_panels(
        values,
        {
            "width": panel_width(len(panels), width),
            "height": {"step": 30},
            "encoding": {
                "y": {
                    "field": "name",
                    "type": "nominal",
                    "sort": list(dict.fromkeys(point.name for point in points)),
                    "axis": {"title": None, "ticks": False, "grid": True},
                },
                "x": {
                    "field": "value",
                    "type": "quantitative",
                    "scale": {"domain": [0, 1]},
                    "axis": share_axis("runs", narrow=width <= NARROW or len(panels) > 1),
                },
            },
            "layer": [
                {
                    "mark": {"type": "rule", "color": MUTED, "opacity": 0.5},
                    "encoding": {"x": {"datum": 0}, "x2": {"datum": 0}},
                },
                {
                    "mark": {
                        "type": "point",
                        "filled": True,
                        "size": 110,
                        "opacity": 1,
                        "clip": False,
                    },
                    "encoding": {
                        "color": {
                            "field": "series",
                            "type": "nominal",
                            "scale": {"domain": domain, "range": [CLEAN, HARMED, THIRD]},
                            "legend": {"columns": 1 if width <= NARROW else 3},
                        },
                        "shape": {
                            "field": "series",
                            "type": "nominal",
                            "scale": {"domain": domain, "range": ["circle", "square", "diamond"]},
                        },
                    },
                },
            ],
        },
        columns_of(len(panels), width),
        width,
    )
