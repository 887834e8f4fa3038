"""Read the next few items while those before are put into the index: in order, as many as are ready at a time.

Short texts that are embedded together take a good deal less time than one by one: so each who has many to take in, a
site, a watched folder or files that were added, takes them in such portions.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable
from typing import Any, TypeVar

_AT_ONCE = 3
"""Items in the making: one for each worker, and one that is on its way."""

_MOST = 12
"""Items begun and not yet taken. Eight short notes take two thirds of the time that they take one by one, and more gain
little; a question, or a note of another folder, waits for those that have begun."""

_CHARACTERS = 60_000
"""Of the texts that are taken together: some seconds. No page waits longer to be found, and a stopped job loses no
more."""

T = TypeVar("T")
R = TypeVar("R")


async def ahead(
    items: Iterable[T] | AsyncIterable[T],
    work: Callable[[T], Awaitable[R]],
    size: Callable[[R], int],
    at_once: int = _AT_ONCE,
    most: int = _MOST,
    together: int = _CHARACTERS,
) -> AsyncGenerator[list[tuple[T, R]], None]:
    """Each item with what `work` made of it: all that are ready whenever there is one, in order.

    `at_once` are in the making, no more than `most` begun and not yet taken, and what is taken at a time has at most
    `together` characters by `size`, or is one item. Closing the generator, or an error, cancels the rest.
    """
    room, places, came = asyncio.Semaphore(at_once), asyncio.Semaphore(most), asyncio.Event()
    begun: deque[tuple[T, asyncio.Future[R]]] = deque()
    over = False

    async def make(item: T) -> R:
        async with room:
            return await work(item)

    async def begin() -> None:
        nonlocal over
        try:
            async for item in _each(items):
                await places.acquire()
                begun.append((item, asyncio.ensure_future(make(item))))
                came.set()
        finally:
            over = True
            came.set()

    beginning = asyncio.ensure_future(begin())
    try:
        while begun or not over:
            if not begun:
                came.clear()
                await came.wait()
                continue
            await begun[0][1]
            ready: list[tuple[T, R]] = []
            left = together
            while begun and _went_well(begun[0][1]):
                item, future = begun[0]
                left -= size(future.result())
                if ready and left < 0:
                    break
                begun.popleft()
                ready.append((item, future.result()))
                places.release()
            yield ready
        await beginning
    finally:
        rest: list[asyncio.Future[Any]] = [beginning, *(future for _, future in begun)]
        for future in rest:
            future.cancel()
        await asyncio.gather(*rest, return_exceptions=True)


async def _each(items: Iterable[T] | AsyncIterable[T]) -> AsyncIterator[T]:
    if isinstance(items, AsyncIterable):
        async for item in items:
            yield item
    else:
        for item in items:
            yield item


def _went_well(future: asyncio.Future[Any]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None
