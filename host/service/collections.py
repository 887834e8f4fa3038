"""What a client is told about a collection, and what a person may set of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from host.contract import requests, results
from host.contract.views import CollectionView
from host.core.chunk_settings import checked
from host.core.collections import Collection
from host.core.model_ports import Embedders
from host.core.outdated import why_outdated
from host.core.store_ports import Library
from host.errors import ModelError
from host.service.ask import Emit
from host.service.views import collection_view

_SHARE = 8
"""Of a size that is set alone: so much of it an overlap that was set before may still be."""


class Collections:
    """Views of collections, and their settings."""

    def __init__(self, library: Library, embedders: Embedders) -> None:
        self._library = library
        self._embedders = embedders

    def view(self, collection: Collection) -> CollectionView:
        """Blocking."""
        try:
            outdated = why_outdated(collection, self._embedders.current.model)
        except ModelError:
            outdated = ""  # what to do about the model comes first
        return collection_view(collection, "" if collection.kind.temporary else outdated)

    async def lasting(self) -> tuple[CollectionView, ...]:
        """All that are not only of what is in view."""
        return await asyncio.to_thread(self._lasting)

    async def set_chunking(self, request: requests.SetChunking, emit: Emit) -> results.CollectionFound:
        """Raises AmbryError for settings that make no sense."""
        return results.CollectionFound(collection=await asyncio.to_thread(self._set_chunking, request))

    def _set_chunking(self, request: requests.SetChunking) -> CollectionView:
        wanted = self._library.collection(request.collection).wanted
        given = {"size": request.size, "overlap": request.overlap, "cap": request.cap}
        changed = replace(wanted, **{name: value for name, value in given.items() if value is not None})
        if request.overlap is None:
            # A smaller size alone would leave an overlap that does not go with it.
            changed = replace(changed, overlap=min(changed.overlap, changed.size // _SHARE))
        return self.view(self._library.set_chunk_settings(request.collection, checked(changed)))

    def _lasting(self) -> tuple[CollectionView, ...]:
        return tuple(self.view(one) for one in self._library.collections() if not one.kind.temporary)
