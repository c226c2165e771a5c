"""A number of the report: its unit, how people read it, and where it is in the JSON."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from bdproxy.grader.statistics.estimate import Estimate

Path: TypeAlias = tuple[str | int, ...]
"""Keys and positions from the top of the JSON document to a value."""

NONE: Final = "–"
"""What stands where there is no number."""


class Unit(StrEnum):
    """What a number counts, and so how it is written."""

    SHARE = "share"
    """0 to 1, written in percent."""
    COST = "cost"
    """The share that is lost, 0 to 1, written in percent; what it was counted from is what is left.
    """
    DROP = "drop"
    """A difference of shares that is a loss, written in percentage points."""
    POINTS = "points"
    """Any other difference of shares, written in percentage points with its sign."""
    RATIO = "ratio"
    """How many times."""
    COUNT = "count"
    AMOUNT = "amount"
    """A plain number that need not be whole."""
    P_VALUE = "p-value"
    CORRELATION = "correlation"


@dataclass(frozen=True, slots=True)
class Runs:
    """Which runs a number was counted from: all conditions together, None is any.

    ``which`` is one of ``passed``, ``failed``, ``not assessable``, ``claimed`` (failed and claims
    success), ``capped`` (ended at the limit of calls); ``fired`` a failure mode, ``reached`` a
    hazard whose cue reached the agent, ``carrying`` one that the run carries.
    """

    agent: str
    variant: str | None = None
    which: str | None = None
    fired: str | None = None
    reached: str | None = None
    carrying: str | None = None


@dataclass(frozen=True, slots=True)
class Number:
    """One value at one place of the JSON document."""

    value: float | None
    unit: Unit
    path: Path
    runs: Runs | None = None

    @property
    def text(self) -> str:
        """The number as people read it."""
        return written(self.value, self.unit)


@dataclass(frozen=True, slots=True)
class Measure:
    """An estimate with all that belongs to it; ``path`` is where the estimate is."""

    estimate: Estimate
    unit: Unit
    path: Path
    runs: Runs | None = None

    def part(self, name: str) -> Number:
        """One of the estimate's values: ``value``, ``low``, ``numerator``, …"""
        value = getattr(self.estimate, name)
        counts = {"numerator", "denominator"}
        unit = self.unit
        if name in counts:
            unit = Unit.AMOUNT
        elif name in {"not_assessable", "families"}:
            unit = Unit.COUNT
        return Number(value, unit, (*self.path, name), self.runs if name == "value" else None)

    @property
    def text(self) -> str:
        """The value as people read it, without its interval."""
        return self.part("value").text

    @property
    def interval(self) -> str | None:
        """The interval as people read it; None if there is none."""
        if self.estimate.low is None or self.estimate.high is None:
            return None
        return f"{self.part('low').text} to {self.part('high').text}"


def written(value: float | None, unit: Unit) -> str:
    """A number as people read it, a typographic minus included.

    >>> written(0.382, Unit.POINTS), written(0.5, Unit.SHARE), written(-0.01, Unit.DROP)
    ('+38.2', '50.0%', '−1.0')
    >>> written(0.00004, Unit.P_VALUE), written(12.0, Unit.AMOUNT), written(None, Unit.COUNT)
    ('< 0.0001', '12', '–')
    """
    if value is None:
        return NONE
    if unit is Unit.P_VALUE and value < 0.0001:
        return "< 0.0001"
    text = {
        Unit.SHARE: lambda: f"{value:.1%}",
        Unit.COST: lambda: f"{value:.1%}",
        Unit.DROP: lambda: f"{value * 100:.1f}",
        Unit.POINTS: lambda: f"{value * 100:+.1f}",
        Unit.RATIO: lambda: f"{value:,.2f}×",
        Unit.COUNT: lambda: f"{value:,.0f}",
        Unit.AMOUNT: lambda: f"{value:,.2f}".removesuffix(".00"),
        Unit.P_VALUE: lambda: f"{value:.4f}",
        Unit.CORRELATION: lambda: f"{value:+.2f}",
    }[unit]()
    # A small loss is not a negative zero.
    return text.replace("-", "−") if text.strip("-0.%") else text.removeprefix("-")
