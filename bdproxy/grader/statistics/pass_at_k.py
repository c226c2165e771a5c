"""Solved in some, or in all, of k attempts: pass@k and pass^k, without bias."""

from collections.abc import Callable

import numpy as np
from scipy import special

from bdproxy.grader.statistics.arrays import FloatArray, Numbers, divide
from bdproxy.grader.statistics.statistic import Statistic, both_denominators, ratio
from bdproxy.grader.statistics.table import Runs


def pass_at_k(attempts: Numbers, passes: Numbers, k: int) -> FloatArray:
    """The chance that at least one of k attempts passes: ``1 - C(n-c, k) / C(n, k)``.

    The unbiased estimator of Chen et al. 2021 (Evaluating large language models trained on code,
    equation 1) from n attempts, c of which passed; NaN when n < k. Of four attempts two passed: of
    the six pairs of attempts, only one has no pass.

    >>> round(float(pass_at_k(4, 2, k=2)), 4)
    0.8333
    """
    failures = np.asarray(attempts, dtype=np.float64) - np.asarray(passes, dtype=np.float64)
    return 1 - _share_of_draws(failures, attempts, k)


def pass_hat_k(attempts: Numbers, passes: Numbers, k: int) -> FloatArray:
    """The chance that all of k attempts pass, pass^k: ``C(c, k) / C(n, k)``.

    The unbiased estimator of Yao et al. 2024 (tau-bench, section 4) from n attempts, c of which
    passed; NaN when n < k. Of four attempts two passed: one of the six pairs has passes only.

    >>> round(float(pass_hat_k(4, 2, k=2)), 4)
    0.1667
    """
    return _share_of_draws(passes, attempts, k)


def _share_of_draws(chosen: Numbers, all_of_them: Numbers, k: int) -> FloatArray:
    ways = np.asarray(special.comb(chosen, k), dtype=np.float64)
    return divide(ways, np.asarray(special.comb(all_of_them, k), dtype=np.float64))


def _mean(
    member: Runs, k: int, formula: Callable[[Numbers, Numbers, int], FloatArray]
) -> Statistic:
    attempts = member.assessable.sum(axis=1, dtype=np.float64)
    passes = member.passed.sum(axis=1, dtype=np.float64)
    enough = attempts >= k
    return ratio(
        np.where(enough, formula(attempts, passes, k), 0.0),
        enough,
        not_assessable=member.not_assessable.sum(),
    )


@both_denominators
def mean_pass_at_k(member: Runs, k: int) -> Statistic:
    """The mean of pass@k over the families with at least k assessable attempts."""
    return _mean(member, k, pass_at_k)


@both_denominators
def mean_pass_hat_k(member: Runs, k: int) -> Statistic:
    """The mean of pass^k over the families with at least k assessable attempts."""
    return _mean(member, k, pass_hat_k)


def most_attempts(member: Runs) -> int:
    """The largest number of attempts at one family."""
    return int(member.present.sum(axis=1).max(initial=0))
