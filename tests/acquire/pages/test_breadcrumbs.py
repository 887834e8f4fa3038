"""The way to a page."""

import pytest

from host.acquire.pages.breadcrumbs import breadcrumbs
from host.acquire.pages.page import parse_page
from host.acquire.pages.structured import declared_things

WAY = ("Home", "Lamps", "Oil")


def found(html: str):
    root = parse_page(f"<html><body><p>x</p>{html}</body></html>")
    return breadcrumbs(root, declared_things(root))


def ld(items: str) -> str:
    return f'<script type="application/ld+json">{{"@type": "BreadcrumbList", "itemListElement": {items}}}</script>'


@pytest.mark.parametrize(
    "html",
    [
        ld(
            '[{"position": 2, "name": "Lamps"}, {"position": "1", "item": {"name": "Home"}},'
            ' {"position": 3, "name": "Oil"}, 7]'
        ),
        "<ol itemscope itemtype='https://schema.org/BreadcrumbList'>"
        + "".join(f"<li itemprop='itemListElement'><a><span itemprop='name'>{step}</span></a></li>" for step in WAY)
        + "</ol>",
        "<nav aria-label='Breadcrumb'><ul><li><a>Home</a> ></li><li><a>Lamps</a> ></li><li>Oil</li></ul></nav>",
        "<div class='breadcrumbs'><a>Home</a> » <a>Lamps</a> » <a>Oil</a></div>",
        "<p id='breadcrumb'>none</p><div class='breadcrumbs'><a>Home</a> » <a>Lamps</a> » <a>Oil</a></div>",
    ],
    ids=["declared", "microdata", "nav", "links", "second"],
)  # fmt: skip
def test_the_way_is_read_from_what_the_page_declares_or_shows(html):
    assert found(html) == WAY


@pytest.mark.parametrize(
    "html",
    ["", ld("[]"), ld('[{"position": 1, "item": "https://a.example/"}]'), "<div class='breadcrumb'><a>Home</a></div>"],
)
def test_what_is_no_way_is_none(html):
    assert found(html) == ()
