"""Pages that the person's own browser shows."""

import asyncio

import pytest

from host.contract import events, requests
from host.errors import AmbryError, ErrorCode, FetchError
from host.service.rendering import Rendering

URL = "https://example.org/private"


class Client:
    """A browser that offers itself, and loads pages as it is told."""

    def __init__(self, world, rendering, load, site="Example.org"):
        self.world, self.rendering, self.load = world, rendering, load
        self.loading = self.most = 0
        self.asked = []
        self.answers = set()
        request = requests.OfferRendering(id="offer", site=site)
        self.task = asyncio.create_task(rendering.offer(request, self.emit))

    async def emit(self, event):
        assert isinstance(event, events.Render)
        self.asked.append(event)
        self.answers.add(asyncio.create_task(self.answer(event)))

    async def answer(self, event):
        self.loading += 1
        self.most = max(self.most, self.loading)
        await asyncio.sleep(0.01)
        answer = await self.load(event)
        self.loading -= 1
        if answer is not None:
            request = requests.Rendered(id="r", render=event.render, **answer)
            await self.rendering.take(request, self.emit)


@pytest.fixture
async def rendering(world):
    return Rendering(world.parts.uploads, patience=5)


@pytest.fixture
async def offer(world, rendering):
    clients = []

    def make(load, **more):
        clients.append(Client(world, rendering, load, **more))
        return clients[-1]

    yield make
    for client in clients:
        client.task.cancel()
        for answer in client.answers:
            answer.cancel()


async def test_a_page_comes_as_the_browser_shows_it(world, rendering, offer):
    async def load(event):
        return {"upload": await world.upload("page", f"<p>{event.url}"), "url": "https://example.org/private/"}

    client = offer(load)
    await asyncio.sleep(0)
    response = await rendering.render(URL)
    assert (response.status, response.body.decode()) == (200, f"<p>{URL}")
    assert (response.url, response.media_type) == ("https://example.org/private/", "text/html")
    assert [event.id for event in client.asked] == ["offer"]


async def test_one_page_at_a_time_is_loaded(world, rendering, offer):
    async def load(event):
        return {"upload": await world.upload("page", "<p>page")}

    client = offer(load)
    await asyncio.sleep(0)
    responses = await asyncio.gather(*(rendering.render(f"{URL}/{n}") for n in range(4)))
    assert [response.url for response in responses] == [f"{URL}/{n}" for n in range(4)]
    assert client.most == 1


@pytest.mark.parametrize(
    ("answer", "words"),
    [({"problem": "the tab was closed"}, "could not load it: the tab was closed"), ({}, "it sent nothing")],
)
async def test_what_the_browser_says_is_passed_on(rendering, offer, answer, words):
    async def load(event):
        return answer

    offer(load)
    await asyncio.sleep(0)
    with pytest.raises(FetchError, match=words) as caught:
        await rendering.render(URL)
    assert caught.value.code is ErrorCode.NEEDS_BROWSER


async def test_without_a_browser_the_person_learns_what_to_do(rendering, offer):
    async def load(event):
        return None

    offer(load, site="other.org")
    await asyncio.sleep(0)
    with pytest.raises(FetchError, match="open the panel on this site"):
        await rendering.render(URL)


async def test_a_browser_that_goes_ends_the_wait(rendering, offer):
    async def load(event):
        client.task.cancel()

    client = offer(load)
    await asyncio.sleep(0)
    with pytest.raises(FetchError, match="has gone"):
        await rendering.render(URL)
    with pytest.raises(FetchError, match="open the panel"):
        await rendering.render(URL)


async def test_a_browser_that_does_not_answer_is_not_waited_for_for_ever(world, offer):
    async def load(event):
        return None

    rendering = Rendering(world.parts.uploads, patience=0.05)
    client = Client(world, rendering, load)
    await asyncio.sleep(0)
    with pytest.raises(FetchError, match=r"within 0\.05 seconds"):
        await rendering.render(URL)
    late = requests.Rendered(id="r", render=client.asked[0].render)
    with pytest.raises(AmbryError, match="no such page load"):
        await rendering.take(late, client.emit)
    client.task.cancel()


async def test_the_browser_that_offered_last_is_asked(world, rendering, offer):
    async def load(event):
        return {"upload": await world.upload("page", "<p>page")}

    first, second = offer(load), offer(load)
    await asyncio.sleep(0)
    await rendering.render(URL)
    second.task.cancel()
    await asyncio.sleep(0)
    await rendering.render(URL)
    assert (len(first.asked), len(second.asked)) == (1, 1)


async def test_a_crawl_takes_a_page_from_the_browser(world, pages):
    pages |= {"https://example.org/": '<a href="/private">x</a>', URL: (401, "")}

    async def load(event):
        return {"upload": await world.upload("page", "The mast is two metres high.")}

    client = Client(world, world.service._rendering, load)
    report = await world.index_site()
    client.task.cancel()
    assert {item.uri: item.state for item in report.items}[URL] == "indexed"
