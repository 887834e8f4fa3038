"""Normalised vectors, as numpy has them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
"""Shape (dimension,), L2-normalised."""


Matrix = NDArray[np.float32]
"""Shape (n, dimension), rows L2-normalised."""
