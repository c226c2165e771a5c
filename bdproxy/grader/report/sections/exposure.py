"""Whether hazards reached the agent, and what it did then."""

from bdproxy.grader.report.content import Figure, Grid, Section, Words
from bdproxy.grader.report.figures.responses import BASELINE, FELL_FOR, MET, Point, responses
from bdproxy.grader.report.figures.theme import MOST_PANELS, NARROW, WIDE
from bdproxy.grader.report.material import Material
from bdproxy.grader.report.places import of_agent, share
from bdproxy.grader.report.quantities import Runs, Unit, written
from bdproxy.grader.report.words import WORLDS
from bdproxy.grader.statistics.exposure import MODE_OF
from bdproxy.grader.statistics.study import AgentStudy
from bdproxy.names import Hazard, Variant


def exposure(material: Material) -> Section | None:
    """Exposure against response; None without hazards."""
    agents = tuple(one for one in material.study.agents.values() if one.responses)
    if not agents:
        return None
    points = [point for agent in agents[:MOST_PANELS] for point in _points(agent)]
    return Section(
        name="exposure",
        title="Exposure against response",
        question="Did the hazard reach the agent at all, and if so, did it go wrong there?",
        figures=(
            Figure(
                name="exposure",
                title="Runs that met each hazard, and runs that then went wrong",
                words="; ".join(
                    f"{one.agent}, {one.name}, {one.series}: {written(one.value, Unit.SHARE)}"
                    for one in points
                ),
                wide=responses(points, WIDE),
                narrow=responses(points, NARROW),
            ),
        )
        if points
        else (),
        grids=tuple(map(_grid, agents)),
        notes=(
            "A run has met a hazard when its text is in an answer that the agent got, or when the "
            "fault was made. It went wrong there when the hazard's own failure mode fired: "
            + ", ".join(f"{mode} for {hazard}" for hazard, mode in MODE_OF.items())
            + ". An agent that rarely meets a hazard has not shown that it can resist it.",
        ),
    )


def _world_of(agent: AgentStudy, hazard: Hazard) -> Variant | None:
    """The world that the figure shows a hazard in: with all hazards, else the hazard alone."""
    by_world = agent.responses.get(hazard, {})
    for variant in (Variant.COMPOUND, Variant(hazard.value)):
        if variant in by_world:
            return variant
    return None


def _points(agent: AgentStudy) -> list[Point]:
    found = []
    for hazard, by_world in agent.responses.items():
        world = _world_of(agent, hazard)
        if world is None:
            continue
        response = by_world[world]
        name = f"{hazard}" if world is Variant.COMPOUND else f"{hazard} (alone)"
        found += [
            Point(agent.agent, name, MET, response.exposure.value),
            Point(agent.agent, name, FELL_FOR, response.reached.value),
            Point(agent.agent, name, BASELINE, response.not_reached.value),
        ]
    return found


def _grid(agent: AgentStudy) -> Grid:
    rows = []
    for hazard, by_world in agent.responses.items():
        mode = str(MODE_OF[hazard])
        for variant, response in by_world.items():
            place = of_agent(agent.agent, "responses", hazard, variant)
            rows.append(
                (
                    Words(hazard),
                    Words(WORLDS[variant]),
                    share(
                        response.exposure,
                        (*place, "exposure"),
                        Runs(agent.agent, variant, reached=hazard),
                    ),
                    share(
                        response.reached,
                        (*place, "reached"),
                        Runs(agent.agent, variant, reached=hazard, fired=mode),
                    ),
                    share(response.not_reached, (*place, "not_reached")),
                    share(
                        response.all_runs,
                        (*place, "all_runs"),
                        Runs(agent.agent, variant, carrying=hazard, fired=mode),
                    ),
                )
            )
    return Grid(
        "Exposure and response",
        ("hazard", "world", MET, FELL_FOR, BASELINE, "of all runs, went wrong"),
        tuple(rows),
        headers=2,
        agent=agent.agent,
    )
