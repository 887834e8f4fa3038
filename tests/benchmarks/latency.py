"""How long a question takes to its passages, and its parts by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

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
WHOLE = "in all"


def latency(
    library: SqliteLibrary,
    index: LocalSearch,
    embedder: Embedder,
    collection: Collection,
    questions: Sequence[str],
    filters: Mapping[str, SearchFilter] | None = None,
) -> dict[str, float]:
    """Medians in milliseconds of the parts, of the whole, and of that under filters, in turn.

    And how many times the parts the whole is.
    """
    story = Retrieve(library, index, FewEmbedders(embedder), WordReranker())  # type: ignore[arg-type]
    vectors = {text: embedder.embed_question(text) for text in questions}

    def search(text: str, mode: SearchMode) -> object:
        return index.candidates(collection.id, text, vectors[text], mode=mode)

    async def answer(text: str, only: SearchFilter) -> object:
        return await story.for_search(library.collection(collection.id), text, LIMIT, only)

    parts: dict[str, Callable[[str], object]] = {
        "embed": embedder.embed_question,
        "meaning": lambda text: search(text, SearchMode.SEMANTIC),
        "words": lambda text: search(text, SearchMode.KEYWORD),
    }
    with asyncio.Runner() as loop:
        wholes = {
            name: lambda text, only=only: loop.run(answer(text, only))
            for name, only in {WHOLE: EVERYTHING, **(filters or {})}.items()
        }
        medians = in_turn(parts | wholes, questions)
    return medians | {"times the parts": round(medians[WHOLE] / sum(medians[name] for name in parts), 2)}
