"""Whether the address that a page wants to be known by can be right."""

from __future__ import annotations

from urllib.parse import urlsplit

from host.core.scope import normalise_url

_INDEX_NAMES = ("", "index.html", "index.htm", "index.php")


def same_name(one: str, other: str) -> bool:
    """Whether two addresses name the same page: a canonical address with another name is more often a mistake."""
    return _page_name(one) == _page_name(other)


def lasting_address(url: str, canonical: str) -> str:
    """What to know a page by for longer: its canonical address if it is of the same host and names the same page."""
    own, wanted = normalise_url(url) or url, normalise_url(canonical)
    is_own = urlsplit(wanted).netloc == urlsplit(own).netloc and same_name(wanted, own)
    return wanted if wanted and is_own else own


def _page_name(url: str) -> str:
    segments = urlsplit(url).path.split("/")
    return next((segment for segment in reversed(segments) if segment.lower() not in _INDEX_NAMES), "")
