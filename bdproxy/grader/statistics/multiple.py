"""Many tests at once: p-values corrected so that chance finds nothing in the whole table."""

import dataclasses
from collections.abc import Mapping
from typing import TypeVar

import numpy as np

from bdproxy.grader.statistics.sign_test import PairedTest

_Key = TypeVar("_Key")


def holm(p_values: Mapping[_Key, float]) -> dict[_Key, float]:
    """Holm's step-down adjustment (Holm 1979, A simple sequentially rejective procedure).

    The smallest of m p-values times m, the next times m - 1, and so on, at least the one before
    and at most 1. Of 0.01, 0.04 and 0.03: 0.01 x 3; 0.03 x 2; and 0.04 x 1, raised to 0.06.

    >>> holm({"a": 0.01, "b": 0.04, "c": 0.03})
    {'a': 0.03, 'b': 0.06, 'c': 0.06}
    """
    values = np.array(list(p_values.values()), dtype=np.float64)
    order = np.argsort(values, kind="stable")
    steps = values[order] * np.arange(len(values), 0, -1)
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return dict(zip(p_values, adjusted.tolist(), strict=True))


def corrected(tests: Mapping[_Key, PairedTest]) -> dict[_Key, PairedTest]:
    """The same tests with their p-values corrected for each other.

    >>> from bdproxy.grader.statistics.sign_test import sign_test
    >>> corrected({"a": sign_test(8, 0), "b": sign_test(5, 4)})["a"].adjusted
    0.015625
    """
    adjusted = holm({key: test.p for key, test in tests.items()})
    return {key: dataclasses.replace(test, adjusted=adjusted[key]) for key, test in tests.items()}
