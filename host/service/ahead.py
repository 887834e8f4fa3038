"""Work on the next few items while those before are finished: the results in order, as many as are ready at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from itertools import islice
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")


async def ahead(
    items: Iterable[T], work: Callable[[T], Awaitable[R]], at_once: int, most: int
) -> AsyncGenerator[list[tuple[T, R]], None]:
    """Each item with what `work` made of it: all that are ready whenever there is one, in order.

    `at_once` are in the making, and no more than `most` begun and not yet taken. Closing the generator, or an error,
    cancels the rest.
    """
    room, coming = asyncio.Semaphore(at_once), iter(items)
    begun: deque[tuple[T, asyncio.Future[R]]] = deque()

    async def make(item: T) -> R:
        async with room:
            return await work(item)

    def begin() -> None:
        begun.extend((item, asyncio.ensure_future(make(item))) for item in islice(coming, most - len(begun)))

    try:
        begin()
        while begun:
            await begun[0][1]
            ready: list[tuple[T, R]] = []
            while begun and _went_well(begun[0][1]):
                item, future = begun.popleft()
                ready.append((item, future.result()))
            begin()
            yield ready
    finally:
        rest = [future for _, future in begun]
        for future in rest:
            future.cancel()
        await asyncio.gather(*rest, return_exceptions=True)


def _went_well(future: asyncio.Future[Any]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None
