"""The ask story: retrieve, stream, check the citations."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing

from host.contract import events, requests, results
from host.core.answer_ports import Provider
from host.core.answers import Prompt, Turn
from host.core.catalogue import Catalogue
from host.core.citations import CitationStream, resolve
from host.core.collections import Collection
from host.core.question import search_text
from host.errors import AmbryError, ErrorCode, ProviderError
from host.service.narrowing import require_left, search_filter
from host.service.providers import Providers
from host.service.retrieve import Retrieve, Retrieved
from host.service.views import citation_views, source_views

log = logging.getLogger(__name__)

Emit = Callable[[events.Event], Awaitable[None]]

LONGEST_QUESTION = 10_000
"""Characters. More than this is a document, and belongs into a vault."""

NOTHING_FOUND = "Nothing in these sources answers that."


class Answering:
    """Answers questions from one collection."""

    def __init__(self, retrieve: Retrieve, catalogue: Catalogue, providers: Providers) -> None:
        self._retrieve = retrieve
        self._catalogue = catalogue
        self._providers = providers

    async def answer(self, collection: Collection, request: requests.Ask, emit: Emit) -> results.Answer:
        """Stream `sources`, then `thinking` and `delta`; the whole answer is the result.

        When the chosen provider fails before its first word, the sources' own words answer and a notice says why.
        """
        history = tuple(Turn(turn.role, turn.text) for turn in request.history)
        check_question(request.question, history)
        telling = _Telling(request.id, emit)
        choice = await self._providers.choose(request.provider)
        await telling.notice(choice.notice)
        try:
            return await self._answer(collection, request, history, choice.provider, choice.model, telling)
        except ProviderError as error:
            if telling.said or choice.provider is self._providers.fallback:
                raise
            log.warning("%s failed before its first word: %s", choice.provider.name, error.code)
            await telling.notice(f"{error.message} {error.next_step}".strip())
            return await self._answer(collection, request, history, self._providers.fallback, "", telling)

    async def _answer(
        self,
        collection: Collection,
        request: requests.Ask,
        history: tuple[Turn, ...],
        provider: Provider,
        model: str,
        telling: _Telling,
    ) -> results.Answer:
        whole, only = provider is not self._providers.fallback, search_filter(request)
        found = await self._retrieve.for_answer(collection, request.question, history, provider.budget, whole, only)
        for notice in found.notices:
            await telling.notice(notice)
        await telling.sources(found)
        if found.passages:
            prompt = Prompt(request.question, found.passages, history, found.mode == "document")
            await self._stream(provider, prompt, model, telling)
        else:
            await asyncio.to_thread(require_left, self._catalogue, collection, only)
            await telling.say(NOTHING_FOUND)
        return _result(found, provider, model, telling)

    async def _stream(self, provider: Provider, prompt: Prompt, model: str, telling: _Telling) -> None:
        checked = CitationStream(len(prompt.passages), {passage.uri for passage in prompt.passages})
        # Closing the iterator is what stops the provider when the person does.
        async with aclosing(provider.answer(prompt, model)) as pieces:
            async for piece in pieces:
                if piece.kind == "thinking":
                    await telling.think(piece.text)
                else:
                    await telling.say(checked.feed(piece.text))
        await telling.say(checked.finish())
        if checked.removed:
            await telling.notice("The answer cited sources that do not exist; those citations were removed.")


class _Telling:
    """What one answer has sent so far."""

    def __init__(self, request_id: str, emit: Emit) -> None:
        self._id = request_id
        self._emit = emit
        self.said = ""
        self.notices: list[str] = []

    async def notice(self, text: str) -> None:
        if text:
            self.notices.append(text)
            await self._emit(events.Notice(id=self._id, text=text))

    async def sources(self, found: Retrieved) -> None:
        await self._emit(events.Sources(id=self._id, sources=source_views(found.passages)))

    async def think(self, text: str) -> None:
        await self._emit(events.Thinking(id=self._id, text=text))

    async def say(self, text: str) -> None:
        if text:
            self.said += text
            await self._emit(events.Delta(id=self._id, text=text))


def check_question(question: str, history: Sequence[Turn] = ()) -> None:
    """Raises AmbryError for one that nobody can answer."""
    if not question.strip():
        raise AmbryError(ErrorCode.BAD_REQUEST, "The question is empty.", "Type a question.")
    if not any(map(str.isalnum, search_text(question, history))):
        # What is nearest in meaning to signs alone is nearest by chance.
        raise AmbryError(ErrorCode.BAD_REQUEST, "There is no word in the question to look for.", "Ask in words.")
    if len(question) > LONGEST_QUESTION:
        raise AmbryError(
            ErrorCode.BAD_REQUEST,
            f"The question has {len(question):,} characters; at most {LONGEST_QUESTION:,} can be asked.",
            "Put the long text into a vault and ask about it.",
        )


def _result(found: Retrieved, provider: Provider, model: str, telling: _Telling) -> results.Answer:
    citations = resolve(telling.said, found.passages)
    return results.Answer(
        answer=telling.said,
        mode=found.mode,
        provider=provider.name,
        writer=provider.label,
        model=model,
        sources=source_views(found.passages, {citation.n for citation in citations}),
        citations=citation_views(citations),
        notices=tuple(telling.notices),
    )
