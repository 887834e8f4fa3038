"""Where a site is, and which pages it names."""

import pytest

from host.acquire.sites.discover import discover, resolve
from host.core.acquire_ports import Response
from host.errors import FetchError
from tests.fakes import DictFetcher

SITE = "https://a.example"
LOGIN = b'<form><input type="password"></form>'


def sitemap(*pages):
    return f"<urlset>{''.join(f'<url><loc>{page}</loc></url>' for page in pages)}</urlset>"


def moved(url, body=b"page", status=200):
    return Response(url, status, body, {"content-type": "text/html"})


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("home", "https://example.com/"),
        (moved("https://www.example.com/start"), "https://www.example.com/start"),
        (moved("https://login.example.net/", LOGIN), "https://example.com/"),
        (moved("https://www.example.com/", status=403), "https://example.com/"),
        (moved("https://example.com/login", LOGIN), "https://example.com/login"),
        ((404, "no"), "https://example.com/"),
    ],
    ids=["in place", "moved", "login elsewhere", "kept out elsewhere", "login here", "not there"],
)
async def test_a_site_is_where_its_redirects_lead_unless_that_is_a_login_elsewhere(page, found):
    assert await resolve(DictFetcher({"https://example.com/": page}), "HTTPS://Example.com") == found


async def test_a_start_page_that_sends_on_by_itself_is_where_it_sends_to():
    refresh = '<meta http-equiv="refresh" content="0; url=en/stable/">'
    pages = {f"{SITE}/": refresh, f"{SITE}/en/stable/": "Welcome"}
    assert await resolve(DictFetcher(pages), SITE) == f"{SITE}/en/stable/"


async def test_a_page_that_robots_may_not_read_is_not_asked_where_it_is():
    fetcher = DictFetcher({f"{SITE}/robots.txt": "User-agent: *\nDisallow: /", f"{SITE}/a": "a"})
    assert await resolve(fetcher, f"{SITE}/a") == f"{SITE}/a"
    assert fetcher.fetched == [f"{SITE}/robots.txt"]


@pytest.mark.parametrize("url", ["file:///etc/passwd", "nothing", "https://nowhere.example/"])
async def test_what_is_no_site_is_an_error_in_words(url):
    with pytest.raises(FetchError):
        await resolve(DictFetcher({}), url)


async def test_sitemaps_of_the_folders_on_the_way_are_tried_when_no_other_knows_the_way():
    pages = {
        f"{SITE}/": "home",
        f"{SITE}/sitemap.xml": sitemap(f"{SITE}/blog/1"),
        f"{SITE}/project/docs/sitemap.xml": sitemap(f"{SITE}/project/docs/a"),
    }
    fetcher = DictFetcher(pages)
    found = await discover(fetcher, f"{SITE}/project/docs/start", [])
    assert list(found.pages) == [f"{SITE}/project/docs/a", f"{SITE}/blog/1"]
    assert f"{SITE}/project/sitemap.xml" in fetcher.fetched
    fetcher.fetched.clear()
    await discover(fetcher, f"{SITE}/blog/2", [])
    assert f"{SITE}/blog/sitemap.xml" not in fetcher.fetched


async def test_a_sitemap_that_was_only_guessed_is_not_missed():
    found = await discover(DictFetcher({f"{SITE}/": "home", f"{SITE}/sitemap.xml": "<html>not found</html>"}), SITE, [])
    assert (found.pages, found.notes) == ({}, ())


async def test_trouble_with_sitemaps_is_told():
    pages = {
        f"{SITE}/robots.txt": "Sitemap: /bad.xml",
        f"{SITE}/bad.xml": "<",
        f"{SITE}/sitemap.xml": sitemap(f"{SITE}/a", "https://b.example/b"),
    }
    found = await discover(DictFetcher(pages), SITE, ["https://a.example/gone.xml"])
    assert found.notes == (
        f"Sitemap {SITE}/gone.xml: HTTP 404.",
        f"Sitemap {SITE}/bad.xml: it is not XML that can be read.",
        "1 pages that the sitemaps name belong to other sites and are left out.",
    )
