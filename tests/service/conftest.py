"""The real service on the real store, with fakes for what is slow or far away."""

import hashlib
from dataclasses import dataclass, field

import pytest

from host.acquire.folders.folder import LocalFolders
from host.acquire.sites.crawl import SiteCrawler
from host.acquire.uploads import Uploads
from host.contract import requests
from host.core.transcript import Segment, Transcript
from host.index.catalogue import SqliteCatalogue
from host.index.database import Database
from host.index.edition_store import SqliteEditions
from host.index.folderstore import SqliteFolderStore
from host.index.joblog import SqliteJobLog
from host.index.library import SqliteLibrary
from host.index.pagestore import SqlitePageStore
from host.index.search import LocalSearch
from host.index.sitestore import SqliteSiteStore
from host.service.parts import Parts
from host.service.service import Service
from tests.fakes import (
    DictFetcher,
    DictKeys,
    DictTranscripts,
    FewEmbedders,
    HashingEmbedder,
    MarkdownConverter,
    NamedLanguages,
    QuotingProvider,
    ScriptedProvider,
    WordReranker,
)

TALK = Transcript(
    "Lrk5pur0001", "A talk", "en", (Segment(3.2, "The mast is two metres high."),), automatic=True, label="English"
)


@dataclass
class World:
    """A service and everything around it."""

    service: Service
    parts: Parts
    events: list = field(default_factory=list)
    ids: int = 0

    async def ask_for(self, kind, /, **fields):
        """Send one request; its result. The events that came before are in `events`."""
        self.ids += 1
        self.events = []

        async def emit(event):
            self.events.append(event)

        return await self.service.handle(kind(id=str(self.ids), **fields), emit)

    async def upload(self, name, text):
        data = text.encode()
        begun = await self.ask_for(
            requests.BeginUpload, name=name, size=len(data), sha256=hashlib.sha256(data).hexdigest()
        )
        if data:
            piece = requests.UploadPiece.model_construct(id="p", upload=begun.upload, sequence=0, data=data)
            await self.service.handle(piece, None)
        return begun.upload

    async def open_page(self, text, url="https://example.org/page", media_type="text/html"):
        page = {"url": url, "upload": await self.upload("page", text), "media_type": media_type}
        return await self.ask_for(requests.OpenPage, page=page)

    async def add_files(self, vault, files):
        uploads = [{"upload": await self.upload(path, text), "path": path} for path, text in files.items()]
        started = await self.ask_for(requests.AddFiles, vault=vault, files=uploads)
        return await self.ask_for(requests.WatchJob, job=started.job.id)

    async def index_site(self, url="https://example.org/", **fields):
        started = await self.ask_for(requests.IndexSite, url=url, **fields)
        return await self.ask_for(requests.WatchJob, job=started.job.id)

    def seen(self, kind):
        return [event for event in self.events if event.type == kind]


@pytest.fixture
def pages():
    """What the fetcher serves; a test fills it."""
    return {}


def make_parts(home, embedders, pages=None):
    """And the database that they share."""
    pages = {} if pages is None else pages
    database = Database(home / "ambry.db")
    parts = Parts(
        library=SqliteLibrary(database),
        catalogue=SqliteCatalogue(database),
        editions=SqliteEditions(database),
        job_log=SqliteJobLog(database),
        index=LocalSearch(database, home / "index"),
        embedders=embedders,
        reranker=WordReranker(),
        uploads=Uploads(home / "uploads"),
        keys=DictKeys(),
        fetcher=DictFetcher(pages),
        crawler=SiteCrawler(DictFetcher(pages)),
        sites=SqliteSiteStore(database),
        site_pages=SqlitePageStore(database),
        folder_source=LocalFolders(home / "home", [home / "data"]),
        folder_store=SqliteFolderStore(database),
        converter=MarkdownConverter(),
        recognition=NamedLanguages("eng"),
        transcripts=DictTranscripts({"Lrk5pur0001": TALK}),
        models=(ScriptedProvider("The mast is high [1].", ready=False),),
        fallback=QuotingProvider(),
    )
    return parts, database


@pytest.fixture
async def world(ambry_home, pages):
    parts, database = make_parts(ambry_home, FewEmbedders(HashingEmbedder()), pages)
    service = Service(parts)
    yield World(service, parts)
    await service.close()
    database.close()
