import asyncio

from host.errors import NotFoundError
from host.service.schedule import Schedule


class Sites:
    """Says what is due, once."""

    def __init__(self, *due):
        self.waiting = list(due)

    def due(self):
        due, self.waiting = self.waiting, []
        return due


async def test_each_site_that_is_due_is_refreshed_and_trouble_with_one_stops_no_other(caplog):
    refreshed = []

    async def refresh(collection):
        if collection == 1:
            raise NotFoundError("such collection")
        refreshed.append(collection)

    await Schedule(Sites(1, 2), refresh).start_due()
    assert refreshed == [2]
    assert "site 1 could not be refreshed: There is no such collection." in caplog.text


async def test_it_looks_again_and_again():
    refreshed = []

    async def refresh(collection):
        refreshed.append(collection)

    sites = Sites(1)
    task = asyncio.create_task(Schedule(sites, refresh, look_every=0.001).run())
    while refreshed != [1]:
        await asyncio.sleep(0.001)
    sites.waiting = [2]
    while refreshed != [1, 2]:
        await asyncio.sleep(0.001)
    task.cancel()
