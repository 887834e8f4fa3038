"""How fast a server is asked: more requests at a time while it answers well, half as many when it does not.

Additive increase, multiplicative decrease, as networks share a line; a crawl-delay means one at a time.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

SLOW = 3.0
"""Times the best latency seen: above it, the server is busier than it likes to be."""

NOTICEABLE = 0.25
"""Seconds: an answer that comes faster than this is never slow, whatever the best was."""


@dataclass(frozen=True, slots=True)
class Places:
    """Requests at a time."""

    first: int = 4
    most: int = 8


class Pace:
    """One host's share of our requests."""

    def __init__(self, delay: float = 0.0, places: Places | None = None) -> None:
        self._delay = delay
        self._allowed = places or Places()
        self._places = float(1 if delay else self._allowed.first)
        self._best = float("inf")
        self._rest = 0
        self._next = 0.0
        self._turns = asyncio.Lock()

    @property
    def places(self) -> int:
        """How many requests may be under way now."""
        return int(self._places)

    async def turn(self) -> None:
        """Wait until the crawl-delay since the last request is over."""
        if not self._delay:
            return
        loop = asyncio.get_running_loop()
        async with self._turns:
            await asyncio.sleep(max(self._next - loop.time(), 0))
            self._next = loop.time() + self._delay

    def learn(self, seconds: float, *, troubled: bool) -> None:
        """Take note of an answer: how long it took, and whether the server failed or asked for time."""
        if self._delay:
            return
        slow = seconds > max(SLOW * self._best, NOTICEABLE)
        self._best = min(self._best, seconds)
        if not (troubled or slow):
            self._rest = max(self._rest - 1, 0)
            self._places = min(self._places + 1 / self._places, self._allowed.most)
        elif not self._rest:
            # Once for all that was under way: they suffered together, and one mistake halves the pace once.
            self._rest = self.places
            self._places = max(self._places / 2, 1.0)
