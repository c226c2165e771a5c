"""Pass rate by world."""

from bdproxy.grader.report.content import Cell, Figure, Grid, Section, Words
from bdproxy.grader.report.figures.intervals import Bar, bars
from bdproxy.grader.report.figures.theme import MOST_PANELS, NARROW, WIDE
from bdproxy.grader.report.material import Material
from bdproxy.grader.report.places import count, drop, of_agent, share
from bdproxy.grader.report.quantities import Runs
from bdproxy.grader.report.words import WORLDS
from bdproxy.grader.statistics.study import AgentStudy
from bdproxy.names import Variant


def worlds(material: Material) -> Section:
    """Each world's pass rate with its interval, and the gap to the clean world."""
    agents = tuple(material.study.agents.values())
    given = [
        Bar(
            agent.agent,
            WORLDS[variant],
            share(rate, of_agent(agent.agent, "pass_rates", variant)),
            variant is Variant.TWIN,
        )
        for agent in agents[:MOST_PANELS]
        for variant, rate in agent.pass_rates.items()
    ]
    return Section(
        name="worlds",
        title="Pass rate by world",
        question="In which world does the agent still do its task?",
        figures=(
            Figure(
                name="worlds",
                title="Runs that pass, by world; lines are 95% intervals",
                words="; ".join(f"{one.agent}, {one.name}: {one.measure.text}" for one in given),
                wide=bars(given, "runs that pass", WIDE),
                narrow=bars(given, "runs that pass", NARROW),
            ),
        )
        if given
        else (),
        grids=tuple(map(_grid, agents)),
        notes=(
            "The gap is the clean world's pass rate minus this world's, over the families of both: "
            "what the world costs, in points.",
        ),
    )


def _grid(agent: AgentStudy) -> Grid:
    rows = []
    for variant, rate in agent.pass_rates.items():
        counts = agent.counts[variant]
        place = of_agent(agent.agent, "counts", variant)
        gap: Cell = Words("")
        if variant in agent.gap:
            gap = drop(agent.gap[variant], of_agent(agent.agent, "gap", variant))
        runs = {
            which: Runs(agent.agent, variant, which)
            for which in ("passed", "failed", "not assessable")
        }
        rows.append(
            (
                Words(WORLDS[variant]),
                share(
                    rate, of_agent(agent.agent, "pass_rates", variant), Runs(agent.agent, variant)
                ),
                count(counts.passed, (*place, "passed"), runs["passed"]),
                count(counts.failed, (*place, "failed"), runs["failed"]),
                count(counts.not_assessable, (*place, "not_assessable"), runs["not assessable"]),
                gap,
            )
        )
    return Grid(
        "Pass rate by world",
        ("world", "pass rate", "passed", "failed", "not assessable", "gap in points"),
        tuple(rows),
        agent=agent.agent,
    )
