"""Pages that only the person's own browser can show: who offers to load them, and one at a time for each site."""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from host.contract import events, requests, results
from host.core.acquire_ports import Response, UploadStore
from host.core.scope import site_scope
from host.errors import ErrorCode, FetchError, NotFoundError
from host.service.ask import Emit

PATIENCE = 90.0
"""Seconds for one page: a slow page, a person who is asked for something, and the way up for its text."""


@dataclass(slots=True, eq=False)
class _Offer:
    """A client that stands ready, and the page that it is loading."""

    request_id: str
    emit: Emit
    awaited: dict[str, asyncio.Future[requests.Rendered]] = field(default_factory=dict)


class Rendering:
    """Implements the port `Renderer` with the clients that offer their browser."""

    def __init__(self, uploads: UploadStore, patience: float = PATIENCE) -> None:
        self._uploads = uploads
        self._patience = patience
        self._offers: defaultdict[str, list[_Offer]] = defaultdict(list)
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def offer(self, request: requests.OfferRendering, emit: Emit) -> results.Nothing:
        """Stand ready for the site until the client goes or cancels."""
        offers = self._offers[_host(f"https://{request.site}")]
        offer = _Offer(request.id, emit)
        offers.append(offer)
        try:
            await asyncio.Event().wait()
        finally:
            offers.remove(offer)
            for future in _open(offer):
                future.set_exception(_refusal("the browser that was loading it has gone"))
        return results.Nothing()

    async def take(self, request: requests.Rendered, emit: Emit) -> results.Nothing:
        """Hand what a browser has loaded to whoever waits for it. Raises NotFoundError when nobody does any more."""
        for offer in (offer for offers in self._offers.values() for offer in offers):
            if future := offer.awaited.get(request.render):
                if not future.done():
                    future.set_result(request)
                return results.Nothing()
        raise NotFoundError("such page load", "It took too long, or the crawl has stopped.")

    async def render(self, url: str) -> Response:
        """The page as the newest client that offers its browser shows it. Raises FetchError when none can."""
        host = _host(url)
        async with self._turns[host]:
            if not self._offers[host]:
                raise _refusal("it needs your browser: open the panel on this site, allow it there, and try again")
            return await self._loaded(self._offers[host][-1], url)

    async def _loaded(self, offer: _Offer, url: str) -> Response:
        name = secrets.token_hex(8)
        with _awaiting(offer, name) as future:
            await offer.emit(events.Render(id=offer.request_id, render=name, url=url))
            try:
                async with asyncio.timeout(self._patience):
                    answer = await future
            except TimeoutError as exc:
                raise _refusal(f"your browser did not load it within {self._patience:g} seconds") from exc
        if answer.problem or not answer.upload:
            raise _refusal(f"your browser could not load it: {answer.problem or 'it sent nothing'}")
        return await asyncio.to_thread(self._response, answer, url)

    def _response(self, answer: requests.Rendered, url: str) -> Response:
        _, body = self._uploads.read(answer.upload)
        self._uploads.discard(answer.upload)
        # The DOM was handed over as text and is UTF-8 whatever the page itself declared.
        return Response(answer.url or url, 200, body, {"content-type": "text/html; charset=utf-8"})


@contextmanager
def _awaiting(offer: _Offer, name: str) -> Iterator[asyncio.Future[requests.Rendered]]:
    future = offer.awaited[name] = asyncio.get_running_loop().create_future()
    try:
        yield future
    finally:
        offer.awaited.pop(name, None)


def _open(offer: _Offer) -> list[asyncio.Future[requests.Rendered]]:
    return [future for future in offer.awaited.values() if not future.done()]


def _host(url: str) -> str:
    return site_scope(url).host


def _refusal(reason: str) -> FetchError:
    return FetchError(ErrorCode.NEEDS_BROWSER, reason)
