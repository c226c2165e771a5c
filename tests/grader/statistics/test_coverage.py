"""Do 95 % intervals hold the truth in 95 % of studies? Simulated, with a truth that is known."""

import numpy as np
import pytest

from bdproxy.grader.statistics.bootstrap import Resampling
from bdproxy.grader.statistics.gap import gap_to_twin
from bdproxy.grader.statistics.hazard_cost import cost_of
from bdproxy.grader.statistics.pass_at_k import mean_pass_at_k, mean_pass_hat_k
from bdproxy.grader.statistics.rates import pass_rate
from bdproxy.grader.statistics.statistic import Statistic
from bdproxy.names import Variant
from tests.grader.statistics.tables import from_arrays

STUDIES, FAMILIES, ATTEMPTS, RESAMPLES = 1000, 100, 4, 2000
# Resamples depend on no study's outcome, so several studies may share them.
STUDIES_PER_DRAW = 100

# A family's chance of a pass is Beta(2, 1) in the twin; a hazard keeps a share Beta(2, 2) of it.
TWIN, KEPT = 2 / 3, 1 / 2
TRUTH = {
    "pass rate": TWIN,
    "gap": TWIN * (1 - KEPT),
    "cost": 1 - KEPT,
    # E[1 - (1 - p)^4] and E[p^4] for p from Beta(2, 1), whose density is 2p.
    "pass@4": 1 - 2 * (1 / 5 - 1 / 6),
    "pass^4": 2 / 6,
}


def statistics_of_a_study(generator: np.random.Generator) -> dict[str, Statistic]:
    twin = generator.beta(2, 1, size=(FAMILIES, 1))
    compound = twin * generator.beta(2, 2, size=(FAMILIES, 1))
    shape = (FAMILIES, ATTEMPTS)
    runs = from_arrays(
        {
            Variant.TWIN: generator.random(shape) < twin,
            Variant.COMPOUND: generator.random(shape) < compound,
        }
    )
    member = runs.member(Variant.TWIN)
    return {
        "pass rate": pass_rate(member),
        "gap": gap_to_twin(runs, Variant.COMPOUND),
        "cost": cost_of(runs, Variant.COMPOUND),
        "pass@4": mean_pass_at_k(member, 4),
        "pass^4": mean_pass_hat_k(member, 4),
    }


@pytest.fixture(scope="module")
def held() -> dict[str, float]:
    """How often each interval held the truth."""
    generator = np.random.default_rng(2024)
    counts = dict.fromkeys(TRUTH, 0)
    for study in range(STUDIES):
        if study % STUDIES_PER_DRAW == 0:
            resampling = Resampling.draw(FAMILIES, seed=study, resamples=RESAMPLES)
        for name, one in resampling.estimates(statistics_of_a_study(generator)).items():
            assert one.low is not None
            assert one.high is not None
            counts[name] += one.low <= TRUTH[name] <= one.high
    return {name: count / STUDIES for name, count in counts.items()}


@pytest.mark.parametrize("name", TRUTH)
def test_intervals_hold_the_truth(held: dict[str, float], name: str) -> None:
    assert 0.93 <= held[name] <= 0.97


def test_runs_alone_would_be_too_sure() -> None:
    """Resampling runs as if a family's attempts were unrelated misses the truth far more often."""
    generator = np.random.default_rng(2024)
    resampling = Resampling.draw(FAMILIES * ATTEMPTS, seed=1, resamples=RESAMPLES)
    held = 0
    for _ in range(STUDIES // 4):
        twin = generator.beta(0.3, 0.3, size=(FAMILIES, 1))
        passed = generator.random((FAMILIES, ATTEMPTS)) < twin
        runs = from_arrays({Variant.TWIN: passed.reshape(-1, 1)})
        one = resampling.estimate(pass_rate(runs.member(Variant.TWIN)))
        assert one.low is not None
        assert one.high is not None
        held += one.low <= 0.5 <= one.high
    assert held / (STUDIES // 4) < 0.85
