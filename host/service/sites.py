"""Index this site: what the crawl brings becomes documents, and every URL is accounted for."""

from __future__ import annotations

import asyncio

from host.contract.requests import IndexSite
from host.core.ports import Converter, Crawler, JobLog
from host.core.scope import site_scope
from host.core.types import Collection, CollectionKind, CrawlItem, CrawlLimits, ItemState, Job
from host.errors import ConversionError, ErrorCode, FetchError
from host.service.ingest import Ingest
from host.service.jobs import Run

_ENDED = {"skipped": ItemState.SKIPPED, "failed": ItemState.FAILED}


class Sites:
    """Starts and runs `index_site` jobs."""

    def __init__(self, ingest: Ingest, crawler: Crawler, converter: Converter, jobs: JobLog) -> None:
        self._ingest = ingest
        self._crawler = crawler
        self._converter = converter
        self._jobs = jobs

    async def create_job(self, request: IndexSite) -> Job:
        """A job for the site of the URL. Raises FetchError for a URL that is no website's."""
        scope = site_scope(request.url)
        if not scope.host:
            raise FetchError(
                ErrorCode.UNREACHABLE,
                f"{request.url} is not the address of a website.",
                "Give an http or https address.",
            )
        collection = await self._ingest.open_collection(CollectionKind.SITE, scope.key, scope.key)
        return await asyncio.to_thread(
            self._jobs.create, "index_site", collection.id, scope.key, request.model_dump_json()
        )

    async def work(self, run: Run) -> None:
        """Crawl, convert and index; one item of the job for each URL."""
        request = IndexSite.model_validate_json(run.job.request)
        scope = site_scope(request.url)
        collection = await self._ingest.open_collection(CollectionKind.SITE, scope.key, scope.key)
        limits = CrawlLimits(request.max_pages, request.max_depth)
        await run.progress("Finding pages", 0)
        async for item in self._crawler.crawl(request.url, request.sitemaps, limits, await run.finished()):
            state, reason = await self._index(collection, item)
            await run.record(item.url, state, reason)
            await run.progress(f"Read {item.url}", item.known)

    async def _index(self, collection: Collection, item: CrawlItem) -> tuple[ItemState, str]:
        if item.state != "fetched" or item.response is None:
            return _ENDED[item.state], item.reason
        try:
            document = await asyncio.to_thread(
                self._converter.convert,
                item.response.body,
                uri=item.url,
                media_type=item.response.headers.get("content-type", ""),
            )
        except ConversionError as error:
            return ItemState.SKIPPED, error.message
        ingested = await self._ingest.document(collection, document)
        return ingested.state, ingested.notice
