"""How often each failure mode fires in each member of the families."""

from bdproxy.grader.report.content import Cell, Figure, Grid, Section, Words
from bdproxy.grader.report.figures.heat_map import Tile, heat_map
from bdproxy.grader.report.figures.theme import MOST_PANELS, NARROW, WIDE
from bdproxy.grader.report.material import Material
from bdproxy.grader.report.places import count, of_agent, share
from bdproxy.grader.report.quantities import Runs
from bdproxy.grader.report.words import MODES, WORLDS
from bdproxy.grader.statistics.study import AgentStudy


def modes(material: Material) -> Section:
    """The rates of the failure modes by world."""
    agents = tuple(material.study.agents.values())
    tiles = [
        Tile(
            agent.agent,
            str(mode),
            WORLDS[variant],
            share(rate, of_agent(agent.agent, "mode_rates", mode, variant)),
        )
        for agent in agents[:MOST_PANELS]
        for mode, by_variant in agent.mode_rates.items()
        for variant, rate in by_variant.items()
    ]
    without = [log.name for log in material.logs if log.without_modes]
    return Section(
        name="modes",
        title="Failure modes by world",
        question="How does the agent go wrong, and in which world?",
        figures=(
            Figure(
                name="modes",
                title="Share of runs in which a failure mode fired",
                words="; ".join(
                    f"{one.agent}, {one.row}, {one.column}: {one.measure.text}"
                    for one in tiles
                    if one.measure.estimate.value
                )
                or "No failure mode fired.",
                wide=heat_map(tiles, WIDE),
                narrow=heat_map(tiles, NARROW),
            ),
        )
        if tiles
        else (),
        grids=tuple(map(_grid, agents)),
        notes=(
            "One run can fire several modes, and a run that passes can fire some, too.",
            *(f"{mode}: {meaning}." for mode, meaning in MODES.items()),
            *(
                f"{name} was graded before failure modes were kept; grade it again with: "
                f"bdproxy grade --regrade"
                for name in without
            ),
        ),
    )


def _grid(agent: AgentStudy) -> Grid:
    variants = tuple(agent.counts)
    rows: list[tuple[Cell, ...]] = [
        (
            Words(mode),
            *(
                share(
                    by_variant[variant],
                    of_agent(agent.agent, "mode_rates", mode, variant),
                    Runs(agent.agent, variant, fired=mode),
                )
                for variant in variants
            ),
        )
        for mode, by_variant in agent.mode_rates.items()
    ]
    for name, field in (("runs", "runs"), ("not assessable", "not_assessable")):
        rows.append(
            (
                Words(name),
                *(
                    count(
                        getattr(agent.counts[variant], field),
                        of_agent(agent.agent, "counts", variant, field),
                        Runs(agent.agent, variant, None if name == "runs" else name),
                    )
                    for variant in variants
                ),
            )
        )
    return Grid(
        "Failure modes by world",
        ("mode", *(WORLDS[variant] for variant in variants)),
        tuple(rows),
        agent=agent.agent,
        compact=True,
        note="rates are over the assessable runs",
    )
