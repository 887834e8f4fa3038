"""The network below the fetcher: what is connected to, and how its errors read."""

import ssl

import httpcore
import httpx
import pytest

from host.acquire.network import PoolTransport, PublicBackend, network_error
from host.errors import ErrorCode, FetchError


@pytest.fixture
async def everywhere():
    """A client whose network takes every address for a public one."""
    async with httpx.AsyncClient(transport=PoolTransport(PublicBackend(refuses=lambda _: False))) as client:
        yield client


async def test_a_name_is_connected_to_at_the_address_that_was_judged(web, everywhere):
    web.pages["/"] = "page"
    answer = await everywhere.get(web.url.replace("127.0.0.1", "localhost"))
    assert answer.text == "page"
    assert web.headers[0]["host"] == web.host.replace("127.0.0.1", "localhost")


async def test_each_address_is_tried_until_one_answers(web, everywhere, monkeypatch):
    web.pages["/"] = "page"

    async def two_addresses(*_, **__):
        return [(2, 1, 6, "", ("127.0.0.9", 1)), (2, 1, 6, "", ("127.0.0.1", 1))]

    monkeypatch.setattr("asyncio.base_events.BaseEventLoop.getaddrinfo", two_addresses)
    assert (await everywhere.get(web.url.replace("127.0.0.1", "two.example"))).text == "page"


async def test_one_private_address_among_public_ones_refuses_the_name(monkeypatch):
    async def mixed(*_, **__):
        return [(2, 1, 6, "", ("8.8.8.8", 80)), (2, 1, 6, "", ("192.168.1.1", 80))]

    monkeypatch.setattr("asyncio.base_events.BaseEventLoop.getaddrinfo", mixed)
    with pytest.raises(FetchError) as caught:
        await PublicBackend().connect_tcp("rebinding.example", 80)
    assert caught.value.code is ErrorCode.ADDRESS_REFUSED
    assert "192.168.1.1" in caught.value.message


async def test_a_name_that_never_resolves_times_out():
    with pytest.raises(httpcore.ConnectTimeout):
        await PublicBackend().connect_tcp("slow.invalid", 80, timeout=1e-9)


async def test_the_backend_can_wait():
    await PublicBackend().sleep(0)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (httpcore.ReadTimeout(), "took too long"),
        (httpx.ReadTimeout(""), "took too long"),
        (TimeoutError(), "took too long"),
        (httpcore.ConnectError(), "cannot be reached"),
        (OSError(), "cannot be reached"),
    ],
)
def test_network_errors_read_as_sentences(error, words):
    ours = network_error("example.com", error)
    assert words in ours.message
    assert ours.next_step


def test_a_bad_certificate_is_named():
    error = httpcore.ConnectError()
    error.__context__ = ssl.SSLCertVerificationError()
    assert "certificate" in network_error("example.com", error).message
