"""Sitemaps of every kind, and those that are none."""

import gzip

import pytest

from host.acquire import sitemap
from host.acquire.sitemap import parse_sitemap, read_sitemaps
from tests.fakes import DictFetcher

BASE = "https://a.example"
URL = f"{BASE}/sitemap.xml"
NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
PAGES = (f"{BASE}/1", f"{BASE}/2")


def urlset(*pages: str, namespace: str = NAMESPACE) -> str:
    entries = "".join(f"<url><loc>\n{page}\n</loc><priority>1</priority></url>" for page in pages)
    return f'<?xml version="1.0"?><!-- made --><urlset xmlns="{namespace}">{entries}</urlset>'


def index(*sitemaps: str) -> str:
    return f"<sitemapindex>{''.join(f'<sitemap><loc>{url}</loc></sitemap>' for url in sitemaps)}</sitemapindex>"


RSS = f"""<rss version="2.0"><channel><link>{BASE}/feed</link>
<item><link>/1</link><guid>x</guid></item><item><guid isPermaLink="false">{BASE}/2</guid></item>
<item><guid>no-address</guid></item></channel></rss>"""
ATOM = f"""<feed xmlns="http://www.w3.org/2005/Atom"><link href="{BASE}/feed"/>
<entry><link href="1"/><link rel="edit" href="/edit"/></entry>
<entry><link rel="alternate" href="{BASE}/2"/></entry></feed>"""
RDF = f"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<item><link>{BASE}/1</link></item><item><link>{BASE}/2</link></item></rdf:RDF>"""
MEDIA = f"""<urlset xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>{BASE}/1</loc><image:image><image:loc>{BASE}/1.png</image:loc></image:image>
<xhtml:link rel="alternate" hreflang="de" href="{BASE}/2"/></url></urlset>"""


@pytest.mark.parametrize(
    "body",
    [
        urlset(*PAGES).encode(),
        urlset(*PAGES, namespace="").encode(),
        urlset(*PAGES, namespace="http://www.google.com/schemas/sitemap/0.84").encode(),
        urlset(*PAGES).replace("<urlset xmlns=", "<s:urlset xmlns:s=").replace("</urlset", "</s:urlset").encode(),
        urlset("/1", "2", f"{BASE}/1#again", "mailto:x@a.example").encode(),
        b"\xef\xbb\xbf" + urlset(*PAGES).encode(),
        urlset(*PAGES).encode("utf-16"),
        b"\n\n  " + urlset(*PAGES).encode(),
        gzip.compress(urlset(*PAGES).encode()),
        urlset(*PAGES).replace("</urlset>", "").encode(),
        f"<urlset><url>{PAGES[0]}</url><url>{PAGES[1]}</url></urlset>".encode(),
        "\n".join(PAGES).encode(),
        ("\ufeff" + "\r\n".join([*PAGES, "", "not a url"])).encode(),
        gzip.compress("\n".join(PAGES).encode()),
        RSS.encode(),
        ATOM.encode(),
        RDF.encode(),
        MEDIA.encode(),
    ],
)
def test_every_form_names_the_same_pages(body):
    assert tuple(parse_sitemap(body, URL).pages) == PAGES


@pytest.mark.parametrize("form", ["<sitemap><loc>{}</loc></sitemap>", "<sitemap>\n{}\n</sitemap>"])
def test_an_index_names_sitemaps(form):
    body = f"<sitemapindex>{form.format('/a.xml?x=1&amp;y=2')}</sitemapindex>"
    assert parse_sitemap(body.encode(), URL) == sitemap.Sitemap(sitemaps=(f"{BASE}/a.xml?x=1&y=2",))


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"", "names no pages"),
        (b"<urlset/>", "names no pages"),
        (b"<", "not XML"),
        (b"<html><body><a href='/1'>1</a></body></html>", "web page"),
        (b"\x1f\x8bnot gzip", "damaged"),
        (b"just words", "names no pages"),
    ],
)
def test_what_is_no_sitemap_says_why(body, problem):
    assert problem in parse_sitemap(body, URL).problem


def test_an_entity_bomb_stays_small():
    entities = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(9))
    body = f'<!DOCTYPE x [<!ENTITY e0 "ha">{entities}]><urlset><url><loc>{BASE}/&e9;</loc></url></urlset>'
    assert sum(map(len, parse_sitemap(body.encode(), URL).pages)) < 100


def test_an_entity_reads_no_file(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("secret")
    body = f'<!DOCTYPE x [<!ENTITY e SYSTEM "{secret.as_uri()}">]><urlset><url><loc>{BASE}/&e;</loc></url></urlset>'
    assert "secret" not in str(parse_sitemap(body.encode(), URL))


def test_a_gzip_bomb_is_cut(monkeypatch):
    monkeypatch.setattr(sitemap, "MAX_BYTES", 1_000_000)
    assert "larger than" in parse_sitemap(gzip.compress(bytes(2_000_000)), URL).problem


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


def test_when_a_page_changed_last_comes_with_it():
    body = (
        f"<urlset><url><loc>{BASE}/1</loc><lastmod> 2026-01-02 </lastmod></url><url><loc>{BASE}/2</loc></url></urlset>"
    )
    assert parse_sitemap(body.encode(), URL).pages == {f"{BASE}/1": "2026-01-02", f"{BASE}/2": ""}
