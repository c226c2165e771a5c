"""What a success takes with hazards, against the clean world."""

from bdproxy.grader.report.content import Cell, Figure, Grid, Section, Words
from bdproxy.grader.report.figures.intervals import Bar, bars
from bdproxy.grader.report.figures.theme import MOST_PANELS, NARROW, WIDE
from bdproxy.grader.report.material import Material
from bdproxy.grader.report.places import of_agent, ratio
from bdproxy.grader.report.quantities import Number, Path, Unit
from bdproxy.grader.report.words import WORLDS
from bdproxy.grader.statistics.study import AgentStudy, Recovery
from bdproxy.names import Variant

TAILS = (
    ("lower quartile", "lower_quartile"),
    ("upper quartile", "upper_quartile"),
    ("90%", "percentile_90"),
    ("95%", "percentile_95"),
    ("largest", "largest"),
    ("mean", "mean"),
)


def recovery(material: Material) -> Section | None:
    """Calls and seconds per success; None without hazards."""
    agents = tuple(one for one in material.study.agents.values() if any(one.recovery.values()))
    if not agents:
        return None
    given = [
        Bar(
            agent.agent,
            WORLDS[variant],
            ratio(found.median, (*_place(agent, "calls", variant), "median")),
        )
        for agent in agents[:MOST_PANELS]
        for variant, found in agent.recovery["calls"].items()
        if found.median.value is not None
    ]
    figure = Figure(
        name="recovery",
        title="Calls for a success, as a multiple of the clean world's (median over tasks)",
        words="; ".join(f"{one.agent}, {one.name}: {one.measure.text}" for one in given),
        wide=bars(given, "times the clean world's calls", WIDE, unit="ratio"),
        narrow=bars(given, "times the clean calls", NARROW, unit="ratio"),
    )
    return Section(
        name="recovery",
        title="Recovery cost",
        question="Where it succeeds in spite of a hazard, what more does that take?",
        figures=(figure,) if given else (),
        grids=tuple(_grid(agent, measure) for measure in ("calls", "seconds") for agent in agents),
        notes=(
            "Task by task: the mean over passed runs with the hazard, over the mean of passed "
            "runs in the clean world. The last column is what all runs together take for one "
            "pass, failed ones included.",
        ),
    )


def _place(agent: AgentStudy, measure: str, variant: Variant) -> Path:
    return of_agent(agent.agent, "recovery", measure, variant)


def _grid(agent: AgentStudy, measure: str) -> Grid:
    rows: list[tuple[Cell, ...]] = [
        (
            Words(WORLDS[variant]),
            ratio(found.median, (*_place(agent, measure, variant), "median")),
            *(_tail(found, field, _place(agent, measure, variant)) for _, field in TAILS),
            ratio(found.per_success, (*_place(agent, measure, variant), "per_success")),
        )
        for variant, found in agent.recovery[measure].items()
    ]
    title = "Calls for a success" if measure == "calls" else "Time for a success"
    return Grid(
        f"{title}, times the clean world's",
        ("world", "median", *(name for name, _ in TAILS), "per pass, failures included"),
        tuple(rows),
        agent=agent.agent,
    )


def _tail(found: Recovery, field: str, place: Path) -> Number:
    return Number(getattr(found, field), Unit.RATIO, (*place, field))
