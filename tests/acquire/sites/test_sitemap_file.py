"""One sitemap of every kind, and what is none."""

import gzip

import pytest

from host.acquire.sites import sitemap_file
from host.acquire.sites.sitemap_file import Sitemap, parse_sitemap
from tests.acquire.sitemaps import BASE, PAGES, URL, urlset

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
    assert parse_sitemap(body.encode(), URL) == Sitemap(sitemaps=(f"{BASE}/a.xml?x=1&y=2",))


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
    monkeypatch.setattr(sitemap_file, "MAX_BYTES", 1_000_000)
    assert "larger than" in parse_sitemap(gzip.compress(bytes(2_000_000)), URL).problem


def test_when_a_page_changed_last_comes_with_it():
    body = (
        f"<urlset><url><loc>{BASE}/1</loc><lastmod> 2026-01-02 </lastmod></url><url><loc>{BASE}/2</loc></url></urlset>"
    )
    assert parse_sitemap(body.encode(), URL).pages == {f"{BASE}/1": "2026-01-02", f"{BASE}/2": ""}


@pytest.mark.parametrize(
    "body",
    [
        f"<urlset><url><loc>{BASE}/1</loc><image:image><image:loc>{BASE}/p.png</image:loc></image:image></url>"
        f"<url><loc>{BASE}/2</loc></url></urlset>",
        f"Warning: no such variable in map.php\n{urlset(*PAGES)}",
        f"<maps>{urlset(*PAGES).partition('-->')[2]}</maps>",
        f"<urlset><url><loc><!-- one -->{BASE}/1</loc></url><url><loc><a>{BASE}/2</a></loc></url></urlset>",
        f"{urlset(*PAGES).removesuffix('</urlset>')}<url><loc>{BASE}/thr",
        "\n".join(PAGES).encode("utf-16"),
        gzip.compress(gzip.compress(urlset(*PAGES).encode())),
        gzip.compress(urlset(*PAGES).encode()[:60]) + gzip.compress(urlset(*PAGES).encode()[60:]) + b"rest",
        f"""<feed xmlns="http://www.w3.org/2005/Atom" xml:base="{BASE}/"><entry><link href="1"/></entry>
        <entry><id>{BASE}/2</id></entry><entry><id>tag:a.example,2026:3</id></entry></feed>""",
        RDF.replace(f"<item><link>{BASE}/2</link></item>", f'<item rdf:about="{BASE}/2"/>'),
        urlset(*PAGES).removesuffix("</urlset>").encode("utf-16"),
    ],
    ids=["undeclared prefix", "warning", "wrapped", "comment", "cut", "utf-16 text", "packed twice", "packed in parts",
         "atom", "about", "cut utf-16"],
)  # fmt: skip
def test_what_is_not_quite_right_is_read_all_the_same(body):
    found = parse_sitemap(body if isinstance(body, bytes) else body.encode(), f"{BASE}/maps/sitemap.xml")
    assert tuple(found.pages) == PAGES


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("?a=1&b=2", "?a=1&b=2"),
        ("?a=1&amp;b=2", "?a=1&b=2"),
        ("?a=1&amp;amp;b=2", "?a=1&b=2"),
        ("?a=1&#38;b=2", "?a=1&b=2"),
        ("caf&eacute;", "caf%C3%A9"),
        ("?a=1&nosuch;", "?a=1&nosuch;"),
        ("<![CDATA[?a=1&b=2]]>", "?a=1&b=2"),
    ],
)
def test_an_address_is_read_as_it_was_meant(written, meant):
    body = f"<urlset><url><loc>{BASE}/{written}</loc></url><url><loc>{BASE}/?x&y</loc></url></urlset>"
    if "CDATA" in written:
        body = body.replace(f"{BASE}/<![CDATA[", f"<![CDATA[{BASE}/")
    assert tuple(parse_sitemap(body.encode(), URL).pages) == (f"{BASE}/{meant}", f"{BASE}/?x&y")


@pytest.mark.parametrize(
    "body",
    [
        f"<sitemapindex><url><loc>{BASE}/map.xml</loc></url></sitemapindex>",
        f"<urlset><sitemap><loc>{BASE}/map.xml</loc></sitemap></urlset>",
    ],
)
def test_an_index_in_the_wrong_words_is_one(body):
    assert parse_sitemap(body.encode(), URL).sitemaps == (f"{BASE}/map.xml",)


def test_an_address_that_an_entity_is_part_of_is_none():
    body = (
        f'<!DOCTYPE u [<!ENTITY e "x">]><urlset><url><loc>{BASE}/&e;</loc></url><url><loc>{BASE}/2</loc></url></urlset>'
    )
    assert tuple(parse_sitemap(body.encode(), URL).pages) == (f"{BASE}/2",)
    assert tuple(parse_sitemap(body.replace("</urlset>", "").encode(), URL).pages) == (f"{BASE}/2",)
