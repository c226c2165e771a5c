"""Where the failures of a world with all hazards come from."""

from bdproxy.grader.report.content import Cell, Figure, Grid, Section, Words
from bdproxy.grader.report.figures.shares import Part, shares
from bdproxy.grader.report.figures.theme import NARROW, WIDE
from bdproxy.grader.report.material import Material
from bdproxy.grader.report.places import drop, of_agent, points, share
from bdproxy.grader.report.quantities import Path, Unit, written
from bdproxy.grader.statistics.study import AgentStudy, Origins
from bdproxy.names import Variant

ONE, SEVERAL, NONE = "one hazard alone", "several hazards alike", "only their combination"


def attribution(material: Material) -> Section | None:
    """Origins of failures, and how hazards overlap; None without a world with all hazards."""
    agents = tuple(one for one in material.study.agents.values() if Variant.COMPOUND in one.counts)
    if not agents:
        return None
    parts = [
        Part(agent.agent, name, estimate.value)
        for agent in agents
        for name, estimate in (
            (ONE, agent.origins.one),
            (SEVERAL, agent.origins.several),
            (NONE, agent.origins.none),
        )
    ]
    figure = Figure(
        name="attribution",
        title="What fires with all hazards at once: where else does it fire?",
        words="; ".join(
            f"{one.agent}, {one.name}: {written(one.value, Unit.SHARE)}" for one in parts
        ),
        wide=shares(parts, "of the modes that fired", WIDE),
        narrow=shares(parts, "of the modes that fired", NARROW),
    )
    return Section(
        name="attribution",
        title="Attribution",
        question="With all hazards at once: which of them is to blame?",
        figures=(figure,) if any(part.value for part in parts) else (),
        grids=(
            *(_origins(agent) for agent in agents),
            *(_overlap(agent) for agent in agents),
        ),
        notes=(
            "A failure mode that fires with all hazards is compared with the runs of each hazard "
            "alone, of the same task and attempt. Firings in no single hazard's run need the "
            "combination; that share is an upper bound, since which attempts meet is chance.",
            "If hazards broke different tasks, their single drops would add up to the drop of all "
            "together; if they were independent, the expected pass rate would be observed. A "
            "positive excess says that they break the same tasks.",
        ),
    )


def _origins(agent: AgentStudy) -> Grid:
    named: list[tuple[str, Origins, Path]] = [
        ("all modes", agent.origins, of_agent(agent.agent, "origins"))
    ]
    named += [
        (str(mode), origins, of_agent(agent.agent, "origins_by_mode", mode))
        for mode, origins in agent.origins_by_mode.items()
        if origins.one.denominator or origins.one.not_assessable
    ]
    hazards = tuple(agent.origins.by_hazard)
    rows: list[tuple[Cell, ...]] = [
        (
            Words(name),
            share(origins.one, (*place, "one")),
            share(origins.several, (*place, "several")),
            share(origins.none, (*place, "none")),
            *(
                share(origins.by_hazard[hazard], (*place, "by_hazard", hazard))
                for hazard in hazards
            ),
        )
        for name, origins, place in named
    ]
    return Grid(
        "Where a mode that fired comes from",
        ("mode", ONE, SEVERAL, NONE, *(f"{hazard} alone" for hazard in hazards)),
        tuple(rows),
        agent=agent.agent,
    )


def _overlap(agent: AgentStudy) -> Grid:
    overlap, place = agent.overlap, of_agent(agent.agent, "overlap")
    rows: tuple[tuple[Cell, ...], ...] = (
        (
            Words("single drops added up, points"),
            drop(overlap.sum_of_ablation_drops, (*place, "sum_of_ablation_drops")),
        ),
        (
            Words("drop of all together, points"),
            drop(overlap.compound_drop, (*place, "compound_drop")),
        ),
        (
            Words("pass rate expected if independent"),
            share(overlap.expected, (*place, "expected")),
        ),
        (Words("pass rate observed"), share(overlap.observed, (*place, "observed"))),
        (Words("observed minus expected, points"), points(overlap.excess, (*place, "excess"))),
    )
    return Grid("Do the hazards break the same tasks?", ("", ""), rows, agent=agent.agent)
