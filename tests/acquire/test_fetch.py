"""Fetching from a real server on loopback."""

import asyncio
import gzip
from contextlib import suppress
from email.utils import formatdate
from time import time

import pytest

from host import __version__
from host.acquire.fetch import HttpFetcher
from host.errors import ErrorCode, FetchError
from tests.acquire.web import Answer


@pytest.fixture
async def waits():
    return []


@pytest.fixture
async def fetcher(waits):
    async def sleep(seconds):
        waits.append(seconds)

    fetcher = HttpFetcher(sleep=sleep, timeout=5)
    yield fetcher
    await fetcher.aclose()


async def test_the_named_host_is_fetched_with_an_honest_user_agent(web, fetcher):
    web.pages["/a?b=1"] = "<p>Hello"
    response = await fetcher.get(f"{web.url}/a?b=1", trusted_host=web.host)
    assert (response.status, response.body, response.media_type) == (200, b"<p>Hello", "text/html")
    assert response.url == f"{web.url}/a?b=1"
    assert web.headers[0]["user-agent"] == f"Ambry/{__version__}"


async def test_an_error_status_is_an_answer(web, fetcher):
    assert (await fetcher.get(f"{web.url}/gone", trusted_host=web.host)).status == 404


async def test_redirects_are_followed_to_the_final_address(web, fetcher):
    web.pages["/a"] = Answer(status=301, headers={"location": "b?x=1"})
    web.pages["/b?x=1"] = Answer(status=302, headers={"location": "/c"})
    web.pages["/c"] = "end"
    response = await fetcher.get(f"{web.url}/a", trusted_host=web.host)
    assert (response.url, response.body) == (f"{web.url}/c", b"end")


async def test_a_redirect_without_a_target_is_an_answer(web, fetcher):
    web.pages["/a"] = Answer("where?", status=302)
    assert (await fetcher.get(f"{web.url}/a", trusted_host=web.host)).status == 302


async def test_a_redirect_circle_ends(web, fetcher):
    web.pages["/a"] = Answer(status=302, headers={"location": "/a"})
    with pytest.raises(FetchError, match="circle"):
        await fetcher.get(f"{web.url}/a", trusted_host=web.host)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "0x7f.1", "2130706433", "127.1", "[::ffff:127.0.0.1]", "0.0.0.0", "[::1]"]
)
async def test_a_private_address_is_refused_in_every_notation(web, fetcher, host):
    with pytest.raises(FetchError) as caught:
        await fetcher.get(web.url.replace("127.0.0.1", host))
    assert caught.value.code is ErrorCode.ADDRESS_REFUSED
    assert caught.value.next_step
    assert web.asked == []


async def test_a_redirect_to_another_private_host_is_refused(web, other_web, fetcher):
    web.pages["/"] = Answer(status=302, headers={"location": f"{other_web.url}/secret"})
    other_web.pages["/secret"] = "secret"
    with pytest.raises(FetchError) as caught:
        await fetcher.get(web.url, trusted_host=web.host)
    assert caught.value.code is ErrorCode.ADDRESS_REFUSED
    assert other_web.asked == []


async def test_a_connection_kept_for_the_trusted_host_serves_nobody_else(web, fetcher):
    web.pages["/"] = "page"
    await fetcher.get(web.url, trusted_host=web.host)
    with pytest.raises(FetchError) as caught:
        await fetcher.get(web.url, trusted_host="example.com")
    assert caught.value.code is ErrorCode.ADDRESS_REFUSED


@pytest.mark.parametrize(
    "url", ["ftp://example.com/", "file:///etc/passwd", "javascript:0", "nothing", "http://", "http://0177.0.0.1/"]
)
async def test_only_the_web_is_fetched(fetcher, url):
    with pytest.raises(FetchError):
        await fetcher.get(url)


async def test_a_redirect_off_the_web_is_refused(web, fetcher):
    web.pages["/"] = Answer(status=302, headers={"location": "file:///etc/passwd"})
    with pytest.raises(FetchError, match="not an address on the web"):
        await fetcher.get(web.url, trusted_host=web.host)


@pytest.mark.parametrize("host", ["xn--a-ecp.ru", "b\u00fc\u0000.example", "example.com:99999"])
async def test_a_redirect_to_a_host_that_cannot_be_is_refused(web, fetcher, host):
    location = f"http://{host}/".encode().decode("latin-1")
    web.pages["/"] = Answer(status=302, headers={"location": location})
    with pytest.raises(FetchError):
        await fetcher.get(web.url, trusted_host=web.host)


async def test_an_address_with_a_host_that_cannot_be_is_refused(fetcher):
    with pytest.raises(FetchError):
        await fetcher.get("http://xn--a-ecp.ru/")


async def test_a_large_body_stops_at_the_limit(web, fetcher):
    web.pages["/"] = "x" * 100_001
    with pytest.raises(FetchError) as caught:
        await fetcher.get(web.url, trusted_host=web.host, max_bytes=100_000)
    assert caught.value.code is ErrorCode.TOO_LARGE


async def test_a_compressed_bomb_stops_at_the_limit(web, fetcher):
    bomb = gzip.compress(bytes(50_000_000))
    web.pages["/"] = Answer(bomb, headers={"content-encoding": "gzip"})
    with pytest.raises(FetchError) as caught:
        await fetcher.get(web.url, trusted_host=web.host)
    assert caught.value.code is ErrorCode.TOO_LARGE


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, br", "X-GZIP"])
async def test_a_body_in_a_packing_that_was_not_asked_for_is_no_page(web, fetcher, encoding):
    web.pages["/"] = Answer(b"\x8b\x03\x80", headers={"content-encoding": encoding, "content-type": "text/html"})
    with pytest.raises(FetchError, match=r"packed as (br|zstd|x-gzip)") as caught:
        await fetcher.get(web.url, trusted_host=web.host)
    assert caught.value.next_step


async def test_a_packing_that_is_none_is_passed_over(web, fetcher):
    web.pages["/"] = Answer("page", headers={"content-encoding": "UTF-8"})
    assert (await fetcher.get(web.url, trusted_host=web.host)).body == b"page"


async def test_a_body_that_is_not_packed_as_the_server_says_is_said_in_words(web, fetcher):
    web.pages["/"] = Answer("page", headers={"content-encoding": "gzip"})
    with pytest.raises(FetchError, match="cannot be unpacked"):
        await fetcher.get(web.url, trusted_host=web.host)


async def test_a_server_that_drips_its_page_is_given_up(monkeypatch, fetcher):
    monkeypatch.setattr("host.acquire.fetch.TOTAL_SECONDS", 0.3)

    async def drip(reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n")
        with suppress(ConnectionError):
            while True:
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.02)
        writer.close()
        ended.set()

    ended = asyncio.Event()
    server = await asyncio.start_server(drip, "127.0.0.1", 0)
    host = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    with pytest.raises(FetchError, match="took too long"):
        await fetcher.get(f"http://{host}/", trusted_host=host)
    await ended.wait()
    server.close()


async def test_a_busy_server_is_asked_again_when_it_said(web, fetcher, waits):
    soon = formatdate(time() + 30, usegmt=True)
    web.pages["/"] = [
        Answer(status=429, headers={"retry-after": "7"}),
        Answer(status=503, headers={"retry-after": soon}),
        Answer(status=503),
        Answer("page"),
    ]
    assert (await fetcher.get(web.url, trusted_host=web.host)).body == b"page"
    assert waits[0] == 7
    assert 25 < waits[1] <= 30
    assert 2 <= waits[2] <= 6


@pytest.mark.parametrize("trouble", [Answer(status=502), Answer(status=504), Answer("half a page", cut=True)])
async def test_a_server_that_stumbles_is_asked_again(web, fetcher, waits, trouble):
    web.pages["/"] = [trouble, trouble, Answer("page")]
    response = await fetcher.get(web.url, trusted_host=web.host)
    assert (response.body, response.tries) == (b"page", 3)
    assert 0.5 <= waits[0] <= 1.5 <= 2 * waits[1] <= 6


async def test_a_connection_that_breaks_each_time_is_given_up(web, fetcher):
    web.pages["/"] = Answer("half a page", cut=True)
    with pytest.raises(FetchError, match="cannot be reached") as caught:
        await fetcher.get(web.url, trusted_host=web.host)
    assert caught.value.code is ErrorCode.UNREACHABLE
    assert len(web.asked) == 4


@pytest.mark.parametrize(
    "asked", ["0", "-5", "\u00b2", "soon", "Mon, 01 Jan 1990 00:00:00 GMT", "Mon, 01 Jan 0001 00:00:00 +1400", ""]
)
async def test_a_server_is_never_asked_again_at_once_whatever_it_says(web, fetcher, waits, asked):
    web.pages["/"] = [Answer(status=503, headers={"retry-after": asked}), Answer("page")]
    assert (await fetcher.get(web.url, trusted_host=web.host)).body == b"page"
    assert 0.5 <= waits[0] <= 1.5


async def test_what_holds_of_one_page_is_not_asked_of_the_one_that_it_leads_to(web, fetcher):
    web.pages["/a"] = Answer(status=301, headers={"location": "/b"})
    web.pages["/b"] = "b"
    await fetcher.get(f"{web.url}/a", trusted_host=web.host, etag='"1"', last_modified="yesterday")
    assert [headers.get("if-none-match") for headers in web.headers] == ['"1"', None]


async def test_a_server_that_stays_busy_is_left_alone(web, fetcher, waits):
    web.pages["/"] = Answer(status=503)
    assert (await fetcher.get(web.url, trusted_host=web.host)).status == 503
    assert len(web.asked) == 4
    web.pages["/later"] = Answer(status=429, headers={"retry-after": "3600"})
    assert (await fetcher.get(f"{web.url}/later", trusted_host=web.host)).status == 429
    assert web.asked.count("/later") == 1


async def test_nobody_listening_is_said_in_words(fetcher):
    with pytest.raises(FetchError, match="cannot be reached") as caught:
        await fetcher.get("http://127.0.0.1:9/", trusted_host="127.0.0.1:9")
    assert caught.value.code is ErrorCode.UNREACHABLE


async def test_a_name_that_does_not_resolve_is_said_in_words(fetcher):
    with pytest.raises(FetchError, match=r"nowhere\.invalid cannot be reached"):
        await fetcher.get("http://nowhere.invalid/")


async def test_a_plain_server_behind_https_is_an_unsafe_connection(web, fetcher):
    with pytest.raises(FetchError, match="certificate"):
        await fetcher.get(web.url.replace("http:", "https:"), trusted_host=web.host)


async def test_no_cookie_is_kept(web, fetcher):
    web.pages["/"] = Answer("page", headers={"set-cookie": "a=b; path=/"})
    await fetcher.get(web.url, trusted_host=web.host)
    await fetcher.get(web.url, trusted_host=web.host)
    assert "cookie" not in web.headers[1]


async def test_a_cookie_of_an_answer_that_fails_harms_no_later_one(web, fetcher):
    headers = {"set-cookie": "a=\xff; path=/", "location": "http://xn--a-ecp.ru/"}
    web.pages["/"] = [Answer(status=302, headers=headers), Answer("page")]
    with pytest.raises(FetchError):
        await fetcher.get(web.url, trusted_host=web.host)
    assert (await fetcher.get(web.url, trusted_host=web.host)).body == b"page"
    assert "cookie" not in web.headers[1]
