"""From what a request leaves of a collection to the filter of the search."""

from __future__ import annotations

from host.contract import requests
from host.core.types import SearchFilter


def search_filter(request: requests.Narrowed) -> SearchFilter:
    return SearchFilter(request.folder, request.language, request.document, request.since, request.until)
