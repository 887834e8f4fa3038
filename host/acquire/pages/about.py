"""What a page says of itself: language, authors, dates, site. What it declares comes before what it shows."""

from __future__ import annotations

from host.acquire.dates import iso_date
from host.acquire.language import language_tag
from host.acquire.pages.breadcrumbs import breadcrumbs
from host.acquire.pages.bylines import first_post_date, first_poster, shown_authors, shown_change, shown_date
from host.acquire.pages.declared import Declared
from host.acquire.pages.kind import PageKind
from host.acquire.pages.meta import AUTHORS, CATALOGUED_AUTHORS, DESCRIPTIONS, LANGUAGES, MODIFIED, PUBLISHED
from host.acquire.pages.nodes import Node
from host.acquire.people import author_names
from host.core.documents import About
from host.core.scope import normalise_url

_LONGEST_DESCRIPTION = 500


def page_about(declared: Declared, top: Node, kind: PageKind, address: str) -> About:
    meta, work = declared.meta, declared.work
    return About(
        authors=_authors(declared, top, kind),
        published=_first_date([*work.published(), *meta.all(*PUBLISHED)]) or _shown_date(top, kind, address),
        modified=_first_date([*work.modified(), *meta.all(*MODIFIED)]) or shown_change(top),
        site=declared.site,
        description=(meta.first(*DESCRIPTIONS) or work.text("description"))[:_LONGEST_DESCRIPTION],
        canonical=_canonical(declared, address),
        breadcrumbs=breadcrumbs(declared.root, declared.things),
    )


def page_language(declared: Declared) -> str:
    """As a tag such as `en` or `pt-BR`; empty when the page says nothing that is one."""
    root = declared.root
    stated = [root.get("lang"), root.get("xml:lang"), *root.xpath("//body/@lang"), *declared.meta.all(*LANGUAGES)]
    return next((tag for each in stated if (tag := language_tag(each or ""))), "")


def _authors(declared: Declared, top: Node, kind: PageKind) -> tuple[str, ...]:
    """People; the site itself only where nobody else is named."""
    catalogued = author_names(declared.meta.under_one(*CATALOGUED_AUTHORS), family_first=True)
    stated = catalogued or author_names(declared.work.authors()) or author_names(declared.meta.under_one(*AUTHORS))
    if stated and stated != (declared.site,):
        return stated
    return (first_poster(top) if kind is PageKind.FORUM else shown_authors(top)) or stated


def _shown_date(top: Node, kind: PageKind, address: str) -> str:
    return (first_post_date(top) if kind is PageKind.FORUM else "") or shown_date(top, address)


def _first_date(texts: list[str]) -> str:
    return next((found for text in texts if (found := iso_date(text))), "")


def _canonical(declared: Declared, address: str) -> str:
    stated = (declared.root.xpath("string(//link[@rel='canonical']/@href)") or declared.meta.first("og:url")).strip()
    return normalise_url(stated, address) if stated else ""
