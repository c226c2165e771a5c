"""Numbers of a study with their places in the JSON document."""

from bdproxy.grader.report.quantities import Measure, Number, Path, Runs, Unit
from bdproxy.grader.statistics.estimate import Estimate


def of_agent(agent: str, *rest: str | int) -> Path:
    """The place of something that is said of one agent."""
    return ("study", "agents", agent, *rest)


def share(estimate: Estimate, path: Path, runs: Runs | None = None) -> Measure:
    """A share of runs or families, 0 to 1."""
    return Measure(estimate, Unit.SHARE, path, runs)


def cost(estimate: Estimate, path: Path, runs: Runs | None = None) -> Measure:
    """A share of clean passes that is lost."""
    return Measure(estimate, Unit.COST, path, runs)


def drop(estimate: Estimate, path: Path) -> Measure:
    """A loss, in points."""
    return Measure(estimate, Unit.DROP, path)


def points(estimate: Estimate, path: Path) -> Measure:
    """A difference of shares."""
    return Measure(estimate, Unit.POINTS, path)


def ratio(estimate: Estimate, path: Path) -> Measure:
    """How many times."""
    return Measure(estimate, Unit.RATIO, path)


def count(value: float | None, path: Path, runs: Runs | None = None) -> Number:
    """A count."""
    return Number(value, Unit.COUNT, path, runs)
