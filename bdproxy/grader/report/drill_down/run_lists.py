"""The runs behind the numbers, as short rows that the page's script can filter."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from bdproxy.grader.report.drill_down.packing import Packed
from bdproxy.grader.report.drill_down.selection import by_turns
from bdproxy.grader.report.material import Material, PlacedRun
from bdproxy.grader.statistics.table import HAZARDS, MODES
from bdproxy.names import EndReason, Outcome, Variant

OUTCOMES = tuple(Outcome)
ENDS = tuple(EndReason)
VARIANTS = tuple(Variant)


@dataclass(frozen=True, slots=True)
class RunLists:
    """``header`` says what the rows' numbers stand for, ``rows`` are packed lines, one a run."""

    header: dict[str, Any]
    rows: str
    left_out: int


def run_lists(material: Material, budget: int) -> RunLists:
    """As many runs as fit into ``budget`` characters; the header is not counted."""
    agents = {agent: at for at, agent in enumerate(material.agents)}
    tasks: dict[str, int] = {}
    packed = Packed(budget)
    taken = 0
    for placed in by_turns(material.runs):
        if not packed.add(_row(placed, agents, tasks)):
            break
        taken += 1
    totals = Counter(
        f"{agents[placed.run.graded.agent]}:{VARIANTS.index(placed.run.graded.variant)}"
        for placed in material.runs
    )
    header = {
        "logs": [log.path for log in material.logs],
        "agents": list(agents),
        "variants": list(VARIANTS),
        "modes": list(MODES),
        "hazards": list(HAZARDS),
        "outcomes": list(OUTCOMES),
        "ends": list(ENDS),
        "tasks": list(tasks),
        "totals": totals,
        "runs": len(material.runs),
        "listed": taken,
    }
    return RunLists(header, packed.text(), len(material.runs) - taken)


def _row(placed: PlacedRun, agents: dict[str, int], tasks: dict[str, int]) -> list[Any]:
    graded = placed.run.graded
    return [
        placed.log,
        placed.run.id,
        agents[graded.agent],
        VARIANTS.index(graded.variant),
        tasks.setdefault(graded.task, len(tasks)),
        graded.attempt,
        OUTCOMES.index(graded.outcome),
        sum(1 << at for at, mode in enumerate(MODES) if mode in graded.modes),
        sum(1 << at for at, hazard in enumerate(HAZARDS) if hazard in graded.exposed),
        sum(1 << at for at, hazard in enumerate(HAZARDS) if hazard in graded.hazards),
        1 if graded.claimed_success else 0,
        -1 if graded.end_reason is None else ENDS.index(graded.end_reason),
        graded.calls,
        round(graded.duration, 1),
    ]
