"""A text as the embedding model's tokenizer sees it: what lengths are measured in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """Of a text, in order; both arrays have shape (n,)."""

    starts: NDArray[np.int64]
    """The offset at which each token starts, ascending."""
    ids: NDArray[np.int64]
    """Equal for equal tokens."""

    def __len__(self) -> int:
        return len(self.starts)

    @classmethod
    def joined(cls, parts: Sequence[Tokens]) -> Tokens:
        """Of texts that follow each other, each already moved to its place."""
        return cls(np.concatenate([part.starts for part in parts]), np.concatenate([part.ids for part in parts]))

    def moved(self, offset: int) -> Tokens:
        """For a text that stands at `offset` of a longer one."""
        return Tokens(self.starts + offset, self.ids)

    def between(self, start: int, end: int) -> NDArray[np.int64]:
        """The ids of those that start in `[start, end)`."""
        return self.ids[self.starts.searchsorted(start) : self.starts.searchsorted(end)]

    def count(self, start: int, end: int) -> int:
        return int(self.starts.searchsorted(end) - self.starts.searchsorted(start))

    def before(self, offset: int, size: int) -> int:
        """Where the last `size` tokens before `offset` start, or all there are; `offset` itself when there are none."""
        last = int(self.starts.searchsorted(offset))
        return int(self.starts[max(last - size, 0)]) if last and size > 0 else offset
