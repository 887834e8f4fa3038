from host.core.chunks import Chunk, StoredChunk
from host.service.reranking import READ, rerank
from tests.fakes import WordReranker


def chunks(count):
    text = ["mast " * (number % 3) or "sail" for number in range(count)]
    return [StoredChunk(n, n, Chunk(words, 0, len(words)), f"u{n}", "t", "text/plain") for n, words in enumerate(text)]


def test_only_the_best_are_read_and_the_rest_come_after_them_in_their_order():
    found = chunks(READ + 5)
    fused = {stored.id: 1 - stored.id / 100 for stored in found}
    reranker = WordReranker()
    reranker.use("mast")
    order = rerank(reranker, "How high?", found[:READ], fused)
    assert len(reranker.read) == len(order.read) == READ
    assert [order.read[stored.id] for stored in order.chunks[:READ]] == sorted(order.read.values(), reverse=True)
    ranked = [order.scores[stored.id] for stored in [*order.chunks, *found[READ:]]]
    assert ranked == sorted(ranked, reverse=True)


def test_nothing_is_asked_of_a_reranker_without_passages_or_when_it_is_off():
    reranker = WordReranker()
    assert rerank(reranker, "How high?", chunks(2), {0: 1.0, 1: 0.5}).read == {}
    reranker.use("mast")
    assert rerank(reranker, "How high?", [], {}).chunks == []
    assert reranker.read == []
