"""Which of the things that a page declares it is itself, and what that says of who made it and when."""

from __future__ import annotations

import re
from collections.abc import Iterator

from host.acquire.pages.structured import Thing, listed, named_things, text_of, types_of

_WORKS = re.compile(
    r"(?:\w*article|\w*posting|report|review|\w*blogpost|recipe|howto|qapage|question|videoobject|podcastepisode|book"
    r"|course|dataset|thesis|\w*creativework|softwareapplication|softwaresourcecode|book|\w*story|event|product)"
)
_PAGES = re.compile(r"\w*page|guide|website")

_PEOPLE = ("author", "creator", "writtenBy", "authors")
_PUBLISHED, _MODIFIED = ("datePublished", "dateCreated", "uploadDate"), ("dateModified",)


class PageWork:
    """What the page's own thing says first, then what is said of the page as such."""

    def __init__(self, things: list[Thing], title: str, address: str) -> None:
        self._named = named_things(things)
        work = _chosen([thing for thing in _works(things)], title, address)
        pages = [thing for thing in things if any(map(_PAGES.fullmatch, types_of(thing))) and thing is not work]
        untyped = [thing for thing in things if not types_of(thing)]
        self._sources = [each for each in (work, *pages, *untyped) if each]

    def text(self, *fields: str) -> str:
        return next((text for thing in self._sources for field in fields if (text := text_of(thing.get(field)))), "")

    def published(self) -> list[str]:
        return self._texts(_PUBLISHED)

    def modified(self) -> list[str]:
        return self._texts(_MODIFIED)

    def authors(self) -> list[str]:
        """People, or where there are none, the organisations that stand in their place."""
        for thing in self._sources:
            makers = [maker for field in _PEOPLE for maker in listed(thing.get(field))]
            people = [name for maker in makers if not self._is_organisation(maker) and (name := self._name(maker))]
            if names := people or [name for maker in makers if (name := self._name(maker))]:
                return names
        return []

    def publisher(self) -> str:
        names = (self._name(maker) for thing in self._sources for maker in listed(thing.get("publisher")))
        return next(filter(None, names), "")

    def _texts(self, fields: tuple[str, ...]) -> list[str]:
        return [text for thing in self._sources for field in fields if (text := text_of(thing.get(field)))]

    def _described(self, maker: object) -> object:
        """Where only its id stands, the thing that has it."""
        if isinstance(maker, dict) and "name" not in maker:
            return self._named.get(str(maker.get("@id")), maker)
        return maker

    def _name(self, maker: object) -> str:
        described = self._described(maker)
        if isinstance(described, dict) and "name" not in described:
            return f"{text_of(described.get('givenName'))} {text_of(described.get('familyName'))}".strip()
        return text_of(described)

    def _is_organisation(self, maker: object) -> bool:
        described = self._described(maker)
        return isinstance(described, dict) and any("organization" in kind for kind in types_of(described))


def _works(things: list[Thing]) -> Iterator[Thing]:
    for thing in things:
        mains = [main for main in listed(thing.get("mainEntity")) if isinstance(main, dict)]
        if len(mains) == 1:
            yield from (main for main in mains if any(map(_WORKS.fullmatch, types_of(main))))
        if any(map(_WORKS.fullmatch, types_of(thing))):
            yield thing


def _chosen(works: list[Thing], title: str, address: str) -> Thing | None:
    """The one with the page's address or title; of several others, none can speak for the page."""
    for thing in works:
        places = [*listed(thing.get("url")), *listed(thing.get("@id")), *listed(thing.get("mainEntityOfPage"))]
        places = [place.get("@id") if isinstance(place, dict) else place for place in places]
        if address and any(_same_address(str(place), address) for place in places):
            return thing
    for thing in works:
        named = (text_of(thing.get("headline")) or text_of(thing.get("name"))).casefold()
        if len(named) > 3 and title and (named in title.casefold() or title.casefold() in named):
            return thing
    return works[0] if len({repr(sorted(types_of(work))) for work in works}) == len(works) and works else None


def _same_address(one: str, other: str) -> bool:
    return _bare(one) == _bare(other)


def _bare(address: str) -> str:
    return re.sub(r"^https?://(?:www\.)?|[#?].*$", "", address).rstrip("/").lower()
