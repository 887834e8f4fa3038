"""The title of a page, without the name of its site."""

from __future__ import annotations

import re
from typing import Any

from host.acquire.formats.titles import given_title
from host.acquire.pages.declared import Declared

_JOINTS = re.compile(r"\s+(?:[|\u00b7\u2022\u00bb\u2014\u2013-]|::)\s+")
"""What stands between a page's title and its site's."""

_MARKS = "\u00b6#\u00a7\uf0c1 "
"""Behind a heading, its link to itself."""

_MOST_HEADINGS = 5
_SHORTEST = 3
"""Characters of a heading that may be the title."""

_SUFFICES = 0.7
"""Of the letters of a site's name: sites spell themselves in several ways."""


def page_title(declared: Declared, address: str) -> str:
    """The heading that the title repeats; else what the page gives to others, else its title, both without the site."""
    title = _words(declared.root.xpath("string(//head//title)"))
    headings = [
        _words(heading.text_content()).rstrip(_MARKS) for heading in declared.root.xpath("//h1")[:_MOST_HEADINGS]
    ]
    repeated = [each for each in headings if len(each) > _SHORTEST and each.casefold() in title.casefold()]
    if repeated:
        return max(repeated, key=len)
    given = given_title(declared.meta.first("og:title", "citation_title")) or given_title(title)
    return _without_site(given, declared.site, address) or next(iter(headings), "")


def _without_site(title: str, site: str, address: str) -> str:
    """Takes off the first or the last part of a title when it names the site."""
    pieces = _JOINTS.split(title)
    if len(pieces) < 2:
        return title
    names = [_letters(site), _letters(address.partition("://")[2].partition("/")[0])]
    if any(_names_site(_letters(pieces[-1]), name) for name in names):
        return title[: title.rindex(pieces[-1])].rstrip(" |\u00b7\u2022\u00bb\u2014\u2013-:")
    if _letters(pieces[0]) in names:
        return title[len(pieces[0]) :].lstrip(" |\u00b7\u2022\u00bb\u2014\u2013-:")
    return title


def _names_site(part: str, name: str) -> bool:
    """Whether the two are one, or one is most of the other."""
    if not part or not name:
        return False
    return part == name or (part in name and len(part) > 2) or (name in part and len(name) > _SUFFICES * len(part))


def _letters(text: str) -> str:
    return re.sub(r"^www|\W|_", "", text.casefold())


def _words(text: Any) -> str:
    return " ".join(text.split())
