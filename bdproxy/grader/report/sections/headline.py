"""What the world cost each agent, in a sentence, a picture and a table."""

from bdproxy.grader.report.content import Card, Cell, Figure, Grid, Section, Sentence, Words
from bdproxy.grader.report.figures.before_after import Fall, before_after
from bdproxy.grader.report.figures.theme import NARROW, WIDE
from bdproxy.grader.report.material import Material
from bdproxy.grader.report.places import cost, count, drop, of_agent, share
from bdproxy.grader.report.quantities import Measure, Runs
from bdproxy.grader.report.words import HAZARDS, WORLDS
from bdproxy.grader.statistics.estimate import MINIMUM_FAMILIES
from bdproxy.grader.statistics.study import AgentStudy
from bdproxy.names import Hazard, Variant

MOST_SENTENCES = 4


def headline(material: Material) -> Section:
    """The first section: what a reader takes home."""
    agents = tuple(material.study.agents.values())
    worst = worst_world(material)
    title = "What the world cost " + (
        agents[0].agent if len(agents) == 1 else f"these {len(agents)} agents"
    )
    sentences = [_sentence(agent, worst) for agent in agents[:MOST_SENTENCES]]
    return Section(
        name="headline",
        title=title,
        question=(
            "The same tasks, with the same instructions and the same right end states: once in a "
            "clean world, once in a world that is not on the agent's side. How much of what the "
            "agent can do is left?"
        ),
        cards=_cards(agents, worst) if len(agents) <= MOST_SENTENCES else (),
        sentences=(*_warnings(material), *sentences),
        figures=_figures(agents, worst) if worst is not None else (),
        grids=(_grid(material, worst),),
        notes=() if worst is not None else (_nothing_to_compare(material),),
    )


def worst_world(material: Material) -> Variant | None:
    """The world that the headline is about: all hazards at once, or the only one there is.

    Without a compound, the single hazard whose gap is the largest; None without any hazard.
    """
    gaps: dict[Variant, list[float]] = {}
    for agent in material.study.agents.values():
        for variant, gap in agent.gap.items():
            if gap.value is not None:
                gaps.setdefault(variant, []).append(gap.value)
    if Variant.COMPOUND in gaps:
        return Variant.COMPOUND
    return max(gaps, key=lambda variant: sum(gaps[variant]) / len(gaps[variant]), default=None)


def costliest_hazard(agent: AgentStudy) -> Hazard | None:
    """The hazard that removes most of an agent's clean passes; None if none removes any."""
    costs = {hazard: one.value for hazard, one in agent.hazard_costs.items() if one.value}
    worst = max(costs, key=lambda hazard: costs[hazard], default=None)
    return worst if worst is not None and costs[worst] > 0 else None


def pass_rate(agent: AgentStudy, variant: Variant) -> Measure | None:
    """An agent's pass rate in a world; None without runs there."""
    estimate = agent.pass_rates.get(variant)
    if estimate is None or estimate.value is None:
        return None
    return share(
        estimate, of_agent(agent.agent, "pass_rates", variant), Runs(agent.agent, variant, "passed")
    )


def _warnings(material: Material) -> list[Sentence]:
    families = material.study.families
    if families >= MINIMUM_FAMILIES:
        return []
    number = count(families, ("study", "families"))
    return [
        (
            "Only ", number, f" {'families' if families != 1 else 'family'} of tasks: too few for "
            f"intervals. Read these numbers as examples; from {MINIMUM_FAMILIES} families on, "
            "intervals say how sure they are.",
        )
    ]  # fmt: skip


def _sentence(agent: AgentStudy, worst: Variant | None) -> Sentence:
    name = Words(agent.agent)
    clean = pass_rate(agent, Variant.TWIN)
    if clean is None:
        return (name, " has no clean run that can be assessed: nothing to compare with.")
    begin: Sentence = (name, " passes ", clean.part("value"), " of its runs in a clean world")
    harmed = None if worst is None else pass_rate(agent, worst)
    if worst is None or harmed is None:
        return (*begin, "; there are no runs with hazards to compare with.")
    where = "with all hazards at once" if worst is Variant.COMPOUND else f"with {WORLDS[worst]}"
    gap = drop(agent.gap[worst], of_agent(agent.agent, "gap", worst))
    value = gap.estimate.value
    if value is None:
        return (*begin, ", and ", harmed.part("value"), f" {where}.")
    if clean.estimate.value == 0:
        return (
            *begin, ", and ", harmed.part("value"), f" {where}: it has nothing that the world "
            "could take.",
        )  # fmt: skip
    costs: Sentence = (
        (": the world costs it ", gap.part("value"), " points")
        if value > 0
        else (": the world costs it nothing",)
    )
    interval: Sentence = (
        (" (", gap.part("low"), " to ", gap.part("high"), ")")
        if value > 0 and gap.interval is not None
        else ()
    )
    return (
        *begin, ", and ", harmed.part("value"), f" {where}", *costs, *interval, ".",
        *_costliest(agent),
    )  # fmt: skip


def _costliest(agent: AgentStudy) -> Sentence:
    hazard = costliest_hazard(agent)
    if hazard is None or len(agent.hazard_costs) < 2:
        return ()
    most = cost(agent.hazard_costs[hazard], of_agent(agent.agent, "hazard_costs", hazard))
    return (
        f" What costs it most is {hazard} ({HAZARDS[hazard]}): ",
        most.part("value"), " of what it passes in the clean world.",
    )  # fmt: skip


def _cards(agents: tuple[AgentStudy, ...], worst: Variant | None) -> tuple[Card, ...]:
    cards = []
    for agent in agents:
        clean = pass_rate(agent, Variant.TWIN)
        harmed = None if worst is None else pass_rate(agent, worst)
        if worst is None or clean is None or harmed is None:
            continue
        gap = drop(agent.gap[worst], of_agent(agent.agent, "gap", worst))
        cards.append(Card(agent.agent, clean, harmed, WORLDS[worst], gap))
    return tuple(cards)


def _figures(agents: tuple[AgentStudy, ...], worst: Variant) -> tuple[Figure, ...]:
    falls = []
    for agent in agents:
        clean, harmed = pass_rate(agent, Variant.TWIN), pass_rate(agent, worst)
        if clean is not None and harmed is not None:
            falls.append(Fall(agent.agent, clean, harmed))
    # A single agent's fall is on its card.
    if len(falls) < 2:
        return ()
    words = "; ".join(f"{one.agent}: {one.clean.text} to {one.harmed.text}" for one in falls)
    return (
        Figure(
            name="headline",
            title=f"Runs that pass, from the clean world to {WORLDS[worst]}",
            words=f"{words}.",
            wide=before_after(falls, WORLDS[worst], WIDE),
            narrow=before_after(falls, WORLDS[worst], NARROW),
        ),
    )


def _grid(material: Material, worst: Variant | None) -> Grid:
    columns = ["agent", "clean world"]
    if worst is not None:
        columns += [WORLDS[worst], "cost in points", "costliest hazard"]
    rows = []
    for agent in material.study.agents.values():
        row: list[Cell] = [Words(agent.agent), pass_rate(agent, Variant.TWIN) or Words("–")]
        if worst is not None:
            row.append(pass_rate(agent, worst) or Words("–"))
            gap = agent.gap.get(worst)
            row.append(
                Words("–") if gap is None else drop(gap, of_agent(agent.agent, "gap", worst))
            )
            row.append(Words(costliest_hazard(agent) or "none"))
        rows.append(tuple(row))
    return Grid("Agents", tuple(columns), tuple(rows))


def _nothing_to_compare(material: Material) -> str:
    return (
        "There are only clean worlds here. Record the same agent with hazards, too: "
        "bdproxy record --all-variants"
    )
