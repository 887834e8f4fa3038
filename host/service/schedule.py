"""Sites that are read again by themselves: once when the engine starts, then whenever one is due."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from host.core.site_ports import SiteStore
from host.errors import AmbryError

LOOK_EVERY = 60.0
"""Seconds; schedules are set in hours."""

_log = logging.getLogger(__name__)


class Schedule:
    """Starts a refresh for each site that is due."""

    def __init__(
        self, sites: SiteStore, refresh: Callable[[int], Awaitable[object]], look_every: float = LOOK_EVERY
    ) -> None:
        self._sites = sites
        self._refresh = refresh
        self._look_every = look_every

    async def run(self) -> None:
        """Look at the clock for ever; cancel to stop."""
        while True:
            await self.start_due()
            await asyncio.sleep(self._look_every)

    async def start_due(self) -> None:
        """A job for each site that is due now. One that cannot be started is logged and tried again later."""
        for collection in await asyncio.to_thread(self._sites.due):
            try:
                await self._refresh(collection)
            except AmbryError as error:
                _log.warning("site %d could not be refreshed: %s", collection, error.message)
