"""Types of arrays, and division where there may be nothing to divide by."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]
Numbers = FloatArray | Sequence[float] | float
"""A number or many; formulas take both."""


def divide(numerators: Numbers, denominators: Numbers) -> FloatArray:
    """Quotients, element by element; NaN where the denominator is 0.

    >>> divide([1, 1], [4, 0]).tolist()
    [0.25, nan]
    """
    above, below = np.broadcast_arrays(
        np.asarray(numerators, dtype=np.float64), np.asarray(denominators, dtype=np.float64)
    )
    quotients: FloatArray = np.full(above.shape, np.nan)
    np.divide(above, below, out=quotients, where=below != 0)
    return quotients
