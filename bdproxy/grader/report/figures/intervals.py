"""Bars with intervals: one panel for each agent, one bar for each world or hazard."""

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
from bdproxy.grader.report.quantities import Measure

LOWEST = -2.0
"""How far below 0 an axis of shares goes; intervals that go further are cut there."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One measure of one agent; ``clean`` marks the world without hazards."""

    agent: str
    name: str
    measure: Measure
    clean: bool = False


def bars(given: Sequence[Bar], axis: str, width: int, *, unit: str = "share") -> dict[str, Any]:
    """A specification; ``unit`` is ``share`` or ``ratio`` (times, with a line at 1)."""
    panels = list(dict.fromkeys(bar.agent for bar in given))
    names = list(dict.fromkeys(bar.name for bar in given))
    narrow = width <= NARROW or len(panels) > 1
    scale, shown = _scale_and_axis(given, axis, unit, narrow=narrow)
    x = {"type": "quantitative", "scale": scale, "axis": shown}
    y = {"field": "name", "type": "nominal", "sort": names, "axis": {"title": None, "ticks": False}}
    layer: list[dict[str, Any]] = [
        {
            "mark": {"type": "bar", "height": {"band": 0.62}},
            "encoding": {
                "x": {"field": "value", **x},
                "color": {
                    "field": "kind",
                    "type": "nominal",
                    "scale": {"domain": ["clean", "hazard"], "range": [CLEAN, HARMED]},
                    "legend": None,
                },
            },
        },
        {
            "mark": {"type": "rule", "color": INK, "strokeWidth": 1.5},
            "encoding": {"x": {"field": "low", **x}, "x2": {"field": "high"}},
        },
        {
            "mark": {"type": "text", "align": "left", "dx": 5},
            "encoding": {"x": {"field": "end", **x}, "text": {"field": "text"}},
        },
    ]
    if unit == "ratio":
        layer.append({"mark": {"type": "rule", "color": INK}, "encoding": {"x": {"datum": 1}}})
    return in_panels(
        [_row(bar) for bar in given],
        {
            "width": panel_width(len(panels), width) - 40,
            "height": {"step": 26},
            "encoding": {"y": y},
            "layer": layer,
        },
        columns_of(len(panels), width),
        width,
    )


def _row(bar: Bar) -> dict[str, Any]:
    estimate = bar.measure.estimate
    ends = [one for one in (estimate.value, estimate.high) if one is not None]
    return {
        "agent": bar.agent,
        "name": bar.name,
        "kind": "clean" if bar.clean else "hazard",
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "end": max([0.0, *ends]),
        "text": bar.measure.text,
    }


def _scale_and_axis(
    given: Sequence[Bar], axis: str, unit: str, *, narrow: bool
) -> tuple[dict[str, Any], dict[str, Any]]:
    estimates = [bar.measure.estimate for bar in given]
    if unit == "share":
        lows = [one for each in estimates for one in (each.value, each.low) if one is not None]
        # An agent may do better with a hazard than without.
        lowest = max(min([0.0, *lows]), LOWEST)
        scale = {"domain": [lowest, 1], "clamp": True}
        return scale, share_axis(axis, narrow=narrow, lowest=lowest)
    highs = [one for each in estimates for one in (each.value, each.high) if one is not None]
    return {"domain": [0, max([1.5, *highs])]}, {"title": axis, "tickCount": 3 if narrow else 5}
