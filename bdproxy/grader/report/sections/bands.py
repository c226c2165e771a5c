"""How steady the agent is: solved always, on average, at least once."""

from bdproxy.grader.report.content import Figure, Grid, Section, Words
from bdproxy.grader.report.figures.spans import Span, spans
from bdproxy.grader.report.figures.theme import MOST_PANELS, NARROW, WIDE
from bdproxy.grader.report.material import Material
from bdproxy.grader.report.places import count, drop, of_agent, points, share
from bdproxy.grader.report.quantities import Unit, written
from bdproxy.grader.report.words import WORLDS
from bdproxy.grader.statistics.study import AgentStudy
from bdproxy.names import Variant


def bands(material: Material) -> Section:
    """Bands by world, and losses of capability and of reliability."""
    agents = tuple(material.study.agents.values())
    steady = material.study.attempts > 1
    given = [
        Span(
            agent.agent,
            WORLDS[variant],
            band.floor.value,
            band.average.value,
            band.ceiling.value,
            variant is Variant.TWIN,
        )
        for agent in agents[:MOST_PANELS]
        for variant, band in agent.bands.items()
    ]
    figure = Figure(
        name="bands",
        title="From tasks solved in every attempt to tasks solved in any; the mark is the average",
        words="; ".join(
            f"{one.agent}, {one.name}: {written(one.floor, Unit.SHARE)} always, "
            f"{written(one.average, Unit.SHARE)} on average, "
            f"{written(one.ceiling, Unit.SHARE)} at least once"
            for one in given
        ),
        wide=spans(given, "tasks solved", WIDE),
        narrow=spans(given, "tasks solved", NARROW),
    )
    single = (
        "There is one attempt at each task, so floor and ceiling are the same. Bands need "
        "several: bdproxy record --attempts 4"
    )
    return Section(
        name="bands",
        title="Reliability",
        question="Does the agent do its task every time, or only sometimes?",
        figures=(figure,) if steady and given else (),
        grids=(
            *(map(_bands, agents) if steady else ()),
            *(_losses(agent) for agent in agents if agent.losses),
            *(map(_attempts, agents) if steady else ()),
        ),
        notes=(
            "Over the families all of whose attempts can be assessed. Floor: solved in every "
            "attempt (pass^n). Average: pass@1. Ceiling: solved in at least one (pass@n). Width: "
            "ceiling minus floor. Capability is lost where a task is never solved any more, "
            "reliability where it is solved less often.",
            *(() if steady else (single,)),
        ),
    )


def _bands(agent: AgentStudy) -> Grid:
    rows = []
    for variant, band in agent.bands.items():
        place = of_agent(agent.agent, "bands", variant)
        rows.append(
            (
                Words(WORLDS[variant]),
                share(band.floor, (*place, "floor")),
                share(band.average, (*place, "average")),
                share(band.ceiling, (*place, "ceiling")),
                drop(band.width, (*place, "width")),
                count(band.attempts, (*place, "attempts")),
            )
        )
    return Grid(
        "Bands",
        ("world", "floor", "average", "ceiling", "width in points", "attempts"),
        tuple(rows),
        agent=agent.agent,
    )


def _losses(agent: AgentStudy) -> Grid:
    rows = []
    for variant, loss in agent.losses.items():
        place = of_agent(agent.agent, "losses", variant)
        rows.append(
            (
                Words(WORLDS[variant]),
                drop(loss.capability, (*place, "capability")),
                drop(loss.reliability, (*place, "reliability")),
                share(loss.lost, (*place, "lost")),
                share(loss.unsteady, (*place, "unsteady")),
                drop(loss.ceiling_drop, (*place, "ceiling_drop")),
                points(loss.widening, (*place, "widening")),
            )
        )
    return Grid(
        "What is lost against the clean world",
        (
            "world",
            "capability, points",
            "reliability, points",
            "never solved any more",
            "no longer always solved",
            "ceiling falls by",
            "band widens by",
        ),
        tuple(rows),
        agent=agent.agent,
    )


def _attempts(agent: AgentStudy) -> Grid:
    rows = [
        (
            Words(WORLDS[variant]),
            Words(str(k)),
            share(estimate, of_agent(agent.agent, "pass_at", variant, k)),
            share(agent.pass_hat[variant][k], of_agent(agent.agent, "pass_hat", variant, k)),
        )
        for variant, by_k in agent.pass_at.items()
        for k, estimate in by_k.items()
    ]
    return Grid(
        "Of k attempts",
        ("world", "k", "at least one passes (pass@k)", "all pass (pass^k)"),
        tuple(rows),
        headers=2,
        agent=agent.agent,
    )
