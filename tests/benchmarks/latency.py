"""How long a question takes to its passages, and its parts by themselves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from statistics import median

from host.core.candidates import SearchFilter, SearchMode
from host.core.collections import Collection
from host.core.model_ports import Embedder
from host.core.store_ports import EVERYTHING
from host.index.library import SqliteLibrary
from host.index.search import LocalSearch
from host.service.retrieve import Retrieve
from tests.fakes import FewEmbedders, WordReranker

LIMIT = 10


def latency(
    library: SqliteLibrary,
    index: LocalSearch,
    embedder: Embedder,
    collection: Collection,
    questions: Sequence[str],
    only: SearchFilter = EVERYTHING,
) -> dict[str, float]:
    """Medians in milliseconds, of parts and whole in turn, and how many times the parts the whole is."""
    story = Retrieve(library, index, FewEmbedders(embedder), WordReranker())  # type: ignore[arg-type]
    vectors = {text: embedder.embed_question(text) for text in questions}

    def search(text: str, mode: SearchMode) -> object:
        return index.candidates(collection.id, text, vectors[text], only=only, mode=mode)

    parts: dict[str, Callable[[str], object]] = {
        "embed": embedder.embed_question,
        "meaning": lambda text: search(text, SearchMode.SEMANTIC),
        "words": lambda text: search(text, SearchMode.KEYWORD),
    }

    async def measured() -> dict[str, list[float]]:
        """In one event loop, as in the engine."""
        times: dict[str, list[float]] = {name: [] for name in (*parts, "in all")}
        for text in questions:
            for name, part in parts.items():
                started = time.perf_counter()
                part(text)
                times[name].append((time.perf_counter() - started) * 1000)
            started = time.perf_counter()
            await story.for_search(library.collection(collection.id), text, LIMIT, only)
            times["in all"].append((time.perf_counter() - started) * 1000)
        return times

    medians = {name: round(median(values), 2) for name, values in asyncio.run(measured()).items()}
    return medians | {"times the parts": round(medians["in all"] / sum(medians[name] for name in parts), 2)}
