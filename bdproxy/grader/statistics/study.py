"""Everything that statistics say about a table: plain data for a report, nothing formatted.

Mappings by variant or hazard have entries for those that there are runs of only.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bdproxy.grader.statistics.correlation import Correlation
from bdproxy.grader.statistics.estimate import Estimate
from bdproxy.grader.statistics.sign_test import PairedTest
from bdproxy.names import FailureMode, Hazard, Variant

ByVariant = Mapping[Variant, Estimate]
ByHazard = Mapping[Hazard, Estimate]


@dataclass(frozen=True, slots=True)
class Counts:
    """How many runs of a member there are, and what became of them."""

    runs: int
    passed: int
    failed: int
    not_assessable: int


@dataclass(frozen=True, slots=True)
class Band:
    """What is solved always, on average, at least once, of ``attempts``; over complete families."""

    attempts: int
    floor: Estimate
    average: Estimate
    ceiling: Estimate
    width: Estimate


@dataclass(frozen=True, slots=True)
class Loss:
    """How the gap splits into capability and reliability; see :func:`.bands.loss_part`."""

    capability: Estimate
    reliability: Estimate
    lost: Estimate
    unsteady: Estimate
    ceiling_drop: Estimate
    widening: Estimate


@dataclass(frozen=True, slots=True)
class Response:
    """How often a hazard's cue reached the agent, and how often its mode fired.

    Over all runs with the hazard, over those reached (read only), and over those not reached (the
    baseline).
    """

    exposure: Estimate
    all_runs: Estimate
    reached: Estimate
    not_reached: Estimate


@dataclass(frozen=True, slots=True)
class Origins:
    """Shares of firings in the compound by where else they fire: one ablation, several, none."""

    one: Estimate
    several: Estimate
    none: Estimate
    by_hazard: ByHazard


@dataclass(frozen=True, slots=True)
class Overlap:
    """The hazards' losses one by one against their loss together; over the same families."""

    sum_of_ablation_drops: Estimate
    compound_drop: Estimate
    expected: Estimate
    observed: Estimate
    excess: Estimate


@dataclass(frozen=True, slots=True)
class Recovery:
    """What a success takes over what it takes in the twin, family by family.

    ``per_success`` is what all runs take for each pass, failed ones included, over the twin's.
    """

    median: Estimate
    lower_quartile: float | None
    upper_quartile: float | None
    percentile_90: float | None
    percentile_95: float | None
    largest: float | None
    mean: float | None
    per_success: Estimate


@dataclass(frozen=True, slots=True)
class AgentStudy:
    """One agent. ``gap``, ``keeps``, ``losses`` and ``degradation`` are of variants but the twin.

    ``pass_at`` and ``pass_hat`` are by variant, then by k.
    """

    agent: str
    counts: Mapping[Variant, Counts]
    pass_rates: ByVariant
    gap: ByVariant
    hazard_costs: ByHazard
    degradation: ByVariant
    keeps: ByVariant
    pass_at: Mapping[Variant, Mapping[int, Estimate]]
    pass_hat: Mapping[Variant, Mapping[int, Estimate]]
    bands: Mapping[Variant, Band]
    losses: Mapping[Variant, Loss]
    false_success: ByVariant
    overclaim: ByVariant
    wrong_end_state: ByVariant
    step_cap: ByVariant
    mode_rates: Mapping[FailureMode, ByVariant]
    responses: Mapping[Hazard, Mapping[Variant, Response]]
    origins: Origins
    origins_by_mode: Mapping[FailureMode, Origins]
    overlap: Overlap
    surface_costs: Mapping[Hazard, Mapping[str, Estimate]]
    recovery: Mapping[str, Mapping[Variant, Recovery]]


@dataclass(frozen=True, slots=True)
class AgentPair:
    """Two agents on the same families; differences are the first's minus the second's.

    ``sign_tests`` compare the shares of passed attempts family by family; ``solved_tests`` are
    McNemar's, of families solved at least once. Each of the two is corrected (Holm) over all pairs
    of agents and all variants.
    """

    first: str
    second: str
    pass_rates: ByVariant
    hazard_costs: ByHazard
    sign_tests: Mapping[Variant, PairedTest]
    solved_tests: Mapping[Variant, PairedTest]


@dataclass(frozen=True, slots=True)
class HazardPair:
    """Two hazards' costs: the mean difference over agents, and for how many which costs more."""

    first: Hazard
    second: Hazard
    difference: Estimate
    test: PairedTest


@dataclass(frozen=True, slots=True)
class Trends:
    """What goes with the twin's pass rate, over agents; corrected (Holm) over all of these."""

    gap: Correlation
    hazard_costs: Mapping[Hazard, Correlation]
    exposure: Mapping[Hazard, Correlation]


@dataclass(frozen=True, slots=True)
class AcrossAgents:
    """Means over all agents, each of equal weight, families resampled for all of them together.

    ``exposure`` and ``reached`` (the response of those that the cue reached) are of the compound.
    ``hazard_pairs`` are corrected (Holm) for each other. ``more_than_expected`` tests for how many
    agents the compound's pass rate is above (first) or below (second) that of independent hazards.
    """

    pass_rates: ByVariant
    gap: ByVariant
    hazard_costs: ByHazard
    exposure: ByHazard
    reached: ByHazard
    sum_of_ablation_drops: Estimate
    compound_drop: Estimate
    hazard_pairs: tuple[HazardPair, ...]
    trends: Trends
    more_than_expected: PairedTest


@dataclass(frozen=True, slots=True)
class Study:
    """A whole table. ``pairs`` and ``across`` need two agents."""

    families: int
    attempts: int
    resamples: int
    seed: int
    confidence: float
    agents: Mapping[str, AgentStudy]
    pairs: tuple[AgentPair, ...]
    across: AcrossAgents | None
