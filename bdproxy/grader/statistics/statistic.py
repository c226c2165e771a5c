"""A statistic: what each family adds to it, and the formula over the sums."""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Concatenate, ParamSpec

import numpy as np

from bdproxy.grader.statistics.arrays import BoolArray, FloatArray, divide
from bdproxy.grader.statistics.table import Runs

Formula = Callable[[FloatArray], FloatArray]
"""From sums of shape (..., parts) to values of shape (...)."""

_Rest = ParamSpec("_Rest")


@dataclass(frozen=True, eq=False, slots=True)
class Statistic:
    """What each family adds (``columns``: families, parts) and the ``formula`` over the sums.

    Drawing a family twice is adding its row twice; so a bootstrap needs nothing but weighted sums.
    ``is_fraction``: the first two parts are the numerator and the denominator. ``is_share``: the
    value lies between 0 and 1, each family adding no more to the numerator than to the denominator.
    A family whose row is all zeros says nothing.
    """

    columns: FloatArray
    formula: Formula
    not_assessable: int = 0
    is_fraction: bool = True
    is_share: bool = False
    value_of_all: float | None = None

    @property
    def totals(self) -> FloatArray:
        """The sums over all families, one for each part."""
        total: FloatArray = self.columns.sum(axis=0)
        return total

    @property
    def value(self) -> float | None:
        """The statistic over all families, each once; None if it is undefined."""
        return number(self.formula(self.totals))

    @property
    def families(self) -> int:
        """How many families say anything."""
        return int(self.columns.any(axis=1).sum())


def ratio(
    numerators: FloatArray | BoolArray,
    denominators: FloatArray | BoolArray,
    *,
    not_assessable: int | np.integer = 0,
    is_share: bool = True,
    formula: Callable[[FloatArray, FloatArray], FloatArray] = divide,
) -> Statistic:
    """The sum of the families' numerators over that of their denominators.

    >>> ratio(np.array([1.0, 3.0]), np.array([4.0, 4.0])).value
    0.5
    """
    return Statistic(
        np.stack([numerators, denominators], axis=1).astype(np.float64),
        lambda totals: formula(totals[..., 0], totals[..., 1]),
        int(not_assessable),
        is_share=is_share,
    )


def mean_of(statistics: Sequence[Statistic]) -> Statistic:
    """The plain mean of statistics over the same families: of agents, all of equal weight.

    Those that are undefined over all families are left out; one undefined in a resample makes the
    mean undefined there.

    >>> half = ratio(np.array([1.0, 3.0]), np.array([4.0, 4.0]))
    >>> quarter = ratio(np.array([1.0, 1.0]), np.array([4.0, 4.0]))
    >>> mean_of([half, quarter]).value
    0.375
    """
    return _combined(
        [one for one in statistics if one.value is not None],
        lambda values: values.mean(axis=0),
    )


def difference(first: Statistic, second: Statistic) -> Statistic:
    """The first minus the second, over the same families.

    >>> half = ratio(np.array([1.0, 3.0]), np.array([4.0, 4.0]))
    >>> quarter = ratio(np.array([1.0, 1.0]), np.array([4.0, 4.0]))
    >>> difference(half, quarter).value
    0.25
    """
    return _combined([first, second], lambda values: values[0] - values[1])


def _combined(
    statistics: Sequence[Statistic], combine: Callable[[FloatArray], FloatArray]
) -> Statistic:
    if not statistics:
        return ratio(np.zeros(0), np.zeros(0))
    ends = np.cumsum([one.columns.shape[1] for one in statistics])[:-1]

    def formula(totals: FloatArray) -> FloatArray:
        parts = np.split(totals, ends, axis=-1)
        values = [one.formula(part) for one, part in zip(statistics, parts, strict=True)]
        return combine(np.stack(values))

    return Statistic(
        np.concatenate([one.columns for one in statistics], axis=1),
        formula,
        sum(one.not_assessable for one in statistics),
        is_fraction=False,
    )


def both_denominators(
    build: Callable[Concatenate[Runs, _Rest], Statistic],
) -> Callable[Concatenate[Runs, _Rest], Statistic]:
    """Let a statistic also say its value with the runs that are not assessable counted in."""

    def built(runs: Runs, /, *args: _Rest.args, **kwargs: _Rest.kwargs) -> Statistic:
        of_all = build(runs.counting_all, *args, **kwargs).value
        return dataclasses.replace(build(runs, *args, **kwargs), value_of_all=of_all)

    built.__doc__ = build.__doc__
    built.__name__ = build.__name__
    built.__module__ = build.__module__
    return built


def number(value: FloatArray | float) -> float | None:
    """A plain number; None for NaN.

    >>> number(np.nan) is None
    True
    """
    plain = float(value)
    return None if np.isnan(plain) else plain
