"""From what a request leaves of a collection to the filter of the search, and why that left nothing."""

from __future__ import annotations

from collections.abc import Sequence

from host.contract import requests
from host.core.candidates import SearchFilter
from host.core.catalogue import Catalogue
from host.core.collections import Collection
from host.core.store_ports import EVERYTHING
from host.core.vault_address import one_spelling
from host.errors import NotFoundError

_NAMED = 10
"""Folders or languages that are named to choose from."""


def search_filter(request: requests.Narrowed) -> SearchFilter:
    return SearchFilter(one_spelling(request.folder), request.language, request.document, request.since, request.until)


def require_left(catalogue: Catalogue, collection: Collection, only: SearchFilter) -> None:
    """Raises NotFoundError when the filter leaves no document: which part of it, and what there is. Blocking."""
    if only == EVERYTHING or catalogue.left(collection.id, only):
        return
    what, facets = f"document of {collection.title}", catalogue.facets(collection.id)
    if only.folder and not catalogue.left(collection.id, SearchFilter(folder=only.folder)):
        raise NotFoundError(f"{what} in the folder {only.folder}", _choices("folder", facets.folders))
    if only.language and not catalogue.left(collection.id, SearchFilter(language=only.language)):
        raise NotFoundError(f"{what} written in {only.language}", _choices("language", facets.languages))
    if only.document:
        catalogue.entry(only.document)
    if not catalogue.left(collection.id, SearchFilter(since=only.since, until=only.until)):
        raise NotFoundError(f"{what} dated {_span(only)}", _dates(*facets.dates))
    raise NotFoundError(f"{what} that is all of this at once", "Leave one of the conditions out.")


def _choices(noun: str, there: Sequence[str]) -> str:
    if not there:
        return f"None of its documents has a {noun}: leave that condition out."
    more = f" and {len(there) - _NAMED} more" if len(there) > _NAMED else ""
    return f"Choose among: {', '.join(name.rstrip('/') for name in there[:_NAMED])}{more}."


def _span(only: SearchFilter) -> str:
    return " ".join(f"{word} {day}" for word, day in (("from", only.since), ("until", only.until)) if day)


def _dates(first: str, last: str) -> str:
    return f"Its documents are dated from {first} to {last}." if first else "None of its documents gives a date."
