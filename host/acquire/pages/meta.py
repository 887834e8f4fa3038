"""The `meta` elements of a page by name: OpenGraph, Dublin Core, Highwire Press and what else they call themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

TITLES = ("citation_title", "og:title", "dc.title", "dcterms.title", "parsely-title", "sailthru.title", "twitter:title")
AUTHORS = (
    "author", "authors", "article:author", "article:author_name", "og:article:author", "og:author",
    "parsely-author", "sailthru.author", "byl", "byline", "dcsext.author", "article.author", "article_author",
    "book:author", "cxenseparse:author", "citation:author", "rbauthors", "shareaholic:article_author_name",
)  # fmt: skip
CATALOGUED_AUTHORS = (
    "citation_author", "citation_authors", "dc.creator", "dcterms.creator", "bepress_citation_author",
    "eprints.creators_name",
)  # fmt: skip
"""Of sources that may put the family name first."""

PUBLISHED = (
    "article:published_time", "og:published_time", "article:published", "article:post_date",
    "og:article:published_time", "citation_online_date", "citation_publication_date", "citation_date",
    "dc.date.issued", "dcterms.issued", "dcterms.created", "dc.date.created", "dc.date", "dcterms.date",
    "datepublished", "parsely-pub-date", "sailthru.date", "publish-date", "publish_date", "publishdate",
    "published_at", "publication_date", "pubdate", "pub_date", "ptime", "datecreated", "date", "created",
    "article.published", "article.created", "displaydate", "rbpubdate", "cxenseparse:recs:publishtime",
    "bepress_citation_date", "prism.publicationdate", "video:release_date",
)  # fmt: skip
MODIFIED = (
    "article:modified_time", "og:updated_time", "og:modified_time", "article:modified", "dcterms.modified",
    "dc.date.modified", "datemodified", "last-modified", "last_modified", "lastmod", "modified", "revised",
    "updated_at", "article.updated",
)  # fmt: skip
SITES = ("og:site_name", "citation_journal_title", "dc.publisher", "dcterms.publisher", "application-name", "publisher")
DESCRIPTIONS = ("description", "og:description", "dc.description", "dcterms.abstract", "twitter:description")
LANGUAGES = ("content-language", "og:locale", "dc.language", "dcterms.language", "language", "citation_language")


class PageMeta:
    """Read once; names in lower case, `dc:creator` and `DC.creator` the same."""

    def __init__(self, root: Any) -> None:
        self._contents: dict[str, list[str]] = {}
        for element in root.xpath("//meta[@content]"):
            content = " ".join(element.get("content").split())
            for attribute in ("property", "name", "itemprop", "http-equiv"):
                if content and (name := element.get(attribute)):
                    self._contents.setdefault(_known_as(name), []).append(content)

    def first(self, *names: str) -> str:
        return next(self.all(*names), "")

    def all(self, *names: str) -> Iterator[str]:
        """What stands under the first of the names that is there, then under the next."""
        return (content for name in names for content in self._contents.get(name, ()))

    def under_one(self, *names: str) -> list[str]:
        """Only what stands under the first of the names that is there."""
        return next((self._contents[name] for name in names if name in self._contents), [])


def _known_as(name: str) -> str:
    name = name.strip().lower()
    return name.replace(":", ".", 1) if name.startswith(("dc:", "dcterms:", "eprints:")) else name
