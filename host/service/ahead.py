"""Work on the next few items while the first is finished: its results in order."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


async def ahead(items: Iterable[T], work: Callable[[T], Awaitable[R]], width: int) -> AsyncGenerator[tuple[T, R], None]:
    """Each item with what `work` made of it, in order; at most `width` are in the making.

    Closing the generator, or an error, cancels the rest.
    """
    begun: deque[tuple[T, asyncio.Future[R]]] = deque()
    try:
        for item in items:
            begun.append((item, asyncio.ensure_future(work(item))))
            if len(begun) == width:
                yield await _first(begun)
        while begun:
            yield await _first(begun)
    finally:
        rest = [future for _, future in begun]
        for future in rest:
            future.cancel()
        await asyncio.gather(*rest, return_exceptions=True)


async def _first(begun: deque[tuple[T, asyncio.Future[R]]]) -> tuple[T, R]:
    item, future = begun[0]
    made = await future
    begun.popleft()
    return item, made
