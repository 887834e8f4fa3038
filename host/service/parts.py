"""What the composition root hands to the service: one adapter for each port."""

from __future__ import annotations

from dataclasses import dataclass

from host.core.acquire_ports import Converter, Fetcher, TextRecognition, TranscriptSource, UploadStore
from host.core.answer_ports import KeyStore, Provider
from host.core.catalogue import Catalogue
from host.core.folder_ports import FolderSource, FolderStore
from host.core.index_ports import Editions
from host.core.model_ports import Embedders, Reranker
from host.core.site_ports import Crawler, PageStore, SiteStore
from host.core.store_ports import JobLog, Library, SearchIndex


@dataclass(frozen=True, slots=True)
class Parts:
    """All adapters of one engine."""

    library: Library
    catalogue: Catalogue
    editions: Editions
    job_log: JobLog
    index: SearchIndex
    embedders: Embedders
    reranker: Reranker
    uploads: UploadStore
    keys: KeyStore
    fetcher: Fetcher
    crawler: Crawler
    sites: SiteStore
    site_pages: PageStore
    folder_source: FolderSource
    folder_store: FolderStore
    converter: Converter
    recognition: TextRecognition
    transcripts: TranscriptSource
    models: tuple[Provider, ...]
    """Providers in order of preference."""
    fallback: Provider
    """Answers without a model; always ready."""
