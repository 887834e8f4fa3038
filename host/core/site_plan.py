"""How a site is divided: the path that a page's site likely lives under, and its sections as a tree. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from urllib.parse import urlsplit

from host.core.site import Section

MAX_SECTIONS = 200
"""Rows that a person may still look through."""

MAX_DEPTH = 4
"""Folders below the top of the plan: deeper ones count with their parents."""

_LOCALE = re.compile(r"[a-z]{2}([-_][a-z]{2,4})?", re.IGNORECASE)
_VERSION = re.compile(r"v?\d{1,2}(\.\d+)*(\.x)?|latest|stable|current|next|main|master|dev", re.IGNORECASE)
"""Not years: `/2024/05/` is a date."""


def infer_prefix(url: str) -> str:
    """The folder that holds the site which the page at `url` belongs to: `/docs/getting-started` lives in `/docs`.

    A language or a version is a part of the way there, never the whole of it by accident: `/en/docs/intro` lives in
    `/en/docs`, `/docs/v2/intro` in `/docs/v2`, `/en/latest/intro` in `/en/latest`.
    """
    folders = [segment for segment in urlsplit(url).path.split("/")[:-1] if segment]
    taken = 0
    while taken < len(folders) and _LOCALE.fullmatch(folders[taken]):
        taken += 1
    taken = min(taken + 1, len(folders))
    while taken < len(folders) and (_LOCALE.fullmatch(folders[taken]) or _VERSION.fullmatch(folders[taken])):
        taken += 1
    return "".join(f"/{segment}" for segment in folders[:taken])


def sections(urls: Iterable[str], prefix: str = "") -> tuple[Section, ...]:
    """The folders that hold the pages at `urls` (all of them below `prefix`), each after the one that holds it."""
    counts: Counter[tuple[str, ...]] = Counter()
    top = tuple(segment for segment in prefix.split("/") if segment)
    for url in urls:
        folders = tuple(segment for segment in urlsplit(url).path.split("/")[:-1] if segment)
        deepest = min(len(folders), len(top) + MAX_DEPTH)
        counts.update(folders[:length] for length in range(len(top), deepest + 1))
    # The largest first when there are too many: what holds a section is never smaller than it, so the tree stays whole.
    kept = sorted(counts, key=lambda folders: (-counts[folders], len(folders), folders))[:MAX_SECTIONS]
    return tuple(Section("/" + "/".join(path), counts[path], len(path) - len(top)) for path in sorted(kept))


def is_within(path: str, section: str) -> bool:
    """Whether a page's path is in or below a section's."""
    return f"{path}/".startswith(section.rstrip("/") + "/")


def site_keys(page: str) -> list[str]:
    """The keys that a site which holds this page (its host and path) may have, the nearest first."""
    segments = page.rstrip("/").split("/")
    return ["/".join(segments[:length]) for length in range(len(segments), 0, -1)]
