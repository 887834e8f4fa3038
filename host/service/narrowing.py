"""From what a request leaves of a collection to the filter of the search."""

from __future__ import annotations

from host.contract import requests
from host.core.candidates import SearchFilter
from host.core.vault_address import one_spelling


def search_filter(request: requests.Narrowed) -> SearchFilter:
    return SearchFilter(one_spelling(request.folder), request.language, request.document, request.since, request.until)
