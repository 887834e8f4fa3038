"""Crawling: what is fetched, in which order, and how each URL ends."""

import asyncio
from time import monotonic, time

import pytest

from host.acquire.fetch import HttpFetcher
from host.acquire.sites.crawl import SiteCrawler
from host.acquire.sites.pace import Places
from host.core.acquire_ports import Response
from host.core.site import CrawlOrder
from host.errors import ErrorCode, FetchError
from tests.acquire.web import Answer
from tests.fakes import DictFetcher

SITE = "https://a.example"


class Browser:
    """The person's browser: shows its pages, and says no to any other."""

    def __init__(self, pages=()):
        self.pages = dict(pages)
        self.asked = []

    async def render(self, url):
        self.asked.append(url)
        if url not in self.pages:
            raise FetchError(ErrorCode.NEEDS_BROWSER, "it needs your browser")
        return Response(url, 200, self.pages[url].encode(), {"content-type": "text/html"})


class Known:
    """What an index knows, from a dict."""

    def __init__(self, pages=()):
        self.pages = dict(pages)
        self.merged = 0

    async def recall(self, url):
        return self.pages.get(url)

    async def settled(self, items):
        """The tests take each item in before they ask for the next."""


def items_of(fetcher, start=SITE, done=(), browser=None, memory=(), places=None, clock=time, **order):
    known = memory if isinstance(memory, Known) else Known(memory)
    crawler = SiteCrawler(fetcher, places, clock)
    return crawler.crawl(CrawlOrder(start, **order), known, browser or Browser(), frozenset(done))


def linked(*links: str, head: str = "") -> str:
    anchors = "".join(f'<a href="{link}">x</a>' for link in links)
    return f"<html><head>{head}</head><body>Page with links {links}{anchors}</body></html>"


def sitemap(*paths: str) -> str:
    return f"<urlset>{''.join(f'<url><loc>{SITE}{path}</loc></url>' for path in paths)}</urlset>"


async def crawl(pages, start="/", done=(), fetcher=DictFetcher, **more):
    fetcher = fetcher({SITE + path: page for path, page in pages.items()})
    items = [item async for item in items_of(fetcher, SITE + start, [SITE + u for u in done], **more)]
    assert len({item.url for item in items}) == len(items)
    return {item.url.removeprefix(SITE): item for item in items}, fetcher


class DownFetcher(DictFetcher):
    async def get(self, url, **more):
        if url.endswith("/down"):
            raise FetchError(ErrorCode.UNREACHABLE, "a.example took too long to answer.")
        return await super().get(url, **more)


def states(items):
    return {path: item.state for path, item in items.items()}


async def test_without_a_sitemap_links_are_followed_breadth_first():
    pages = {"/": linked("/a", "/b"), "/a": linked("/a/deep"), "/b": linked("/"), "/a/deep": "end"}
    items, fetcher = await crawl(pages)
    assert fetcher.fetched[-4:] == [SITE + path for path in ("/", "/a", "/b", "/a/deep")]
    assert set(items) == set(pages)
    assert set(states(items).values()) == {"fetched"}
    assert items["/a/deep"].response.body == b"end"
    assert [item.known for item in items.values()][-1] == 4


async def test_a_sitemap_is_the_plan_and_links_are_not_followed():
    pages = {"/sitemap.xml": sitemap("/a", "/b", "/gone"), "/": linked("/not-in-it"), "/a": "a", "/b": linked("/c")}
    items, _ = await crawl(pages)
    assert states(items) == {"/": "fetched", "/a": "fetched", "/b": "fetched", "/gone": "failed"}
    assert items["/gone"].reason == "HTTP 404 Not Found"


async def test_sitemaps_come_from_the_caller_from_robots_and_from_the_usual_places():
    pages = {
        "/robots.txt": "Sitemap: /by-robots.xml",
        "/by-robots.xml": sitemap("/1"),
        "/by-caller.xml": sitemap("/2"),
        "/sitemap_index.xml": f"<sitemapindex><sitemap><loc>{SITE}/nested.xml</loc></sitemap></sitemapindex>",
        "/nested.xml": sitemap("/3"),
        "/": "home", "/1": "1", "/2": "2", "/3": "3",
    }  # fmt: skip
    items, _ = await crawl(pages, sitemaps=[f"{SITE}/by-caller.xml", "not a url"])
    assert set(items) == {"/", "/1", "/2", "/3"}


async def test_only_pages_of_the_host_belong_to_the_crawl():
    items, fetcher = await crawl({"/": linked("https://other.example/x", "//sub.a.example/y", "/a"), "/a": "a"})
    assert set(items) == {"/", "/a"}
    assert all(url.startswith(SITE) for url in fetcher.fetched)


PDF = Response(f"{SITE}/x", 200, b"%PDF-", {"content-type": "application/pdf"})
MOVED = Response("https://other.example/x", 200, b"there", {"content-type": "text/html"})
SECRET = Response(f"{SITE}/private/x", 200, b"secret", {"content-type": "text/html"})
NOINDEX = Response(f"{SITE}/x", 200, b"page", {"content-type": "text/html", "x-robots-tag": "noindex"})


@pytest.mark.parametrize(
    ("path", "page", "state", "reason"),
    [
        ("/x", "text", "fetched", ""),
        ("/x", PDF, "fetched", ""),
        (
            "/x.pdf",
            Response(f"{SITE}/x.pdf", 200, b"%PDF-", {"content-type": "application/octet-stream"}),
            "fetched",
            "",
        ),
        ("/x.epub", Response(f"{SITE}/x.epub", 200, b"PK", {"content-type": "application/epub+zip"}), "fetched", ""),
        (
            "/x",
            Response(f"{SITE}/x", 200, b"a,b", {"content-type": "text/csv"}),
            "skipped",
            "its type, text/csv, is not",
        ),
        ("/private/a", "secret", "skipped", "robots.txt does not allow it"),
        ("/x", SECRET, "skipped", f"it leads to {SITE}/private/x: robots.txt does not allow it"),
        ("/x", MOVED, "skipped", "it leads to another site (https://other.example/x)"),
        ("/x", Response(f"{SITE}/x", 200, b"x", {"content-type": "video/mp4"}), "skipped", "its type, video/mp4, is"),
        ("/x", Response(f"{SITE}/x", 200, b"x"), "skipped", "its type, which the server does not name, is not read"),
        ("/x", linked(head="<meta name=robots content=noindex>"), "skipped", "the page asks not to be indexed"),
        ("/x", NOINDEX, "skipped", "the page asks not to be indexed"),
        ("/x.png", "x", "skipped", "not a page (.png file)"),
        ("/x", (403, ""), "failed", "the server wants a login"),
        ("/x", (500, ""), "failed", "HTTP 500 Internal Server Error"),
        ("/x", (599, ""), "failed", "HTTP 599"),
        ("/x", "", "failed", "the server sent an empty page"),
    ],
)
async def test_every_page_ends_with_a_reason_in_words(path, page, state, reason):
    rules = "User-agent: *\nDisallow: /private"
    items, _ = await crawl({"/robots.txt": rules, "/": linked(path), path: page})
    assert items[path].state == state
    assert items[path].reason.startswith(reason)
    assert (items[path].response is not None) is (state == "fetched")


async def test_a_site_that_has_moved_says_where_and_loses_nothing():
    items, _ = await crawl({"/": MOVED})
    assert (items["/"].state, items["/"].passing) == ("failed", True)
    assert items["/"].reason == "the site has moved to https://other.example/x: index it there"
    items, _ = await crawl({"/sitemap.xml": sitemap("/a"), "/": MOVED, "/a": "a"})
    assert states(items) == {"/": "skipped", "/a": "fetched"}


async def test_pages_below_the_depth_are_skipped_not_lost():
    pages = {"/": linked("/1"), "/1": linked("/2"), "/2": linked("/3")}
    items, fetcher = await crawl(pages, max_depth=1)
    assert items["/2"].state == "skipped"
    assert "more than 1 links away" in items["/2"].reason
    assert f"{SITE}/2" not in fetcher.fetched
    assert "/3" not in items


async def test_pages_above_the_limit_are_skipped_not_lost():
    pages = {"/": linked(*(f"/{n}" for n in range(6))), **{f"/{n}": f"page {n}" for n in range(6)}}
    items, _ = await crawl(pages, max_pages=3)
    assert list(states(items).values()).count("fetched") == 3
    assert items["/5"].reason == "the limit of 3 pages was reached"


@pytest.mark.parametrize(
    "twin",
    [
        Response(f"{SITE}/a", 200, b"page a", {"content-type": "text/html"}),
        "page a",
        linked(head='<link rel="canonical" href="/a">'),
    ],
    ids=["redirect", "same bytes", "canonical"],
)
async def test_a_page_at_several_addresses_is_fetched_once(twin):
    items, _ = await crawl({"/": linked("/a", "/print/a"), "/a": "page a", "/print/a": twin})
    assert states(items) == {"/": "fetched", "/a": "fetched", "/print/a": "skipped"}
    assert items["/print/a"].reason == f"the same page as {SITE}/a"


async def test_a_redirect_ahead_of_its_target_saves_the_second_request():
    moved = Response(f"{SITE}/new", 200, b"page", {"content-type": "text/html"})
    items, fetcher = await crawl({"/": linked("/old"), "/old": moved, "/new": "page"}, start="/old")
    assert states(items) == {"/new": "fetched", "/old": "skipped"}
    assert items["/old"].twin == f"{SITE}/new"
    items, fetcher = await crawl({"/sitemap.xml": sitemap("/a", "/b", "/c", "/new"), "/": moved, "/new": "page"})
    assert (items["/new"].state, items["/"].reason) == ("fetched", f"it leads to {SITE}/new")
    assert f"{SITE}/new" not in fetcher.fetched


async def test_an_address_that_a_page_gives_itself_is_not_asked_for():
    head = '<link rel="canonical" href="/x/index.html">'
    pages = {"/": linked("/x/", "/x/index.html"), "/x/": linked(head=head)}
    items, fetcher = await crawl(pages, places=Places(1, 1))
    assert items["/x/index.html"].twin == f"{SITE}/x/"
    assert f"{SITE}/x/index.html" not in fetcher.fetched


async def test_a_mistaken_canonical_address_loses_no_page():
    head = '<link rel="canonical" href="/">'
    items, _ = await crawl({"/": linked("/a", "/b", head=head), "/a": linked("/1", head=head), "/b": linked(head=head)})
    assert [items[path].state for path in ("/", "/a", "/b")] == ["fetched"] * 3


async def test_a_page_that_turns_out_to_be_another_takes_no_place():
    pages = {"/": linked("/a", "/b", "/c", "/d"), "/a": "a", "/b": "a", "/c": "c", "/d": "d"}
    items, _ = await crawl(pages, max_pages=3, places=Places(1, 1))
    assert states(items) == {"/": "fetched", "/a": "fetched", "/b": "skipped", "/c": "fetched", "/d": "skipped"}
    assert (items["/b"].code, items["/d"].code) == ("same_page", "page_limit")


async def test_the_crawl_waits_at_its_limit_until_it_is_known_which_pages_are_others():
    """Whoever takes the items converts them, and only then sees that two pages say the same."""
    pages = {"/": linked("/a", "/b", "/c"), "/a": "a", "/b": "A", "/c": "c"}
    memory = Known()
    fetcher = DictFetcher({SITE + path: page for path, page in pages.items()})
    ends = {}
    async for item in items_of(fetcher, memory=memory, max_pages=3):
        ends[item.url.removeprefix(SITE)] = item.state
        memory.merged += item.url.endswith("/b")
    assert ends == {"/": "fetched", "/a": "fetched", "/b": "fetched", "/c": "fetched"}


async def test_at_its_limit_the_crawl_waits_for_items_that_were_handed_over_but_not_taken_in():
    pages = {"/": linked("/a", "/b", "/c"), "/a": "a", "/b": "A", "/c": "c"}
    waited = []

    class Slow(Known):
        async def settled(self, items):
            waited.append(items)
            self.merged = 1

    items, _ = await crawl(pages, memory=Slow(), max_pages=3)
    assert items["/c"].state == "fetched"
    assert waited[0] == 3


async def test_a_resumed_crawl_leaves_out_what_is_done():
    plan = {"/sitemap.xml": sitemap("/a", "/b"), "/": "home", "/a": "a", "/b": "b"}
    items, fetcher = await crawl(plan, done=["/", "/a"])
    assert list(items) == ["/b"]
    assert f"{SITE}/a" not in fetcher.fetched


async def test_a_resumed_crawl_still_follows_the_links_of_what_is_done():
    items, _ = await crawl({"/": linked("/a"), "/a": linked("/b"), "/b": "b"}, done=["/", "/a"])
    assert list(items) == ["/b"]


async def test_what_an_earlier_run_could_not_index_still_leads_on_when_it_can_be_had():
    pages = {
        "/": linked("/quiet", "/gone", "/down"),
        "/quiet": linked("/b", head="<meta name=robots content=noindex>"),
        "/gone": (404, linked("/nowhere")),
        "/b": "b",
    }
    items, _ = await crawl(pages, done=["/", "/quiet", "/gone", "/down"], fetcher=DownFetcher)
    assert list(items) == ["/b"]


async def test_pages_of_an_earlier_run_count_towards_the_limit():
    plan = {"/sitemap.xml": sitemap("/a", "/b"), "/": "home", "/a": "a", "/b": "b"}
    memory = await remembered(plan, max_pages=2)
    items, _ = await crawl(plan, done=["/", "/a"], max_pages=2, memory=memory)
    assert states(items) == {"/b": "skipped"}


async def test_what_an_earlier_run_left_out_takes_no_place():
    plan = {"/sitemap.xml": sitemap("/a", "/b"), "/": "home", "/a": "a", "/b": "b"}
    items, _ = await crawl(plan, done=["/", "/a"], max_pages=1)
    assert states(items) == {"/b": "fetched"}


async def test_a_site_that_cannot_be_reached_is_one_failed_page():
    items = [item async for item in items_of(DictFetcher({}))]
    assert [(item.url, item.state, item.known) for item in items] == [(f"{SITE}/", "failed", 1)]
    assert "cannot be reached" in items[0].reason


async def test_a_site_whose_rules_cannot_be_read_is_left_alone():
    items, fetcher = await crawl({"/robots.txt": (503, ""), "/": "home"})
    assert "robots.txt could not be read" in items["/"].reason
    assert f"{SITE}/" not in fetcher.fetched


async def test_an_address_off_the_web_is_one_failed_page():
    items = [item async for item in items_of(DictFetcher({}), "about:blank")]
    assert [(item.url, item.state) for item in items] == [("about:blank", "failed")]


def etagged(path, body, etag='"1"'):
    return Response(SITE + path, 200, body.encode(), {"content-type": "text/html", "etag": etag})


async def remembered(pages, **more):
    """What a first crawl learns, for a second."""
    items, _ = await crawl(pages, **more)
    return {item.url: item.page for item in items.values() if item.page}


async def test_a_page_that_the_server_calls_unchanged_is_not_sent_again_and_still_leads_on():
    pages = {"/": etagged("/", linked("/a")), "/a": etagged("/a", "page a")}
    items, _ = await crawl(pages, memory=await remembered(pages))
    assert states(items) == {"/": "unchanged", "/a": "unchanged"}
    assert items["/a"].reason == "the server says that it has not changed"
    assert items["/a"].page.etag == '"1"'
    pages["/a"] = etagged("/a", "page a, new", '"2"')
    items, _ = await crawl(pages, memory=await remembered({**pages, "/a": etagged("/a", "page a")}))
    assert states(items) == {"/": "unchanged", "/a": "fetched"}


async def test_a_page_that_comes_with_the_same_bytes_is_unchanged():
    pages = {"/": linked("/a"), "/a": "page a"}
    memory = await remembered(pages)
    items, _ = await crawl({**pages, "/a": "page a, new"}, memory=memory)
    assert states(items) == {"/": "unchanged", "/a": "fetched"}
    assert items["/"].reason == "the same content as before"


async def test_a_page_that_moved_without_changing_is_unchanged():
    pages = {"/": linked("/new"), "/new": "page"}
    moved = Response(f"{SITE}/new", 200, b"page", {"content-type": "text/html"})
    items, _ = await crawl({"/": linked("/old"), "/old": moved}, memory=await remembered(pages))
    assert states(items) == {"/": "fetched", "/new": "unchanged", "/old": "skipped"}


def dated(date):
    return f"<urlset><url><loc>{SITE}/a</loc><lastmod>{date}</lastmod></url></urlset>"


@pytest.mark.parametrize(
    ("date", "later", "asked"), [("2026-01-01", 60, 0), ("2026-01-02", 60, 1), ("2026-01-01", 1e6, 1)]
)
async def test_a_sitemap_that_dates_its_pages_saves_requests_for_a_while(date, later, asked):
    pages = {"/sitemap.xml": dated("2026-01-01"), "/": "home", "/a": "a"}
    memory = await remembered(pages, clock=lambda: 0.0)
    items, fetcher = await crawl({**pages, "/sitemap.xml": dated(date)}, memory=memory, clock=lambda: later)
    assert items["/a"].state == "unchanged"
    assert fetcher.fetched.count(f"{SITE}/a") == asked


async def test_a_page_that_fails_for_the_moment_loses_nothing_of_what_was_known():
    pages = {"/": linked("/a"), "/a": linked("/b"), "/b": "b"}
    memory = await remembered(pages)
    items, _ = await crawl({**pages, "/a": (500, "")}, memory=memory)
    assert (items["/a"].state, items["/a"].passing) == ("failed", True)
    items, _ = await crawl({**pages, "/a": (404, "")}, memory=memory)
    assert (items["/a"].state, items["/a"].passing) == ("failed", False)


async def test_what_a_page_that_cannot_be_had_led_to_is_still_followed():
    pages = {"/": linked("/down"), "/down": linked("/b"), "/b": "b"}
    memory = await remembered(pages)
    items, _ = await crawl(pages, memory=memory, fetcher=DownFetcher)
    assert states(items) == {"/": "unchanged", "/down": "failed", "/b": "unchanged"}


LOGIN = '<form action="/login"><input name="u"><input type="password"></form>'
SHELL = '<html><body><div id="app"></div><script src="app.js"></script></body></html>'


@pytest.mark.parametrize("page", [(401, "no"), (403, ""), LOGIN, SHELL], ids=["401", "403", "login", "shell"])
async def test_what_only_the_person_sees_is_shown_by_their_browser(page):
    browser = Browser({f"{SITE}/a": linked("/b")})
    items, _ = await crawl({"/": linked("/a"), "/a": page, "/b": "b"}, browser=browser)
    assert states(items) == {"/": "fetched", "/a": "fetched", "/b": "fetched"}
    assert browser.asked == [f"{SITE}/a"]
    assert b"/b" in items["/a"].response.body


@pytest.mark.parametrize(
    ("page", "words"), [((401, ""), "wants a login"), (LOGIN, "asks for a login"), (SHELL, "empty")]
)
async def test_without_the_browser_such_a_page_fails_with_both_reasons(page, words):
    items, _ = await crawl({"/": linked("/a"), "/a": page})
    assert (items["/a"].state, items["/a"].passing) == ("failed", True)
    assert words in items["/a"].reason
    assert items["/a"].reason.endswith("it needs your browser")


async def test_only_pages_below_the_prefix_and_outside_left_out_sections_are_read():
    pages = {"/docs/a": linked("/docs/b", "/blog", "/docs/old/x", "/docsy"), "/docs/b": "b", "/docs/old/x": "x"}
    items, _ = await crawl(pages, start="/docs/a", prefix="/docs", exclude=("/docs/old",))
    assert states(items) == {"/docs/a": "fetched", "/docs/b": "fetched", "/docs/old/x": "skipped"}
    assert items["/docs/old/x"].reason == "its section, /docs/old, was left out"


async def test_a_crawl_below_a_prefix_starts_at_its_top_when_the_page_in_view_is_elsewhere():
    items, _ = await crawl({"/docs": "top", "/": linked("/docs")}, prefix="/docs")
    assert list(items) == ["/docs"]


async def test_a_site_with_more_addresses_than_can_be_listed_says_how_many(monkeypatch):
    monkeypatch.setattr("host.acquire.sites.frontier.MOST_KNOWN", 3)
    items, _ = await crawl({"/": linked("/1", "/2", "/3", "/4"), "/1": "1", "/2": "2"})
    assert list(items)[-1] == "/*"
    assert items["/*"].reason.startswith("2 links to further addresses")


async def test_trouble_inside_ends_the_crawl_and_is_not_swallowed():
    class Broken(Known):
        async def recall(self, url):
            raise ValueError("inside")

    with pytest.raises(ValueError, match="inside"):
        _ = [item async for item in items_of(DictFetcher({SITE: "home"}), memory=Broken())]


class SlowFetcher(DictFetcher):
    """Takes a moment for each page and notes how many are under way, and when each began."""

    def __init__(self, pages):
        super().__init__(pages)
        self.running = self.most = 0
        self.began = []

    async def get(self, url, **_):
        self.began.append(monotonic())
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            await asyncio.sleep(0.01)
            return await super().get(url)
        finally:
            self.running -= 1


PLAN = {f"{SITE}/sitemap.xml": sitemap(*(f"/{n}" for n in range(12))), **{f"{SITE}/{n}": f"p{n}" for n in range(12)}}


async def test_the_host_gets_a_few_requests_at_a_time():
    fetcher = SlowFetcher(PLAN)
    assert len([item async for item in items_of(fetcher)]) == 13
    assert Places().first <= fetcher.most <= Places().most


async def test_a_crawl_delay_is_kept():
    rules = {f"{SITE}/robots.txt": "User-agent: *\nCrawl-delay: 0.05"}
    fetcher = SlowFetcher({**rules, **dict(list(PLAN.items())[:4])})
    _ = [item async for item in items_of(fetcher, f"{SITE}/0", max_pages=3)]
    assert fetcher.most == 1
    assert fetcher.began[-1] - fetcher.began[-2] >= 0.05


async def test_closing_the_crawl_stops_its_requests():
    fetcher = SlowFetcher(PLAN)
    items = items_of(fetcher)
    await anext(items)
    await items.aclose()
    await asyncio.sleep(0.03)
    assert fetcher.running == 0
    assert len(fetcher.fetched) < 12


async def test_a_real_site_on_loopback_is_crawled(web, other_web):
    web.pages["/"] = linked("/a", "/old", "/away")
    web.pages["/a"] = "<p>A</p>"
    web.pages["/old"] = Answer(status=301, headers={"location": "/a"})
    web.pages["/away"] = Answer(status=302, headers={"location": other_web.url})
    fetcher = HttpFetcher()
    items = {i.url.removeprefix(web.url): i async for i in items_of(fetcher, web.url)}
    await fetcher.aclose()
    assert {path: item.state for path, item in items.items()} == {
        "/": "fetched", "/a": "fetched", "/old": "skipped", "/away": "failed",
    }  # fmt: skip
    assert "private network" in items["/away"].reason
    assert other_web.asked == []


async def test_documentation_in_frames_is_read_frame_by_frame(web):
    script = "<script>go()</script><noscript>JavaScript is disabled on your browser.</noscript>"
    frames = '<frameset><frame src="menu.html"><frame src="start.html"><noframes>No frames.</noframes></frameset>'
    web.pages["/"] = f"<html><head><title>Manual</title>{script}</head>{frames}</html>"
    web.pages["/menu.html"] = linked("/mast.html")
    web.pages["/start.html"] = "<p>Start</p>"
    web.pages["/mast.html"] = '<p>Mast</p><iframe src="/table.html"></iframe>'
    web.pages["/table.html"] = "<p>Table</p>"
    fetcher = HttpFetcher()
    items = {item.url.removeprefix(web.url): item.state async for item in items_of(fetcher, web.url)}
    await fetcher.aclose()
    assert items == dict.fromkeys(("/", "/menu.html", "/start.html", "/mast.html", "/table.html"), "fetched")


def refresh(to):
    return f'<meta http-equiv="refresh" content="0; url={to}"><p>This page has moved.'


async def test_a_redirect_that_is_written_into_the_page_is_one():
    pages = {"/": linked("/old", "/older"), "/older": refresh("/old"), "/old": refresh("/new"), "/new": "page"}
    items, _ = await crawl(pages, places=Places(1, 1))
    assert states(items) == {"/": "fetched", "/new": "fetched", "/old": "skipped", "/older": "skipped"}
    assert items["/old"].reason == f"it leads to {SITE}/new"
    assert items["/new"].response.body == b"page"


async def test_pages_that_send_to_each_other_for_ever_are_read_as_they_are():
    items, fetcher = await crawl({"/": refresh("/a"), "/a": refresh("/b"), "/b": refresh("/")})
    assert [item.state for item in items.values()].count("fetched") == 1
    assert len(fetcher.fetched) < 12


async def test_a_page_that_is_not_there_sends_nobody_on():
    items, _ = await crawl({"/": linked("/gone"), "/gone": (404, refresh("/"))})
    assert items["/gone"].reason == "HTTP 404 Not Found"


async def test_a_large_page_is_read_all_the_same(monkeypatch):
    monkeypatch.setattr("host.acquire.sites.reading.LARGE", 10)
    items, _ = await crawl({"/": linked("/a"), "/a": "a"})
    assert set(items) == {"/", "/a"}


async def test_where_a_site_is_and_what_it_says_are_asked_of_it():
    crawler = SiteCrawler(DictFetcher({f"{SITE}/": "home", f"{SITE}/sitemap.xml": sitemap("/docs/a", "/b")}))
    assert await crawler.resolve(SITE) == f"{SITE}/"
    assert (await crawler.survey(SITE, [], None)).pages == 2


@pytest.mark.parametrize("trouble", [(503, ""), (429, "")])
async def test_a_server_that_keeps_failing_is_left_alone(monkeypatch, trouble):
    monkeypatch.setattr("host.acquire.sites.crawl.MAX_FAILURES", 2)
    pages = {"/": linked(*(f"/{n}" for n in range(20))), **{f"/{n}": trouble for n in range(20)}}
    items, fetcher = await crawl(pages, places=Places(1, 1))
    assert [item.state for item in items.values()] == ["fetched", "failed", "failed", *["skipped"] * 18]
    assert items["/19"].reason == "the server failed 2 times in a row and is left alone for now"
    assert items["/19"].passing
    assert f"{SITE}/19" not in fetcher.fetched


async def test_pages_that_are_gone_between_others_are_no_trouble_of_the_server(monkeypatch):
    monkeypatch.setattr("host.acquire.sites.crawl.MAX_FAILURES", 2)
    pages = {"/": linked(*(f"/{n}" for n in range(9))), "/0": (500, ""), "/1": "1", "/2": (500, ""), "/8": "8"}
    items, _ = await crawl(pages, places=Places(1, 1))
    assert items["/8"].state == "fetched"


async def test_a_server_that_cannot_be_reached_any_more_is_left_alone(monkeypatch):
    monkeypatch.setattr("host.acquire.sites.crawl.MAX_FAILURES", 1)
    pages = {"/": linked("/down", "/b"), "/b": "b"}
    items, _ = await crawl(pages, fetcher=DownFetcher, places=Places(1, 1))
    assert states(items) == {"/": "fetched", "/down": "failed", "/b": "skipped"}
