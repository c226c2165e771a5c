"""From a clean world to one with hazards: one line for each agent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bdproxy.grader.report.figures.theme import (
    CLEAN,
    HARMED,
    INK,
    MUTED,
    NARROW,
    fitting,
    share_axis,
)
from bdproxy.grader.report.quantities import Measure

_BESIDE = 28
"""Pixels between a point and its number."""


@dataclass(frozen=True, slots=True)
class Fall:
    """What an agent passes in its clean world, and in the one with hazards."""

    agent: str
    clean: Measure
    harmed: Measure

    @property
    def falls(self) -> bool:
        """Whether the clean world's point is the one to the right."""
        return (self.harmed.estimate.value or 0.0) <= (self.clean.estimate.value or 0.0)


def before_after(falls: Sequence[Fall], harmed: str, width: int) -> dict[str, Any]:
    """A specification; ``harmed`` says which world the second point is."""
    agents = [fall.agent for fall in falls]
    clean = "clean world"
    points = [
        {
            "agent": fall.agent,
            "world": world,
            "value": measure.estimate.value,
            "text": measure.text,
            "shift": shift,
        }
        for fall in falls
        for world, measure, shift in (
            (clean, fall.clean, _BESIDE if fall.falls else -_BESIDE),
            (harmed, fall.harmed, -_BESIDE if fall.falls else _BESIDE),
        )
    ]
    x = {
        "field": "value",
        "type": "quantitative",
        "scale": {"domain": [0, 1], "padding": 44},
        "axis": share_axis("runs that pass", narrow=width <= NARROW),
    }
    y = {
        "field": "agent",
        "type": "nominal",
        "sort": agents,
        "axis": {"title": None, "ticks": False, "domain": False},
    }
    series = {
        "field": "world",
        "type": "nominal",
        "scale": {"domain": [clean, harmed], "range": [CLEAN, HARMED]},
    }
    shape = {
        "field": "world",
        "type": "nominal",
        "scale": {"domain": [clean, harmed], "range": ["circle", "square"]},
    }
    return {
        "data": {"values": points},
        **fitting(width),
        "height": {"step": 34},
        "encoding": {"y": y},
        "layer": [
            {
                "mark": {"type": "line", "color": MUTED, "strokeWidth": 3, "opacity": 0.5},
                "encoding": {"x": x, "detail": {"field": "agent"}},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 130, "opacity": 1},
                "encoding": {"x": x, "color": series, "shape": shape},
            },
            {
                "mark": {"type": "text", "color": INK, "dx": {"expr": "datum.shift"}},
                "encoding": {"x": x, "text": {"field": "text"}},
            },
        ],
    }
