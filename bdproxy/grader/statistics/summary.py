"""All statistics of a table at once."""

from bdproxy.grader.statistics.across_agents import study_across
from bdproxy.grader.statistics.agent_pairs import compare_agents
from bdproxy.grader.statistics.agent_study import study_agent
from bdproxy.grader.statistics.bootstrap import CONFIDENCE, RESAMPLES, Resampling
from bdproxy.grader.statistics.study import Study
from bdproxy.grader.statistics.table import Table

SEED = 1


def study(
    table: Table, *, seed: int = SEED, resamples: int = RESAMPLES, confidence: float = CONFIDENCE
) -> Study:
    """Every statistic, of each agent, between agents and over all of them.

    All intervals rest on the same resamples of the table's families; the same table and seed give
    the same study.

    >>> from bdproxy.grader.statistics.table import GradedRun
    >>> from bdproxy.names import Outcome, Variant
    >>> runs = [
    ...     GradedRun("ada", f"s_{at}", "s", variant, 1, outcome)
    ...     for at in range(4)
    ...     for variant, outcome in (
    ...         (Variant.TWIN, Outcome.PASS),
    ...         (Variant.FAULT, Outcome.PASS if at else Outcome.FAIL),
    ...     )
    ... ]
    >>> one = study(Table.of(runs)).agents["ada"].gap[Variant.FAULT]
    >>> one.value, one.low, one.note
    (0.25, None, 'too few families')
    """
    resampling = Resampling.draw(
        len(table.tasks), seed=seed, resamples=resamples, confidence=confidence
    )
    several = len(table.agents) > 1
    return Study(
        families=len(table.tasks),
        attempts=len(table.attempts),
        resamples=resamples,
        seed=seed,
        confidence=confidence,
        agents={
            agent: study_agent(agent, runs, resampling) for agent, runs in table.agents.items()
        },
        pairs=compare_agents(table.agents, resampling) if several else (),
        across=study_across(table.agents, resampling) if several else None,
    )
