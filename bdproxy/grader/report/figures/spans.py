"""Spans from a floor to a ceiling, the average within: one panel for each agent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bdproxy.grader.report.figures.theme import (
    CLEAN,
    HARMED,
    INK,
    NARROW,
    columns_of,
    in_panels,
    panel_width,
    share_axis,
)


@dataclass(frozen=True, slots=True)
class Span:
    """What an agent solves always, on average, and at least once in one world."""

    agent: str
    name: str
    floor: float | None
    average: float | None
    ceiling: float | None
    clean: bool = False


def spans(given: Sequence[Span], axis: str, width: int) -> dict[str, Any]:
    """A specification."""
    panels = list(dict.fromkeys(span.agent for span in given))
    x = {
        "type": "quantitative",
        "scale": {"domain": [0, 1]},
        "axis": share_axis(axis, narrow=width <= NARROW or len(panels) > 1),
    }
    y = {
        "field": "name",
        "type": "nominal",
        "sort": list(dict.fromkeys(span.name for span in given)),
        "axis": {"title": None, "ticks": False},
    }
    color = {
        "field": "kind",
        "type": "nominal",
        "scale": {"domain": ["clean", "hazard"], "range": [CLEAN, HARMED]},
        "legend": None,
    }
    values = [
        {
            "agent": span.agent,
            "name": span.name,
            "floor": span.floor,
            "average": span.average,
            "ceiling": span.ceiling,
            "kind": "clean" if span.clean else "hazard",
        }
        for span in given
        if span.average is not None
    ]
    return in_panels(
        values,
        {
            "width": panel_width(len(panels), width),
            "height": {"step": 24},
            "encoding": {"y": y},
            "layer": [
                {
                    "mark": {"type": "bar", "height": 10, "opacity": 0.55, "cornerRadius": 3},
                    "encoding": {
                        "x": {"field": "floor", **x},
                        "x2": {"field": "ceiling"},
                        "color": color,
                    },
                },
                {
                    "mark": {"type": "tick", "color": INK, "thickness": 3, "size": 18},
                    "encoding": {"x": {"field": "average", **x}},
                },
            ],
        },
        columns_of(len(panels), width),
        width,
    )
