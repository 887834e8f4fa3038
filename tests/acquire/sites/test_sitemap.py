"""Sitemaps that name others: followed, each once, within bounds."""

from host.acquire.sites import sitemap
from host.acquire.sites.sitemap import read_sitemaps
from tests.acquire.sitemaps import BASE, PAGES, URL, index, urlset
from tests.fakes import DictFetcher


async def test_nested_indexes_are_followed_and_each_sitemap_read_once():
    fetcher = DictFetcher(
        {
            URL: index(f"{BASE}/a.xml", f"{BASE}/b.xml", URL),
            f"{BASE}/a.xml": index(f"{BASE}/b.xml", f"{BASE}/gone.xml"),
            f"{BASE}/b.xml": urlset(*PAGES),
        }
    )
    found = await read_sitemaps(fetcher, [URL, URL], "a.example")
    assert tuple(found.pages) == PAGES
    assert found.problems == ((f"{BASE}/gone.xml", "HTTP 404"),)
    assert len(fetcher.fetched) == len(set(fetcher.fetched))


async def test_an_endless_chain_of_indexes_ends_with_a_reason():
    fetcher = DictFetcher({f"{BASE}/{n}.xml": index(f"{BASE}/{n + 1}.xml") for n in range(20)})
    found = await read_sitemaps(fetcher, [f"{BASE}/0.xml"], "a.example")
    assert len(fetcher.fetched) == sitemap.MAX_NESTING + 1
    assert "nested" in found.problems[-1][1]


async def test_too_many_sitemaps_or_pages_are_cut_with_a_reason(monkeypatch):
    monkeypatch.setattr(sitemap, "MAX_SITEMAPS", 3)
    monkeypatch.setattr(sitemap, "MAX_PAGES", 2)
    fetcher = DictFetcher(
        {
            URL: index(*(f"{BASE}/{n}.xml" for n in range(5))),
            f"{BASE}/0.xml": urlset(f"{BASE}/p", f"{BASE}/q", f"{BASE}/r"),
            f"{BASE}/1.xml": urlset(f"{BASE}/s"),
        }
    )
    found = await read_sitemaps(fetcher, [URL], "a.example")
    assert tuple(found.pages) == (f"{BASE}/p", f"{BASE}/q")
    assert "more than 3 sitemaps" in found.problems[0][1]
    assert "more than 2 pages" in found.problems[1][1]


async def test_a_sitemap_that_cannot_be_fetched_is_a_problem_not_an_error():
    found = await read_sitemaps(DictFetcher({}), ["https://nowhere.example/sitemap.xml"], "a.example")
    assert "cannot be reached" in found.problems[0][1]


async def test_indexes_that_name_only_each_other_end_with_a_reason():
    fetcher = DictFetcher({f"{BASE}/a.xml": index(f"{BASE}/b.xml"), f"{BASE}/b.xml": index(f"{BASE}/a.xml")})
    found = await read_sitemaps(fetcher, [f"{BASE}/a.xml"], "a.example")
    assert found.problems == ((f"{BASE}/b.xml", "it names only sitemaps that name it in turn"),)
