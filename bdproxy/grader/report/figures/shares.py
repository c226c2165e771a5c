"""Parts of a whole: one bar for each agent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bdproxy.grader.report.figures.theme import CLEAN, HARMED, NARROW, THIRD, fitting, share_axis


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an agent's whole."""

    agent: str
    name: str
    value: float | None


def shares(parts: Sequence[Part], axis: str, width: int) -> dict[str, Any]:
    """A specification; at most three different parts."""
    names = list(dict.fromkeys(part.name for part in parts))
    values = [
        {"agent": one.agent, "name": one.name, "value": one.value, "place": names.index(one.name)}
        for one in parts
        if one.value
    ]
    return {
        "data": {"values": values},
        **fitting(width),
        "height": {"step": 30},
        "mark": {"type": "bar", "height": {"band": 0.6}, "stroke": "var(--page)"},
        "encoding": {
            "y": {
                "field": "agent",
                "type": "nominal",
                "sort": list(dict.fromkeys(part.agent for part in parts)),
                "axis": {"title": None, "ticks": False, "domain": False},
            },
            "x": {
                "field": "value",
                "type": "quantitative",
                "stack": "zero",
                "scale": {"domain": [0, 1]},
                "axis": share_axis(axis, narrow=width <= NARROW),
            },
            "color": {
                "field": "name",
                "type": "nominal",
                "scale": {"domain": names, "range": [HARMED, THIRD, CLEAN][: len(names)]},
                "legend": {"columns": 1 if width <= NARROW else 3},
            },
            "order": {"field": "place"},
        },
    }
