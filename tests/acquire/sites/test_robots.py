"""A site's wishes, as RFC 9309 reads them."""

import pytest

from host.acquire.sites.robots import Robots, read_robots, robots_of
from host.core.acquire_ports import Response
from host.errors import ErrorCode, FetchError
from tests.fakes import DictFetcher

RULES = """User-agent: *
Disallow: /private
Allow: /private/open
Crawl-delay: 2

User-agent: Ambry
Disallow: /not-for-ambry

Sitemap: /maps/one.xml
Sitemap: https://cdn.example/two.xml
Sitemap: https://cdn.example/two.xml
"""


def test_our_own_group_replaces_the_general_one():
    robots = Robots(RULES, "https://a.example/robots.txt")
    assert robots.allows("https://a.example/private")
    assert not robots.allows("https://a.example/not-for-ambry/x")


def test_the_longest_rule_wins():
    robots = Robots("User-agent: *\nDisallow: /private\nAllow: /private/open")
    assert not robots.allows("https://a.example/private/x")
    assert robots.allows("https://a.example/private/open/x")


@pytest.mark.parametrize("name", ["Ambry/1.0", "ambry (+https://a.example/bot)", "AMBRY"])
def test_our_name_is_known_with_whatever_stands_behind_it(name):
    assert not Robots(f"User-agent: {name}\nDisallow: /x").allows("https://a.example/x")


@pytest.mark.parametrize("name", ["Ambrybot", "ambry-images", "a-ambry"])
def test_a_longer_name_is_another_one(name):
    assert Robots(f"User-agent: {name}\nDisallow: /x").allows("https://a.example/x")


def test_sitemaps_are_absolute_and_each_named_once():
    robots = Robots(RULES, "https://a.example/robots.txt")
    assert robots.sitemaps == ["https://a.example/maps/one.xml", "https://cdn.example/two.xml"]


@pytest.mark.parametrize(("asked", "kept"), [("", 0), ("2", 2), ("0.5", 0.5), ("86400", 30), ("soon", 0)])
def test_a_crawl_delay_is_kept_within_reason(asked, kept):
    assert Robots(f"User-agent: *\nCrawl-delay: {asked}").delay == kept


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_byte_order_mark_hides_no_rule(encoding):
    body = "User-agent: *\r\nDisallow: /x".encode(encoding)
    assert not robots_of(Response("https://a.example/robots.txt", 200, body)).allows("https://a.example/x")


@pytest.mark.parametrize("status", [404, 403, 301])
def test_a_missing_file_allows_all(status):
    robots = robots_of(Response("https://a.example/robots.txt", status, b"User-agent: *\nDisallow: /"))
    assert robots.allows("https://a.example/x")


@pytest.mark.parametrize("status", [500, 503, 429])
def test_a_failing_server_allows_nothing(status):
    with pytest.raises(FetchError) as caught:
        robots_of(Response("https://a.example/robots.txt", status, b""))
    assert caught.value.code is ErrorCode.HTTP_STATUS


async def test_it_is_read_from_the_root_of_the_site():
    fetcher = DictFetcher({"https://a.example/robots.txt": "User-agent: *\nDisallow: /x"})
    robots = await read_robots(fetcher, "https://a.example/deep/page?q", "a.example")
    assert fetcher.fetched == ["https://a.example/robots.txt"]
    assert not robots.allows("https://a.example/x")


@pytest.mark.parametrize(
    "record", ["Crawl-delay: 9", "Request-rate: 1/5", "Visit-time: 0600-0845", "Clean-Param: utm /", "Sitemap: /s.xml"]
)
def test_a_record_that_is_no_rule_ends_no_group(record):
    robots = Robots(f"User-agent: *\n{record}\nUser-agent: other\nDisallow: /private\n\nUser-agent: third\nDisallow: /")
    assert not robots.allows("https://a.example/private/x")
    assert robots.allows("https://a.example/x")


def test_a_delay_stays_with_those_that_it_was_asked_of():
    rules = (
        "User-agent: other\nCrawl-delay: 9\nUser-agent: *\nDisallow: /a\nCrawl-delay: 3\nUser-agent: third\nDisallow: /"
    )
    robots = Robots(rules)
    assert robots.delay == 3
    assert not robots.allows("https://a.example/a")
    assert robots.allows("https://a.example/b")
