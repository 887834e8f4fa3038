"""Which of many ids are among those wanted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from host.core.keyword import Mask

_SPARSE = 20
"""Times as many numbers between the lowest and the highest id as there are ids: a table would be mostly empty."""


def among(ids: NDArray[np.int64], wanted: NDArray[np.int64]) -> Mask:
    """For each of `ids`, in any order, whether it is in `wanted`.

    By a table of all numbers between them: of a million it takes a sixth of the time of `np.isin`, which picks out
    those within the table's bounds first.
    """
    if not len(ids):
        return np.zeros(0, np.bool_)
    least, most = ids.min(), ids.max()
    if most - least > _SPARSE * len(ids):
        return np.isin(ids, wanted)
    table = np.zeros(most - least + 1, np.bool_)
    table[wanted[(wanted >= least) & (wanted <= most)] - least] = True
    found: Mask = table[ids - least]
    return found
