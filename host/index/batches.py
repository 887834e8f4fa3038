"""Which texts go through a model together."""

from __future__ import annotations

from collections.abc import Sequence


def token_batches(lengths: Sequence[int], budget: int) -> list[list[int]]:
    """Indices of texts of these many tokens, in batches of at most `budget` tokens as padded, shortest texts first.

    Sorted, because a batch costs what its longest text costs for each of its texts. A text over the budget goes alone.
    """
    batches: list[list[int]] = []
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batches and lengths[index] * (len(batches[-1]) + 1) <= budget:
            batches[-1].append(index)
        else:
            batches.append([index])
    return batches
