"""Index this site: what the crawl brings becomes documents, and every URL is accounted for."""

from __future__ import annotations

import asyncio

from host.contract import events, requests, results
from host.core.ports import Converter, JobLog, Library
from host.core.scope import site_scope
from host.core.site import CrawlItem, CrawlOrder
from host.core.site_ports import Crawler, Renderer, SiteStore
from host.core.types import Collection, CollectionKind, ItemState, Job
from host.errors import ConversionError, NotFoundError
from host.service.ask import Emit
from host.service.ingest import Ingest
from host.service.jobs import Run
from host.service.views import plan_view

_ENDED = {"skipped": ItemState.SKIPPED, "failed": ItemState.FAILED}


class Sites:
    """Plans sites, starts and runs `index_site` jobs."""

    def __init__(
        self,
        ingest: Ingest,
        library: Library,
        sites: SiteStore,
        crawler: Crawler,
        renderer: Renderer,
        converter: Converter,
        jobs: JobLog,
    ) -> None:
        self._ingest = ingest
        self._library = library
        self._sites = sites
        self._crawler = crawler
        self._renderer = renderer
        self._converter = converter
        self._jobs = jobs

    async def plan(self, request: requests.PlanSite, emit: Emit) -> results.SitePlan:
        """What indexing the site would read. Raises FetchError when there is no site."""
        await emit(events.Progress(id=request.id, stage="Reading the site's plan of itself"))
        return plan_view(await self._crawler.survey(request.url, request.sitemaps, request.prefix))

    async def create_job(self, request: requests.IndexSite) -> Job:
        """A job for the site of the URL, wherever its redirects lead. Raises FetchError when there is no site."""
        resolved = request.model_copy(update={"url": await self._crawler.resolve(request.url)})
        collection = await self._collection(resolved)
        await asyncio.to_thread(self._sites.set_request, collection.id, resolved.model_dump_json())
        return await self._create(collection, resolved)

    async def create_refresh(self, collection_id: int) -> Job:
        """A job that reads a site again as it was read last. Raises NotFoundError when it never was."""
        collection = await asyncio.to_thread(self._library.collection, collection_id)
        request = await asyncio.to_thread(self._sites.request, collection_id)
        if not request:
            raise NotFoundError(f"earlier crawl of {collection.key}", "Index the site once; then it can be refreshed.")
        return await self._create(collection, requests.IndexSite.model_validate_json(request))

    async def set_schedule(self, request: requests.SiteSchedule, emit: Emit) -> results.Nothing:
        await asyncio.to_thread(self._sites.set_schedule, request.collection, request.hours)
        return results.Nothing()

    async def work(self, run: Run) -> None:
        """Crawl, convert and index; one item of the job for each URL."""
        request = requests.IndexSite.model_validate_json(run.job.request)
        collection = await self._collection(request)
        await run.progress("Finding pages", 0)
        async for item in self._crawler.crawl(_order(request), await run.finished(), self._renderer):
            state, reason = await self._index(collection, item)
            await run.record(item.url, state, reason)
            await run.progress(f"Read {item.url}", item.known)
        await asyncio.to_thread(self._sites.set_refreshed, collection.id)

    async def _collection(self, request: requests.IndexSite) -> Collection:
        key = site_scope(request.url, request.prefix).key
        return await self._ingest.open_collection(CollectionKind.SITE, key, key)

    async def _create(self, collection: Collection, request: requests.IndexSite) -> Job:
        return await asyncio.to_thread(
            self._jobs.create, "index_site", collection.id, collection.key, request.model_dump_json()
        )

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


def _order(request: requests.IndexSite) -> CrawlOrder:
    return CrawlOrder(
        start=request.url,
        sitemaps=request.sitemaps,
        prefix=request.prefix,
        exclude=request.exclude,
        max_pages=request.max_pages,
        max_depth=request.max_depth,
    )
