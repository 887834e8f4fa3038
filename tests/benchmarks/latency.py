"""How long a question takes to its passages, and its parts by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from host.core.candidates import SearchFilter, SearchMode
from host.core.collections import Collection
from host.core.model_ports import Embedder
from host.core.store_ports import EVERYTHING
from host.index.library import SqliteLibrary
from host.index.search import LocalSearch
from host.service.retrieve import Retrieve
from tests.benchmarks.prepared import in_turn
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

    async def answer(text: str) -> object:
        return await story.for_search(library.collection(collection.id), text, LIMIT, only)

    parts: dict[str, Callable[[str], object]] = {
        "embed": embedder.embed_question,
        "meaning": lambda text: search(text, SearchMode.SEMANTIC),
        "words": lambda text: search(text, SearchMode.KEYWORD),
    }
    with asyncio.Runner() as loop:
        medians = in_turn({**parts, "in all": lambda text: loop.run(answer(text))}, questions)
    return medians | {"times the parts": round(medians["in all"] / sum(medians[name] for name in parts), 2)}
