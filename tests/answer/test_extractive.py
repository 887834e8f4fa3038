import re
import time
from functools import cache

import numpy as np
import pytest

from host.answer.extractive import Extractive
from host.core.answers import Passage, Prompt, Turn
from host.core.chunks import Chunk
from host.core.citations import CitationStream, resolve
from tests.answer.manual import MANUAL, QUESTIONS
from tests.fakes import FewEmbedders, HashingEmbedder

STARTS = [match.start() for match in re.finditer(r"^#+ ", MANUAL, re.MULTILINE)]
SECTIONS = [MANUAL[start:end] for start, end in zip(STARTS, [*STARTS[1:], len(MANUAL)], strict=True)]


@cache
def section_vectors(embedder):
    return embedder.embed_passages(SECTIONS)


def passages(embedder, question, limit=8):
    """The sections of the manual, ranked as a dense search would."""
    scores = section_vectors(embedder) @ embedder.embed_question(question)
    return tuple(passage(n, index, float(scores[index])) for n, index in enumerate(np.argsort(-scores)[:limit], 1))


def passage(n, index, score):
    text, start = SECTIONS[index], STARTS[index]
    chunk = Chunk(text, start, start + len(text), (heading(text),))
    return Passage(n, chunk, score, 1, "https://e.example/heron", "Heron", "text/html")


def heading(text):
    return text.split("\n")[0].lstrip("# ")


async def said(embedder, question, sources, history=()):
    pieces = Extractive(FewEmbedders(embedder)).answer(Prompt(question, sources, history), "")
    return [piece.text async for piece in pieces]


async def test_an_answer_says_that_it_quotes_and_cites_every_quote():
    embedder = HashingEmbedder()
    sources = passages(embedder, "What is error E14?")
    introduction, *quotes = await said(embedder, "What is error E14?", sources)
    assert introduction == "From your sources, word for word:\n\n"
    assert 1 <= len(quotes) <= 4
    assert "E14 means that the rain gauge is blocked" in quotes[0]
    assert all(re.search(r"\[\d+\]\n\n\Z", quote) for quote in quotes)


async def test_every_citation_resolves_to_what_was_quoted():
    embedder = HashingEmbedder()
    for question, _ in QUESTIONS:
        sources = passages(embedder, question)
        pieces = await said(embedder, question, sources)
        answer = "".join(pieces)
        stream = CitationStream(len(sources))
        assert stream.feed(answer) + stream.finish() == answer
        assert stream.removed == 0
        citations = resolve(answer, sources)
        assert len(citations) == len(pieces) - 1
        for citation, piece in zip(citations, pieces[1:], strict=True):
            shown = {word for line in piece.replace("\\", "").split("\n") for word in re.findall(r"\w+", line)}
            assert set(re.findall(r"\w+", citation.quote)) <= shown


async def test_nothing_to_quote_is_no_answer():
    empty = Passage(1, Chunk("# Only a heading\n\n***", 0, 21), 1.0, 1, "u", "t", "text/html")
    assert await said(HashingEmbedder(), "What?", (empty,)) == []


async def test_a_broad_question_gets_what_stands_for_the_whole():
    embedder = HashingEmbedder()
    _, whole, *parts = await said(embedder, "What is this page about?", passages(embedder, "Heron", 3))
    assert whole.startswith("> The Heron is a weather station for balconies and small gardens. It measures")
    assert [quote.rpartition(" ")[2] for quote in (whole, *parts)] == ["[1]\n\n", "[3]\n\n", "[3]\n\n"]


async def test_a_follow_up_is_answered_with_the_question_before_it():
    embedder = HashingEmbedder()
    history = (Turn("user", "What does error E14 mean?"), Turn("assistant", "The rain gauge is blocked."))
    quotes = await said(embedder, "And why?", passages(embedder, "E14"), history)
    assert "E14" in quotes[1]


async def test_it_is_always_ready_and_stays_on_this_machine():
    provider = Extractive(FewEmbedders(HashingEmbedder()))
    assert (await provider.status()).ready
    assert not provider.cloud


@pytest.mark.model
async def test_the_right_unit_comes_first_nine_times_in_ten(real_embedder):
    missed = []
    for question, expected in QUESTIONS:
        quotes = await said(real_embedder, question, passages(real_embedder, question))
        if expected not in quotes[1]:
            missed.append((question, quotes[1]))
    assert len(missed) <= len(QUESTIONS) // 10, missed


@pytest.mark.model
async def test_one_answer_takes_about_a_second_at_most(real_embedder):
    long = Passage(1, Chunk(MANUAL, 0, len(MANUAL)), 1.0, 1, "u", "t", "text/html")
    started = time.process_time()
    await said(real_embedder, "How long does the battery last?", (long,))
    # Processor time, for a machine that has more to do: the seconds of two cores add up in it.
    assert time.process_time() - started < 4
