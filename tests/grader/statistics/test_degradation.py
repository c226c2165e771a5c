"""Against a published table: AgentPerturb, table 1."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from bdproxy.grader.statistics.degradation import degradation_of, relative_degradation
from bdproxy.grader.statistics.hazard_cost import cost_of_hazard, hazard_cost
from bdproxy.names import Hazard, Variant
from tests.grader.statistics.tables import drawn

# Clean and perturbed score, and the published relative degradation in percent; APEX-Agents, then
# Toolathlon.
PUBLISHED = {
    "GPT-5.6-Sol": ((85.5, 80.6, 5.7), (34.0, 29.7, 12.6)),
    "Claude Opus 5": ((81.0, 68.2, 15.8), (32.0, 28.3, 11.6)),
    "DeepSeek-V4-Pro": ((84.0, 80.3, 4.4), (32.0, 24.1, 24.7)),
    "DeepSeek-V4-Flash": ((88.0, 47.0, 46.6), (28.0, 21.4, 23.6)),
    "Kimi-K3": ((40.0, 39.0, 2.5), (32.0, 23.0, 28.1)),
    "Kimi-K2.6": ((68.0, 58.4, 14.1), (24.0, 16.4, 31.7)),
    "Hunyuan-3-High": ((64.0, 54.1, 15.5), (16.0, 8.3, 48.1)),
    "Qwen3.8-Max": ((64.0, 36.4, 43.1), (12.0, 7.1, 40.8)),
    "GLM-5.2": ((72.0, 52.3, 27.4), (16.0, 7.1, 55.6)),
    "GLM-5.1": ((56.0, 33.3, 40.5), (24.0, 18.7, 22.1)),
}
AVERAGE = ((70.3, 55.0, 21.8), (25.0, 18.4, 26.4))


@pytest.mark.parametrize("model", PUBLISHED)
def test_published_degradations(model: str) -> None:
    for clean, perturbed, published in PUBLISHED[model]:
        assert round(100 * float(relative_degradation(clean, perturbed)), 1) == published


@pytest.mark.parametrize("benchmark", [0, 1])
def test_the_published_average_is_that_of_the_average_scores(benchmark: int) -> None:
    rows = np.array([models[benchmark] for models in PUBLISHED.values()])
    clean, perturbed, degradation = AVERAGE[benchmark]
    means = rows.mean(axis=0)
    # The published scores are rounded, so their means agree to a rounding step.
    assert means[0] == pytest.approx(clean, abs=0.051)
    assert means[1] == pytest.approx(perturbed, abs=0.051)
    assert 100 * float(relative_degradation(means[0], means[1])) == pytest.approx(
        degradation, abs=0.051
    )


def test_the_cost_of_a_hazard_is_its_degradation() -> None:
    runs = drawn(
        {Variant.TWIN: "++++", Variant.FAULT: "++--"},
        {Variant.TWIN: "+---", Variant.FAULT: "+---"},
        {Variant.TWIN: "++++"},
    )
    cost = cost_of_hazard(runs, Hazard.FAULT)
    assert cost.value == pytest.approx(1 - 3 / 5)
    assert degradation_of(runs, Variant.FAULT).value == cost.value


def test_nothing_can_be_lost_without_a_pass() -> None:
    assert np.isnan(hazard_cost(0, 0))
    assert np.isnan(relative_degradation(0, 1))


def test_attempts_missing_on_one_side_are_no_cost() -> None:
    """The easy task's ablation ran once, the hard one's four times; the hazard does nothing."""
    runs = drawn(
        {Variant.TWIN: "++++", Variant.FAULT: "+???"},
        {Variant.TWIN: "----", Variant.FAULT: "----"},
    )
    assert cost_of_hazard(runs, Hazard.FAULT).value == 0


@given(some.floats(0.1, 1), some.floats(0, 1))
def test_a_cost_is_at_most_all(twin: float, hazardous: float) -> None:
    cost = float(hazard_cost(hazardous, twin))
    assert cost <= 1
    assert (cost >= 0) == (hazardous <= twin)
