"""Agents against each other, and what holds over all of them."""

from bdproxy.grader.report.content import Cell, Grid, Section, Words
from bdproxy.grader.report.material import Material
from bdproxy.grader.report.places import cost, count, drop, points, share
from bdproxy.grader.report.quantities import Number, Path, Unit
from bdproxy.grader.report.words import WORLDS
from bdproxy.grader.statistics.correlation import Correlation
from bdproxy.grader.statistics.sign_test import PairedTest
from bdproxy.grader.statistics.study import AcrossAgents, AgentPair
from bdproxy.names import Variant

MOST_PAIRS = 15
"""With more pairs than this, the report shows the clean world and the one with all hazards only."""
MOST_ROWS = 60
MINIMUM_FOR_TRENDS = 4


def comparison(material: Material) -> Section | None:
    """Paired differences and tests; None with a single agent."""
    study = material.study
    if study.across is None:
        return None
    grids = [_rates(study.pairs), _costs(study.pairs), _means(study.across)]
    if study.across.hazard_pairs:
        grids.append(_hazard_pairs(study.across))
    if len(study.agents) >= MINIMUM_FOR_TRENDS:
        grids.append(_trends(study.across))
    return Section(
        name="comparison",
        title="Comparison of the agents",
        question="Is one agent better than another, or is it chance?",
        grids=tuple(grid for grid in grids if grid.rows),
        notes=(
            "Differences are the first agent's minus the second's, over the families that both "
            "tried. p-values are of exact two-sided tests (sign test of pass rates by family; "
            "McNemar's of families solved at least once), corrected after Holm for all pairs and "
            "worlds. Means over agents give each agent the same weight.",
        ),
    )


def _rates(pairs: tuple[AgentPair, ...]) -> Grid:
    kept = tuple(Variant)
    if len(pairs) > MOST_PAIRS:
        kept = (Variant.TWIN, Variant.COMPOUND)
    rows: list[tuple[Cell, ...]] = []
    left_out = 0
    for at, pair in enumerate(pairs):
        for variant, estimate in pair.pass_rates.items():
            if variant not in kept or len(rows) >= MOST_ROWS:
                left_out += 1
                continue
            place = ("study", "pairs", at)
            sign, solved = pair.sign_tests[variant], pair.solved_tests[variant]
            rows.append(
                (
                    Words(pair.first),
                    Words(pair.second),
                    Words(WORLDS[variant]),
                    points(estimate, (*place, "pass_rates", variant)),
                    count(sign.first, (*place, "sign_tests", variant, "first")),
                    count(sign.second, (*place, "sign_tests", variant, "second")),
                    _p(sign, (*place, "sign_tests", variant)),
                    _p(solved, (*place, "solved_tests", variant)),
                )
            )
    return Grid(
        "Pass rates, pair by pair",
        (
            "first",
            "second",
            "world",
            "difference in points",
            "families for the first",
            "for the second",
            "p of pass rates",
            "p of tasks solved",
        ),
        tuple(rows),
        headers=3,
        note=f"{left_out} further rows are in the JSON" if left_out else None,
    )


def _costs(pairs: tuple[AgentPair, ...]) -> Grid:
    rows = [
        (
            Words(pair.first),
            Words(pair.second),
            Words(hazard),
            points(estimate, ("study", "pairs", at, "hazard_costs", hazard)),
        )
        for at, pair in enumerate(pairs)
        for hazard, estimate in pair.hazard_costs.items()
    ]
    left_out = len(rows) - MOST_ROWS
    return Grid(
        "Costs of hazards, pair by pair",
        ("first", "second", "hazard", "difference in points"),
        tuple(rows[:MOST_ROWS]),
        headers=3,
        note=f"{left_out} further rows are in the JSON" if left_out > 0 else None,
    )


def _means(across: AcrossAgents) -> Grid:
    place: Path = ("study", "across")
    rows: list[tuple[Cell, ...]] = [
        (Words("pass rate"), Words(WORLDS[one]), share(rate, (*place, "pass_rates", one)))
        for one, rate in across.pass_rates.items()
    ]
    rows += [
        (Words("gap in points"), Words(WORLDS[one]), drop(gap, (*place, "gap", one)))
        for one, gap in across.gap.items()
    ]
    rows += [
        (Words("cost"), Words(hazard), cost(lost, (*place, "hazard_costs", hazard)))
        for hazard, lost in across.hazard_costs.items()
    ]
    rows += [
        (Words("met, with all hazards"), Words(hazard), share(met, (*place, "exposure", hazard)))
        for hazard, met in across.exposure.items()
        if met.value is not None
    ]
    rows += [
        (Words("of those, went wrong"), Words(hazard), share(wrong, (*place, "reached", hazard)))
        for hazard, wrong in across.reached.items()
        if wrong.value is not None
    ]
    for name, field in (
        ("single drops added up, points", "sum_of_ablation_drops"),
        ("drop of all together, points", "compound_drop"),
    ):
        estimate = getattr(across, field)
        if estimate.value is not None:
            rows.append((Words(name), Words(""), drop(estimate, (*place, field))))
    return Grid("Means over all agents", ("what", "where", "mean"), tuple(rows), headers=2)


def _hazard_pairs(across: AcrossAgents) -> Grid:
    rows = []
    for at, pair in enumerate(across.hazard_pairs):
        place = ("study", "across", "hazard_pairs", at)
        rows.append(
            (
                Words(pair.first),
                Words(pair.second),
                points(pair.difference, (*place, "difference")),
                count(pair.test.first, (*place, "test", "first")),
                count(pair.test.second, (*place, "test", "second")),
                _p(pair.test, (*place, "test")),
            )
        )
    return Grid(
        "Which hazard costs more",
        ("first", "second", "difference in points", "agents: first", "agents: second", "p"),
        tuple(rows),
        headers=2,
    )


def _trends(across: AcrossAgents) -> Grid:
    place: Path = ("study", "across", "trends")
    rows = [_trend("gap", "", across.trends.gap, (*place, "gap"))]
    for name, field in (("cost", "hazard_costs"), ("met", "exposure")):
        for hazard, found in getattr(across.trends, field).items():
            rows.append(_trend(name, hazard, found, (*place, field, hazard)))
    return Grid(
        "What goes with a higher pass rate in the clean world",
        ("what", "hazard", "correlation", "low", "high", "p"),
        tuple(rows),
        headers=2,
    )


def _trend(name: str, hazard: str, found: Correlation, place: Path) -> tuple[Cell, ...]:
    p = "p" if found.adjusted is None else "adjusted"
    return (
        Words(name),
        Words(hazard),
        Number(found.r, Unit.CORRELATION, (*place, "r")),
        Number(found.low, Unit.CORRELATION, (*place, "low")),
        Number(found.high, Unit.CORRELATION, (*place, "high")),
        Number(getattr(found, p), Unit.P_VALUE, (*place, p)),
    )


def _p(test: PairedTest, place: Path) -> Number:
    p = "p" if test.adjusted is None else "adjusted"
    return Number(getattr(test, p), Unit.P_VALUE, (*place, p))
