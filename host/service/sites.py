"""Index this site: the plan, the jobs that crawl it, and what comes again by itself."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

from host.contract import events, requests, results
from host.core.collections import Collection, CollectionKind
from host.core.jobs import Job
from host.core.scope import site_scope
from host.core.site import CrawlOrder
from host.core.site_ports import Renderer
from host.errors import NotFoundError
from host.service.ahead import ahead
from host.service.ask import Emit
from host.service.ingest import Ingest
from host.service.jobs import Run
from host.service.parts import Parts
from host.service.site_pages import SitePages, characters
from host.service.views import plan_view


class Sites:
    """Plans sites, starts and runs `index_site` jobs."""

    def __init__(self, parts: Parts, ingest: Ingest, renderer: Renderer) -> None:
        self._parts = parts
        self._ingest = ingest
        self._renderer = renderer

    async def plan(self, request: requests.PlanSite, emit: Emit) -> results.SitePlan:
        """What indexing the site would read. Raises FetchError when there is no site."""
        await emit(events.Progress(id=request.id, stage="Looking for the site's pages"))
        return plan_view(await self._parts.crawler.survey(request.url, request.sitemaps, request.prefix))

    async def create_job(self, request: requests.IndexSite) -> Job:
        """A job for the site of the URL, wherever its redirects lead. Raises FetchError when there is no site."""
        resolved = request.model_copy(update={"url": await self._parts.crawler.resolve(request.url)})
        collection = await self._collection(resolved)
        await asyncio.to_thread(self._parts.sites.set_request, collection.id, resolved.model_dump_json())
        return await self._create(collection, resolved)

    async def create_refresh(self, collection_id: int) -> Job:
        """A job that reads a site again as it was read last. Raises NotFoundError when it never was."""
        collection = await asyncio.to_thread(self._parts.library.collection, collection_id)
        request = await asyncio.to_thread(self._parts.sites.request, collection_id)
        if not request:
            raise NotFoundError(f"earlier crawl of {collection.key}", "Index the site once; then it can be refreshed.")
        return await self._create(collection, requests.IndexSite.model_validate_json(request))

    async def set_schedule(self, request: requests.SiteSchedule, emit: Emit) -> results.Nothing:
        await asyncio.to_thread(self._parts.sites.set_schedule, request.collection, request.hours)
        return results.Nothing()

    async def work(self, run: Run) -> None:
        """Crawl, convert and index; one item of the job for each URL. Then what is gone goes."""
        request = requests.IndexSite.model_validate_json(run.job.request)
        collection = await self._collection(request)
        pages = SitePages(self._ingest, self._parts.site_pages, self._parts.converter, collection, run.job.id)
        await run.progress("Finding pages", 0)
        crawl = self._parts.crawler.crawl(_order(request), pages, self._renderer, await run.finished())
        async with aclosing(crawl), aclosing(ahead(crawl, pages.read, characters)) as ready:
            async for some in ready:
                await pages.prepare(said for _, said in some)
                for item, said in some:
                    await run.record(*await pages.take(item, said))
                    await run.progress(f"Read {item.url}", item.known)
        await run.record(*await pages.sweep())
        await run.settle()
        if pages.found:
            await asyncio.to_thread(self._parts.sites.set_refreshed, collection.id)

    async def _collection(self, request: requests.IndexSite) -> Collection:
        key = site_scope(request.url, request.prefix).key
        return await self._ingest.open_collection(CollectionKind.SITE, key, key)

    async def _create(self, collection: Collection, request: requests.IndexSite) -> Job:
        return await asyncio.to_thread(
            self._parts.job_log.create, "index_site", collection.id, collection.key, request.model_dump_json()
        )


def _order(request: requests.IndexSite) -> CrawlOrder:
    return CrawlOrder(
        start=request.url,
        sitemaps=request.sitemaps,
        prefix=request.prefix,
        exclude=tuple(f"/{section.strip('/')}" for section in request.exclude),
        max_pages=request.max_pages,
        max_depth=request.max_depth,
    )
