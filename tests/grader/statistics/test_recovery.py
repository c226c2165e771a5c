from dataclasses import replace

import numpy as np
import pytest

from bdproxy.grader.statistics.recovery import MEASURES, ratios_by_family, spent_per_success
from bdproxy.grader.statistics.table import Runs, Table
from bdproxy.names import Variant
from tests.grader.statistics.tables import runs_of

TWIN, FAULT = Variant.TWIN, Variant.FAULT


@pytest.fixture
def runs() -> Runs:
    calls = {TWIN: (10, 20, 90), FAULT: (30, 70, 90)}
    pictures = (
        {TWIN: "++-", FAULT: "+-?"},
        {TWIN: "+--", FAULT: "---"},
        {TWIN: "---", FAULT: "+--"},
    )
    return Table.of(
        replace(run, calls=number, duration=number / 2)
        for run in runs_of(pictures)
        for number in [calls[run.variant][run.attempt - 1]]
    ).agents["ada"]


@pytest.mark.parametrize("measure", MEASURES)
def test_ratios_need_a_pass_on_both_sides(runs: Runs, measure: str) -> None:
    ratios = ratios_by_family(runs, FAULT, measure)
    assert ratios[0] == 30 / 15
    assert np.isnan(ratios[1:]).all()


def test_failed_runs_spend_too(runs: Runs) -> None:
    one = spent_per_success(runs, FAULT, "calls")
    fault = (100 + 190 + 190) / 2
    twin = (120 * 3) / 3
    assert one.value == pytest.approx(fault / twin)
    assert one.not_assessable == 1


def test_no_ratio_without_a_pass() -> None:
    never = Table.of(runs_of([{TWIN: "+", FAULT: "-"}])).agents["ada"]
    assert np.isnan(ratios_by_family(never, FAULT, "calls")).all()
    assert spent_per_success(never, FAULT, "calls").value is None
