"""What a site says about itself before it is crawled."""

import pytest

from host.acquire.sites.survey import survey_site
from host.errors import FetchError
from tests.fakes import DictFetcher

SITE = "https://a.example"
LOGIN = '<form><input type="password"></form>'


def sitemap(*paths):
    return f"<urlset>{''.join(f'<url><loc>{SITE}{path}</loc></url>' for path in paths)}</urlset>"


async def survey(pages, start="/docs/start", prefix=None):
    fetcher = DictFetcher({SITE + path: page for path, page in pages.items()})
    return await survey_site(fetcher, SITE + start, [], prefix)


DOCS = [f"/docs/api/{n}" for n in range(6)] + ["/docs/start", "/docs/guide/1"]
PAGES = {"/sitemap.xml": sitemap(*DOCS, "/blog/1"), **dict.fromkeys([*DOCS, "/blog/1"], "text")}


async def test_the_plan_is_for_the_part_of_the_site_that_the_page_is_in():
    plan = await survey(PAGES)
    assert (plan.start, plan.host, plan.prefix) == (f"{SITE}/docs/start", "a.example", "/docs")
    assert (plan.pages, plan.site_pages, plan.needs_browser, plan.notes) == (8, 9, 0, ())
    assert [(section.path, section.pages, section.depth) for section in plan.sections] == [
        ("/docs", 8, 0),
        ("/docs/api", 6, 1),
        ("/docs/guide", 1, 1),
    ]


async def test_the_prefix_can_be_chosen():
    assert (await survey(PAGES, prefix="")).pages == 9
    plan = await survey(PAGES, prefix="/docs/api/")
    assert (plan.prefix, plan.pages) == ("/docs/api", 6)


async def test_a_site_without_a_sitemap_has_no_count():
    plan = await survey({"/docs/start": "text"})
    assert (plan.pages, plan.sections, plan.probed) == (0, (), 1)


async def test_how_many_pages_need_the_browser_is_judged_from_a_few():
    plan = await survey({**PAGES, "/docs/start": "text", **{path: LOGIN for path in DOCS if "api" in path}})
    assert plan.probed == 4
    assert 0 < plan.needs_browser <= plan.pages
    plan = await survey({"/docs/start": SHELL})
    assert (plan.probed, plan.needs_browser) == (1, 1)


SHELL = '<body><div id="app"></div><script src="a.js"></script></body>'


async def test_what_the_person_should_know_is_said():
    rules = "User-agent: *\nCrawl-delay: 5\nDisallow: /docs/start"
    plan = await survey({"/robots.txt": rules, "/sitemap.xml": sitemap("/blog/1"), "/docs/start": "x", "/blog/1": "x"})
    assert plan.notes == (
        "robots.txt does not allow this page to be read by programs.",
        "The sitemaps name no page below /docs: its pages are found link by link.",
        "The site asks for 5 seconds between two pages.",
    )
    assert plan.probed == 0


async def test_a_plan_that_is_cut_says_so(monkeypatch):
    monkeypatch.setattr("host.acquire.sites.survey.MAX_PAGES", 9)
    assert "Only the first 9 pages of the sitemaps are taken." in (await survey(PAGES)).notes


async def test_a_probe_that_fails_says_nothing_about_browsers():
    class Failing(DictFetcher):
        async def get(self, url, **more):
            if "api" in url:
                raise FetchError("unreachable", "a.example took too long to answer.")
            return await super().get(url, **more)

    plan = await survey_site(
        Failing({SITE + path: page for path, page in PAGES.items()}), f"{SITE}/docs/start", [], None
    )
    assert plan.needs_browser == 0


async def test_no_site_is_an_error():
    with pytest.raises(FetchError):
        await survey_site(DictFetcher({}), SITE, [], None)
