"""The page in view, indexed on the spot."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from host.contract import events, requests, results
from host.core.acquire_ports import Converter, Fetcher, Response, UploadStore
from host.core.collections import CollectionKind
from host.core.documents import Document
from host.core.markdown import plain
from host.core.ocr import NEXT_STEP, Ocr, unread_pages
from host.core.page_name import lasting_address
from host.core.scope import normalise_url, site_scope
from host.errors import ErrorCode, FetchError
from host.service.ask import Emit
from host.service.opening import Opening
from host.service.recognising import with_ocr
from host.service.views import about_view


class Pages:
    """Opens pages and addresses."""

    def __init__(
        self,
        opening: Opening,
        uploads: UploadStore,
        fetcher: Fetcher,
        converter: Converter,
    ) -> None:
        self._opening = opening
        self._uploads = uploads
        self._fetcher = fetcher
        self._converter = converter

    async def open_page(self, request: requests.OpenPage, emit: Emit) -> results.Opened:
        """Index what the browser sees."""
        await emit(events.Progress(id=request.id, stage="Reading the page"))
        document = await asyncio.to_thread(self._convert_capture, request)
        return await self._open(request, document, emit)

    async def open_url(self, request: requests.OpenUrl, emit: Emit) -> results.Opened:
        """Fetch and index an address. The person named it, so its own host is trusted even when private."""
        await emit(events.Progress(id=request.id, stage="Fetching the page"))
        response = await self._fetcher.get(request.url, trusted_host=site_scope(request.url).host)
        if response.status >= 400:
            raise FetchError(
                ErrorCode.HTTP_STATUS,
                f"{request.url} answers with HTTP {response.status}.",
                "Check the address, or open the page in the browser and ask there.",
            )
        document = await asyncio.to_thread(self._convert_response, response)
        return await self._open(request, document, emit)

    async def extract(self, request: requests.Extract, emit: Emit) -> results.Extracted:
        """Convert a file without storing it."""

        async def on_page(page: int, pages: int) -> None:
            await emit(events.Progress(id=request.id, stage="Recognising text", completed=page - 1, total=pages))

        return await with_ocr(lambda ocr: self._extract(request.upload, ocr), request.ocr, on_page)

    async def _open(
        self, request: requests.OpenPage | requests.OpenUrl, document: Document, emit: Emit
    ) -> results.Opened:
        if request.vault:
            document = replace(document, uri=lasting_address(document.uri, document.about.canonical))
        return await self._opening.open(request, CollectionKind.PAGE, document.uri, document, emit)

    def _convert_capture(self, request: requests.OpenPage) -> Document:
        page = request.page
        _, data = self._uploads.read(page.upload)
        self._uploads.discard(page.upload)
        # The DOM was handed over as text and is UTF-8 whatever the page itself declared.
        media_type = "text/html; charset=utf-8" if page.media_type == "text/html" else page.media_type
        return self._converter.convert(
            data, uri=normalise_url(page.url) or page.url, name=page.title, media_type=media_type
        )

    def _convert_response(self, response: Response) -> Document:
        media_type = response.headers.get("content-type", "")
        return self._converter.convert(response.body, uri=normalise_url(response.url), media_type=media_type)

    def _extract(self, upload: str, ocr: Ocr | None) -> results.Extracted:
        name, data = self._uploads.read(upload)
        self._uploads.discard(upload)
        document = self._converter.convert(data, uri=f"file:///{name}", name=name, ocr=ocr)
        return results.Extracted(
            media_type=document.media_type,
            page_type=document.page_type,
            strategy=document.strategy,
            title=document.title,
            language=document.language,
            about=about_view(document.about),
            markdown=document.markdown,
            text=plain(document.markdown),
            notice=f"{unread_pages(document.pictures)} {NEXT_STEP}" if document.pictures else "",
        )
