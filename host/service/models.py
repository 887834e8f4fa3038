"""Which models work here: the one that embeds, and the one that reads the best passages again."""

from __future__ import annotations

import asyncio

from host.contract import events, requests, results
from host.contract.views import ErrorView
from host.core.model_ports import Embedders, Reranker
from host.errors import ModelError
from host.service.ask import Emit
from host.service.views import embedding_view, error_view, known_model_view


class Models:
    """Shows and chooses models. Blocking work runs in threads."""

    def __init__(self, embedders: Embedders, reranker: Reranker) -> None:
        self._embedders = embedders
        self._reranker = reranker

    async def show(self, request: requests.Models, emit: Emit) -> results.Models:
        return await asyncio.to_thread(self._show)

    async def use(self, request: requests.UseModel, emit: Emit) -> results.Models:
        """Embed with another model from now on. Collections of another one keep their vectors and go on answering."""
        await emit(events.Progress(id=request.id, stage="Making the model ready"))
        await asyncio.to_thread(self._embedders.use, request.model)
        return await asyncio.to_thread(self._show)

    async def use_reranker(self, request: requests.UseReranker, emit: Emit) -> results.Models:
        await emit(events.Progress(id=request.id, stage="Trying the model"))
        await asyncio.to_thread(self._reranker.use, request.model)
        return await asyncio.to_thread(self._show)

    async def name(self) -> tuple[str, ErrorView | None]:
        """Of the embedding model in use; or why there is none."""
        try:
            return (await asyncio.to_thread(lambda: self._embedders.current.model)).name, None
        except ModelError as error:
            return "", error_view(error)

    def _show(self) -> results.Models:
        return results.Models(
            embedding=embedding_view(self._embedders.current),
            known=tuple(known_model_view(model) for model in self._embedders.known()),
            reranker=self._reranker.name,
        )
