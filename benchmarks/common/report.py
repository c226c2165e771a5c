"""A benchmark's result: one table for people, one JSON file for machines."""

import os
import platform as platform_module
import time
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field
from rich.table import Table

from bdproxy import __version__
from bdproxy.cli.console import output


class Goal(BaseModel):
    """What a number was meant to be. ``binding``: the benchmark fails when it is not met.

    Goals about counts (a lost response, a differing byte) are binding; goals about speed are not,
    because a busy machine misses them too.
    """

    text: str
    met: bool
    binding: bool


class Machine(BaseModel):
    """Where and with what it was measured; ``load_average`` is of the minute before the start."""

    processors: int = Field(default_factory=lambda: os.cpu_count() or 0)
    platform: str = Field(default_factory=platform_module.platform)
    python: str = Field(default_factory=platform_module.python_version)
    mitmproxy: str = Field(default_factory=lambda: version("mitmproxy"))
    bdproxy: str = __version__
    load_average: float = Field(default_factory=lambda: os.getloadavg()[0])


class Report(BaseModel):
    """One benchmark's result; every row has the same columns."""

    benchmark: str
    quick: bool
    machine: Machine = Field(default_factory=Machine)
    started_at: float = Field(default_factory=time.time)
    seconds: float = 0.0
    settings: dict[str, Any] = Field(default_factory=dict)
    rows: list[dict[str, Any]] = Field(default_factory=list)
    summary: dict[str, Any] = Field(default_factory=dict)
    goals: list[Goal] = Field(default_factory=list)

    def goal(self, text: str, met: bool, *, binding: bool) -> None:
        """Note whether a goal is met."""
        self.goals.append(Goal(text=text, met=met, binding=binding))

    @property
    def failed(self) -> bool:
        """Whether a binding goal is not met."""
        return any(goal.binding and not goal.met for goal in self.goals)


def publish(report: Report, path: Path | None) -> None:
    """Print the report, and write it to ``path`` if there is one."""
    report.seconds = time.time() - report.started_at
    if path is not None:
        path.write_text(report.model_dump_json(indent=1) + "\n", encoding="utf-8")
    console = output()
    if report.rows:
        table = Table(*report.rows[0], title=report.benchmark + (" (quick)" * report.quick))
        for column, value in zip(table.columns, report.rows[0].values(), strict=True):
            column.justify = "left" if isinstance(value, str) else "right"
        for row in report.rows:
            table.add_row(*map(shown, row.values()))
        console.print(table)
    _print_pairs(report.summary)
    for goal in report.goals:
        console.print(f"{'met' if goal.met else 'NOT MET'}: {goal.text}", markup=False)
    machine = report.machine
    console.print(
        f"{report.seconds:.0f} s on {machine.processors} processors, load average "
        f"{machine.load_average:.1f} before; Python {machine.python}, mitmproxy "
        f"{machine.mitmproxy}, bdproxy {machine.bdproxy}",
        markup=False,
    )


def shown(value: object) -> str:
    """A value as tables show it: numbers with three significant digits."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(shown, value)) or "none"
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"
    if isinstance(value, int):
        return f"{value:,}"
    return "" if value is None else str(value)


def _print_pairs(pairs: Mapping[str, Any]) -> None:
    for name, value in pairs.items():
        output().print(f"{name}: {shown(value)}", markup=False)
