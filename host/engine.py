"""Composition root: settings -> adapters -> service -> doors. Run as `python -m host.engine`, usually by a relay."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from host.errors import ModelError
from host.lifetime import run
from host.paths import Paths, user_paths

if TYPE_CHECKING:
    from host.acquire.fetch import HttpFetcher
    from host.acquire.workers.pool import Workers
    from host.core.model_ports import Embedders
    from host.index.database import Database
    from host.listen import Engine
    from host.service.parts import Parts


THREADS = 32


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person may set in the environment; the defaults serve everybody else."""

    model: Path | None = None
    """`AMBRY_MODEL`: folder of an embedding model in the sentence-transformers layout."""
    kept_models: Path | None = None
    """`AMBRY_KEPT_MODELS`: folder for models as they are made ready here, in place of one in the data folder."""
    ollama_url: str = ""
    """`AMBRY_OLLAMA_URL`: where Ollama is when it is not at its usual place on this machine."""
    anthropic_url: str = ""
    """`AMBRY_ANTHROPIC_URL`: a gateway in place of Anthropic's own address."""
    youtube_url: str = ""
    """`AMBRY_YOUTUBE_URL`: a server to ask in place of www.youtube.com."""

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> Settings:
        model, kept = environ.get("AMBRY_MODEL", ""), environ.get("AMBRY_KEPT_MODELS", "")
        return cls(
            model=Path(model) if model else None,
            kept_models=Path(kept) if kept else None,
            ollama_url=environ.get("AMBRY_OLLAMA_URL", ""),
            anthropic_url=environ.get("AMBRY_ANTHROPIC_URL", ""),
            youtube_url=environ.get("AMBRY_YOUTUBE_URL", ""),
        )


def main() -> int:
    """Be this user's engine; return the exit code."""
    paths, settings = user_paths(), Settings.read(os.environ)
    return run(paths, lambda: build(paths, settings))


async def build(paths: Paths, settings: Settings) -> Engine:
    """Everything behind the socket. The heavy imports happen here, when clients can already connect."""
    from host.acquire.fetch import HttpFetcher
    from host.acquire.workers.pool import Workers
    from host.index.database import Database
    from host.listen import Engine
    from host.service.service import Service

    # Python's own choice is six threads on two cores, and jobs that wait for their turn hold some: a question must
    # never wait for a thread.
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, "engine"))
    database = Database(paths.database)
    fetcher = HttpFetcher()
    converter = Workers()
    parts = _parts(paths, settings, database, fetcher, converter)
    service = Service(parts)
    await service.start()
    # Begun now, a first question waits only for what is left of it.
    warming = asyncio.create_task(asyncio.to_thread(warm, parts.embedders))

    async def close() -> None:
        warming.cancel()
        await service.close()
        converter.close()
        await fetcher.aclose()
        database.close()

    return Engine(service.handle, busy=lambda: service.busy, close=close)


def warm(embedders: Embedders) -> None:
    """Load the model. One that is missing is told to whoever asks a question."""
    try:
        embedders.current.embed_question("")
    except ModelError as error:
        logging.getLogger("engine").warning("the model cannot be used: %s", error.message)


def prepare() -> None:
    """Make ready what the first start would wait for. The installer's last word."""
    from host.index.choose_embedder import choose_embedder
    from host.index.model_folder import find_model

    paths, settings = user_paths(), Settings.read(os.environ)
    choose_embedder(find_model(paths.data, settings.model), _kept(paths, settings), prepare=True).warm()


def _kept(paths: Paths, settings: Settings) -> Path:
    return settings.kept_models or paths.data / "models" / "8-bit"


def _parts(
    paths: Paths,
    settings: Settings,
    database: Database,
    fetcher: HttpFetcher,
    converter: Workers,
) -> Parts:
    from host.acquire.folders.folder import LocalFolders
    from host.acquire.pdf.tesseract import Tesseract
    from host.acquire.sites.crawl import SiteCrawler
    from host.acquire.uploads import Uploads
    from host.acquire.videos.youtube import YouTubeTranscripts
    from host.answer.anthropic import Anthropic
    from host.answer.extractive import Extractive
    from host.answer.keys import StoredKeys
    from host.answer.ollama import Ollama
    from host.index.catalogue import SqliteCatalogue
    from host.index.choose_embedder import find_gpu
    from host.index.collection_index import Sizes
    from host.index.cross_encoder import CrossEncoderReranker
    from host.index.edition_store import SqliteEditions
    from host.index.embedders import LocalEmbedders
    from host.index.folderstore import SqliteFolderStore
    from host.index.joblog import SqliteJobLog
    from host.index.library import SqliteLibrary
    from host.index.pagestore import SqlitePageStore
    from host.index.search import LocalSearch
    from host.index.sitestore import SqliteSiteStore
    from host.service.parts import Parts

    keys = StoredKeys(paths.keys)
    library = SqliteLibrary(database)
    embedders = LocalEmbedders(library, paths.data, _kept(paths, settings), settings.model)
    return Parts(
        library=library,
        catalogue=SqliteCatalogue(database),
        editions=SqliteEditions(database),
        job_log=SqliteJobLog(database),
        index=LocalSearch(database, paths.index, Sizes(gpu=bool(find_gpu()))),
        embedders=embedders,
        reranker=CrossEncoderReranker(library),
        uploads=Uploads(paths.uploads),
        keys=keys,
        fetcher=fetcher,
        crawler=SiteCrawler(fetcher),
        sites=SqliteSiteStore(database),
        site_pages=SqlitePageStore(database),
        folder_source=LocalFolders(Path.home(), (paths.data, paths.state, paths.runtime)),
        folder_store=SqliteFolderStore(database),
        converter=converter,
        recognition=Tesseract(),
        transcripts=YouTubeTranscripts(settings.youtube_url),
        models=(Ollama(settings.ollama_url), Anthropic(keys, base_url=settings.anthropic_url)),
        fallback=Extractive(embedders),
    )


if __name__ == "__main__":
    sys.exit(main())
