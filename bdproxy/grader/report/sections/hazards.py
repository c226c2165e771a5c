"""What each hazard costs, alone, together, and by where its cue shows."""

from bdproxy.grader.report.content import Figure, Grid, Section, Words
from bdproxy.grader.report.figures.intervals import Bar, bars
from bdproxy.grader.report.figures.theme import MOST_PANELS, NARROW, WIDE
from bdproxy.grader.report.material import Material
from bdproxy.grader.report.places import cost, of_agent, share
from bdproxy.grader.report.quantities import Measure, Runs
from bdproxy.grader.report.words import HAZARDS
from bdproxy.grader.statistics.study import AgentStudy
from bdproxy.names import Hazard, Variant

MOST_SURFACES = 20
TOGETHER = "all together"


def hazards(material: Material) -> Section | None:
    """The cost of each hazard; None without hazards."""
    agents = tuple(one for one in material.study.agents.values() if one.degradation)
    if not agents:
        return None
    given = [
        Bar(agent.agent, name, measure)
        for agent in agents[:MOST_PANELS]
        for name, measure in _costs(agent).items()
    ]
    return Section(
        name="hazards",
        title="What each hazard costs",
        question="Which hazard takes most of what the agent can do?",
        figures=(
            Figure(
                name="hazards",
                title="Share of the clean world's passes that a hazard takes",
                words="; ".join(f"{one.agent}, {one.name}: {one.measure.text}" for one in given),
                wide=bars(given, "of the clean world's passes", WIDE),
                narrow=bars(given, "of the clean passes", NARROW),
            ),
        )
        if given
        else (),
        grids=(
            *(_grid(agent) for agent in agents),
            *(_surfaces(agent) for agent in agents if any(agent.surface_costs.values())),
        ),
        notes=(
            "Cost is 1 − passes with the hazard ÷ passes in the clean world, over the families "
            "that carry the hazard; the last line is of all hazards at once (relative "
            "degradation). Below 0: the agent does better with the hazard than without.",
            *(f"{hazard}: {meaning}." for hazard, meaning in HAZARDS.items()),
        ),
    )


def _costs(agent: AgentStudy) -> dict[str, Measure]:
    found = {
        str(hazard): cost(
            estimate,
            of_agent(agent.agent, "hazard_costs", hazard),
            Runs(agent.agent, Variant(hazard.value), "failed"),
        )
        for hazard, estimate in agent.hazard_costs.items()
        if Variant(hazard.value) in agent.pass_rates
    }
    if Variant.COMPOUND in agent.degradation:
        found[TOGETHER] = cost(
            agent.degradation[Variant.COMPOUND],
            of_agent(agent.agent, "degradation", Variant.COMPOUND),
            Runs(agent.agent, Variant.COMPOUND, "failed"),
        )
    return found


def _grid(agent: AgentStudy) -> Grid:
    rows = []
    for name, measure in _costs(agent).items():
        keeps = Words("")
        variant = Variant.COMPOUND if name == TOGETHER else Variant(name)
        kept = agent.keeps.get(variant)
        rows.append(
            (
                Words(name),
                measure,
                keeps if kept is None else share(kept, of_agent(agent.agent, "keeps", variant)),
            )
        )
    return Grid(
        "Cost of each hazard",
        ("hazard", "cost", "keeps"),
        tuple(rows),
        agent=agent.agent,
        note="keeps: of the tasks solved at least once in the clean world, those solved at least "
        "once with the hazard",
    )


def _surfaces(agent: AgentStudy) -> Grid:
    found: list[tuple[Hazard, str]] = [
        (hazard, surface)
        for hazard, by_surface in agent.surface_costs.items()
        for surface in by_surface
    ]
    left_out = len(found) - MOST_SURFACES
    rows = tuple(
        (
            Words(hazard),
            Words(surface, code=True),
            cost(
                agent.surface_costs[hazard][surface],
                of_agent(agent.agent, "surface_costs", hazard, surface),
            ),
        )
        for hazard, surface in found[:MOST_SURFACES]
    )
    return Grid(
        "Cost by where the hazard's text shows",
        ("hazard", "surface", "cost"),
        rows,
        headers=2,
        agent=agent.agent,
        note=f"{left_out} further surfaces are in the JSON" if left_out > 0 else None,
    )
