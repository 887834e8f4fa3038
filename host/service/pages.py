"""The page in view, indexed on the spot."""

from __future__ import annotations

from collections.abc import Callable
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

_Reading = requests.OpenPage | requests.OpenUrl | requests.Extract


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
        document = await self._converted(request, lambda ocr: self._convert_capture(request, ocr), emit)
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
        document = await self._converted(request, lambda ocr: self._convert_response(request, response, ocr), emit)
        return await self._open(request, document, emit)

    async def extract(self, request: requests.Extract, emit: Emit) -> results.Extracted:
        """Convert a file without storing it."""
        document = await self._converted(request, lambda ocr: self._convert_upload(request, ocr), emit)
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

    async def _converted(self, request: _Reading, convert: Callable[[Ocr | None], Document], emit: Emit) -> Document:
        async def on_page(page: int, pages: int) -> None:
            await emit(events.Progress(id=request.id, stage="Recognising text", completed=page - 1, total=pages))

        return await with_ocr(convert, request.ocr, on_page)

    async def _open(
        self, request: requests.OpenPage | requests.OpenUrl, document: Document, emit: Emit
    ) -> results.Opened:
        if request.vault:
            document = replace(document, uri=lasting_address(document.uri, document.about.canonical))
        return await self._opening.open(request, CollectionKind.PAGE, document.uri, document, emit)

    def _convert_capture(self, request: requests.OpenPage, ocr: Ocr | None) -> Document:
        page = request.page
        _, data = self._taken(page.upload)
        # The DOM was handed over as text and is UTF-8 whatever the page itself declared.
        media_type = "text/html; charset=utf-8" if page.media_type == "text/html" else page.media_type
        uri, password = normalise_url(page.url) or page.url, request.password
        return self._converter.convert(
            data, uri=uri, name=page.title, media_type=media_type, password=password, ocr=ocr
        )

    def _convert_response(self, request: requests.OpenUrl, response: Response, ocr: Ocr | None) -> Document:
        uri, media_type = normalise_url(response.url), response.headers.get("content-type", "")
        return self._converter.convert(
            response.body, uri=uri, media_type=media_type, password=request.password, ocr=ocr
        )

    def _convert_upload(self, request: requests.Extract, ocr: Ocr | None) -> Document:
        name, data = self._taken(request.upload)
        return self._converter.convert(data, uri=f"file:///{name}", name=name, password=request.password, ocr=ocr)

    def _taken(self, upload: str) -> tuple[str, bytes]:
        """Its name and bytes, once."""
        taken = self._uploads.read(upload)
        self._uploads.discard(upload)
        return taken
