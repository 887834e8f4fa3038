"""One crawl in a process of its own: `python -m tests.benchmarks.crawlers NAME URL CONCURRENCY`.

Prints one JSON object: pages that came, seconds from the first request to the last page, peak memory in MB.
"""

import asyncio
import json
import resource
import sys
import time

LARGEST = 50_000


def main() -> None:
    name, url, concurrency = sys.argv[1], sys.argv[2], int(sys.argv[3])
    crawl = {"ambry": ambry, "ambry and extraction": ambry_extracting, "scrapy": scrapy}[name]
    pages, seconds = crawl(url, concurrency)
    print(json.dumps({"pages": pages, "seconds": round(seconds, 3), "peak_mb": round(_peak())}))


def ambry(url: str, concurrency: int) -> tuple[int, float]:
    return asyncio.run(_ambry(url, concurrency, lambda body, uri: None))


def ambry_extracting(url: str, concurrency: int) -> tuple[int, float]:
    from host.acquire.documents import Documents

    documents = Documents()
    documents.convert(b"<html><body><p>Loads what is heavy.</p></body></html>", uri="https://a.example/")
    return asyncio.run(_ambry(url, concurrency, lambda body, uri: documents.convert(body, uri=uri)))


async def _ambry(url, concurrency, convert):
    from host.acquire.fetch import HttpFetcher
    from host.acquire.sites.crawl import SiteCrawler
    from host.acquire.sites.pace import Places
    from host.core.site import CrawlOrder

    class Nothing:
        merged = 0

        async def recall(self, address):
            return None

        async def settled(self, items):
            """Nothing is taken in."""

    fetcher = HttpFetcher()
    crawler = SiteCrawler(fetcher, Places(concurrency, concurrency))
    start, pages = time.perf_counter(), 0
    order = CrawlOrder(url, max_pages=LARGEST, max_depth=20)
    async for item in crawler.crawl(order, Nothing(), renderer=None):
        if item.response is not None:
            await asyncio.to_thread(convert, item.response.body, item.url)
            pages += 1
    seconds = time.perf_counter() - start
    await fetcher.aclose()
    return pages, seconds


def scrapy(url: str, concurrency: int) -> tuple[int, float]:
    from scrapy import Spider
    from scrapy.crawler import CrawlerProcess
    from scrapy.linkextractors import LinkExtractor

    class Pages(Spider):
        name = "pages"
        start_urls = (url,)
        links = LinkExtractor()
        count = 0
        start_time = end_time = 0.0

        def parse(self, response):
            type(self).count += 1
            type(self).end_time = time.perf_counter()
            yield from response.follow_all(self.links.extract_links(response), self.parse)

        @classmethod
        def from_crawler(cls, crawler, *args, **kwargs):
            cls.start_time = time.perf_counter()
            return super().from_crawler(crawler, *args, **kwargs)

    settings = {
        "CONCURRENT_REQUESTS": concurrency,
        "CONCURRENT_REQUESTS_PER_DOMAIN": concurrency,
        "DOWNLOAD_DELAY": 0,
        "ROBOTSTXT_OBEY": True,
        "AUTOTHROTTLE_ENABLED": False,
        "LOG_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "COOKIES_ENABLED": False,
    }
    process = CrawlerProcess(settings)
    process.crawl(Pages)
    process.start()
    return Pages.count, Pages.end_time - Pages.start_time


def _peak() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1_048_576 if sys.platform == "darwin" else peak / 1024


if __name__ == "__main__":
    main()
