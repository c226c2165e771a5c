from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from bdproxy.grader.statistics.pass_at_k import (
    mean_pass_at_k,
    mean_pass_hat_k,
    most_attempts,
    pass_at_k,
    pass_hat_k,
)
from bdproxy.names import Variant
from tests.grader.statistics.tables import drawn


@given(some.integers(1, 8), some.data())
def test_what_drawing_attempts_gives(attempts: int, data: some.DataObject) -> None:
    """Every way to take k of n attempts, counted one by one."""
    passes = data.draw(some.integers(0, attempts))
    k = data.draw(some.integers(1, attempts))
    draws = list(combinations([True] * passes + [False] * (attempts - passes), k))
    assert pass_at_k(attempts, passes, k) == pytest.approx(np.mean([any(one) for one in draws]))
    assert pass_hat_k(attempts, passes, k) == pytest.approx(np.mean([all(one) for one in draws]))


@given(some.integers(1, 20), some.data())
def test_floor_average_ceiling(attempts: int, data: some.DataObject) -> None:
    passes = data.draw(some.integers(0, attempts))
    at = [float(pass_at_k(attempts, passes, k)) for k in range(1, attempts + 1)]
    hat = [float(pass_hat_k(attempts, passes, k)) for k in range(1, attempts + 1)]
    assert at[0] == pytest.approx(hat[0]) == pytest.approx(passes / attempts)
    assert all(b >= a - 1e-12 for a, b in pairwise(at))
    assert all(b <= a + 1e-12 for a, b in pairwise(hat))
    assert at[-1] == (passes > 0)
    assert hat[-1] == (passes == attempts)


def test_too_few_attempts() -> None:
    assert np.isnan(pass_at_k(3, 3, k=4))
    assert np.isnan(pass_hat_k(3, 3, k=4))


def test_means_over_families_with_enough_attempts() -> None:
    twin = drawn({Variant.TWIN: "++--"}, {Variant.TWIN: "+?--"}, {Variant.TWIN: "+"}).member(
        Variant.TWIN
    )
    assert most_attempts(twin) == 4
    assert mean_pass_at_k(twin, 1).value == pytest.approx((2 / 4 + 1 / 3 + 1) / 3)
    assert mean_pass_at_k(twin, 3).value == pytest.approx(1)
    assert mean_pass_at_k(twin, 3).families == 2
    assert mean_pass_at_k(twin, 4).families == 1
    assert mean_pass_hat_k(twin, 2).value == pytest.approx((1 / 6 + 0) / 2)
    assert mean_pass_at_k(twin, 5).value is None
    assert mean_pass_at_k(twin, 4).not_assessable == 1
