"""Options of `ask` and `search` that leave only some documents of a collection."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from host.contract import requests
from host.serve.cli.documents import list_documents, named
from host.serve.client import Client

Asked = TypeVar("Asked", requests.Ask, requests.Search)


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What is empty does not restrict."""

    folder: str = ""
    document: str = ""
    """Its name, address or title."""
    language: str = ""
    since: str = ""
    until: str = ""

    async def applied(self, client: Client, request: Asked) -> Asked:
        """The request with its fields. Raises AmbryError when no document, or more than one, has the name."""
        found = 0
        if self.document:
            found = named(await list_documents(client, request.collection), self.document).id
        narrowed = {
            "folder": self.folder,
            "document": found,
            "language": self.language,
            "since": self.since,
            "until": self.until,
        }
        return request.model_copy(update=narrowed)
