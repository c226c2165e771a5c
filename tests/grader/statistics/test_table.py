import random

import numpy as np
import pytest

from bdproxy.errors import UsageError
from bdproxy.grader.statistics.table import GradedRun, Table
from bdproxy.names import EndReason, FailureMode, Hazard, Outcome, Variant
from tests.grader.statistics.tables import drawn, runs_of


def run(**changes: object) -> GradedRun:
    values = {
        "agent": "ada",
        "task": "s_1",
        "scenario": "s",
        "variant": Variant.TWIN,
        "attempt": 1,
        "outcome": Outcome.PASS,
    } | changes
    return GradedRun(**values)  # type: ignore[arg-type]


def test_where_runs_stand() -> None:
    runs = drawn({Variant.TWIN: "+-", Variant.FAULT: " +"}, {Variant.TWIN: "?"})
    twin, fault = runs.member(Variant.TWIN), runs.member(Variant.FAULT)
    assert twin.present.tolist() == [[True, True], [True, False]]
    assert twin.assessable.tolist() == [[True, True], [False, False]]
    assert twin.passed.tolist() == [[True, False], [False, False]]
    assert fault.present.tolist() == [[False, True], [False, False]]
    assert fault.carrying(Hazard.FAULT).tolist() == [[False, True], [False, False]]
    assert np.isnan(fault.calls).tolist() == [[True, False], [True, True]]
    assert runs.variants == (Variant.TWIN, Variant.FAULT)


def test_a_run_that_is_not_assessable_says_nothing() -> None:
    crashed = run(
        outcome=Outcome.NOT_ASSESSABLE,
        modes=frozenset(FailureMode),
        claimed_success=True,
        end_reason=EndReason.CALL_LIMIT,
    )
    runs = Table.of([crashed]).agents["ada"]
    assert runs.present.sum() == runs.not_assessable.sum() == 1
    assert not runs.passed.any()
    assert not runs.fired.any()
    assert not runs.claimed.any()
    assert not runs.at_call_limit.any()


def test_agents_share_rows_and_have_their_own_runs() -> None:
    table = Table.of([run(), run(agent="bob", task="s_2", attempt=3)])
    assert table.tasks == ("s_1", "s_2")
    assert table.scenarios == ("s", "s")
    assert table.attempts == (1, 3)
    assert [one.present.any(axis=(1, 2)).tolist() for one in table.agents.values()] == [
        [True, False],
        [False, True],
    ]


def test_order_makes_no_difference() -> None:
    runs = runs_of([{Variant.TWIN: "+-?"}, {Variant.TWIN: "-", Variant.FAULT: "++"}])
    shuffled = runs.copy()
    random.Random(1).shuffle(shuffled)
    one, other = (Table.of(some).agents["ada"] for some in (runs, shuffled))
    assert (one.passed == other.passed).all()
    assert (one.assessable == other.assessable).all()
    assert (one.planted == other.planted).all()


def test_an_empty_table() -> None:
    table = Table.of([])
    assert table.tasks == ()
    assert table.agents == {}


def test_a_run_that_is_there_twice_is_refused() -> None:
    with pytest.raises(UsageError, match="agent ada, task s_1, twin, attempt 1: there twice"):
        Table.of([run(), run(outcome=Outcome.FAIL)])


def test_a_task_of_two_scenarios_is_refused() -> None:
    with pytest.raises(UsageError, match="task s_1: of scenario"):
        Table.of([run(), run(attempt=2, scenario="t")])


def test_a_cue_that_shows_in_two_places_is_refused() -> None:
    runs = [run(attempt=at, surfaces={Hazard.INJECTION: where}) for at, where in enumerate("ab")]
    with pytest.raises(UsageError, match="injection shows in b in one run, in a in another"):
        Table.of(runs)
