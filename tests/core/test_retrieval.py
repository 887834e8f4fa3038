from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from host.core.candidates import Candidates, Scored
from host.core.chunks import Chunk, StoredChunk
from host.core.documents import Anchor
from host.core.retrieval import DOCUMENTS, fuse, is_relevant, select

TEXT = " ".join(f"word{n}" for n in range(400))


MANY = 1_000_000


def candidates(dense, keyword, coverage=0.0, vectors=None, best=2, words=MANY, texts=MANY, wider=None):
    """Scores by chunk: what both searches say of it; the best of those above 0 are what they found.

    `wider` has those of chunks with what is around them, where they are others.
    """
    ids = sorted({*dense, *keyword})

    def found(scores):
        ranked = sorted(scores.items(), key=lambda pair: -pair[1])
        return tuple(Scored(*pair) for pair in ranked if pair[1] > 0)[:best]

    def of_all(scores):
        return np.array([scores.get(chunk_id, 0.0) for chunk_id in ids], np.float32)

    return Candidates(
        found(dense),
        found(keyword),
        np.array(ids, np.int64),
        of_all(dense),
        of_all(keyword),
        np.full(len(ids), coverage, np.float32),
        of_all(wider or dense),
        of_all(wider or keyword),
        np.eye(len(ids), dtype=np.float32) if vectors is None else np.array(vectors, np.float32),
        words,
        texts,
    )


def stored(id=1, document=1, start=0, end=80, text=None, headings=(), anchors=()):
    chunk = Chunk(TEXT[start:end] if text is None else text, start, end, headings)
    return StoredChunk(id, document, chunk, f"https://a.test/{document}", "Title", "text/html", anchors)


def order(candidates):
    return [scored.chunk_id for scored in fuse(candidates)]


def test_what_both_searches_find_comes_first():
    assert order(candidates({1: 0.9, 2: 0.8, 3: 0.1, 4: 0.2}, {1: 0.5, 2: 8.0, 3: 1.0, 4: 9.0}))[0] == 2


def test_the_scale_of_the_scores_does_not_matter():
    dense, keyword = {1: 0.6, 2: 0.5, 3: 0.1}, {1: 0.5, 2: 3.0, 3: 4.0}
    scaled = {chunk_id: 1000 * score for chunk_id, score in keyword.items()}
    assert order(candidates(dense, keyword)) == order(candidates(dense, scaled))


def test_what_one_search_did_not_find_has_its_score_there_all_the_same():
    dense = {1: 0.5, 2: 0.49, 3: 0.2, 4: 0.1}
    # Both were left out of the best two by words: one was nearly there, the other has none.
    assert order(candidates(dense, {1: 0.0, 2: 2.9, 3: 3.0, 4: 3.0})) == [2, 3, 4, 1]


def test_what_stands_around_a_passage_counts_as_much_as_the_passage():
    wider = {1: 0.3, 2: 0.5, 3: 0.1}
    same, better = {1: 0.5, 2: 0.5, 3: 0.1}, {1: 0.8, 2: 0.5, 3: 0.1}
    assert order(candidates(same, same, wider=wider)) == [2, 1, 3]
    assert order(candidates(better, better, wider=wider)) == [1, 2, 3]


def angles(*degrees):
    return [[np.cos(np.radians(degree)), np.sin(np.radians(degree))] for degree in degrees]


def test_a_passage_near_to_good_ones_gains_by_them():
    dense, keyword = {1: 0.8, 2: 0.8, 3: 0.4, 4: 0.4}, {1: 8.0, 2: 8.0, 3: 4.0, 4: 4.0}
    assert order(candidates(dense, keyword, vectors=angles(0, 10, 90, 15))) == [1, 2, 4, 3]


def test_the_best_passage_keeps_its_place_before_what_is_near_to_it():
    dense, keyword = {1: 0.8, 2: 0.5, 3: 0.5}, {1: 8.0, 2: 4.0, 3: 4.0}
    assert order(candidates(dense, keyword, vectors=angles(0, 5, 90))) == [1, 2, 3]


@pytest.mark.parametrize(
    ("dense", "keyword", "expected"),
    [
        ({}, {}, []),
        ({1: 0.5}, {}, [1]),
        ({1: 0.5}, {1: 3.0}, [1]),
        ({1: 0.5, 2: 0.6}, {}, [2, 1]),
        ({}, {1: 3.0, 2: 4.0}, [2, 1]),
        ({1: 0.5, 2: 0.5}, {}, [1, 2]),
    ],
)
def test_one_list_alone_keeps_its_order(dense, keyword, expected):
    assert order(candidates(dense, keyword)) == expected


def test_passages_are_numbered_best_first_up_to_the_limit():
    ranked = [(stored(n, document=n, start=n * 90, end=n * 90 + 80), 1 / n) for n in range(1, 6)]
    passages = select(ranked, 3)
    assert [(passage.n, passage.document_id) for passage in passages] == [(1, 1), (2, 2), (3, 3)]
    assert passages[0].uri == "https://a.test/1"
    assert select(ranked, 0) == select([], 3) == []


def test_passages_are_from_so_many_documents_at_most():
    ranked = [(stored(n, document=n, start=n * 9, end=n * 9 + 8), 1 / n) for n in range(1, 30)]
    assert len(select(ranked, 100)) == DOCUMENTS


def test_one_document_gives_half_of_the_passages_unless_there_is_nothing_else():
    of_one = [(stored(n, document=1, start=n * 90, end=n * 90 + 80), 1 / n) for n in range(1, 9)]
    other = (stored(20, document=2, start=1000, end=1080), 0.01)
    assert [passage.document_id for passage in select([*of_one, other], 4)] == [1, 1, 1, 2]
    assert [passage.document_id for passage in select(of_one, 4)] == [1, 1, 1, 1]


def test_no_more_is_read_than_it_takes():
    read = []

    def reading():
        for n in range(1, 30):
            read.append(n)
            yield stored(n, document=n, start=n * 9, end=n * 9 + 8), 1 / n

    select(reading(), 3)
    assert len(read) <= 4


def test_near_duplicates_are_left_out():
    ranked = [
        (stored(1, document=1), 1.0),
        (stored(2, document=2), 0.9),
        (stored(3, document=3, text=TEXT[:80] + " and one more"), 0.8),
        (stored(4, document=4, start=200, end=280), 0.7),
    ]
    assert [passage.document_id for passage in select(ranked, 10)] == [1, 4]


def test_texts_of_a_word_or_two_are_compared_as_they_are():
    ranked = [(stored(n, document=n, text=text), 1.0) for n, text in enumerate(["one two", "one three", "One two!"])]
    assert [passage.chunk.text for passage in select(ranked, 10)] == ["one two", "one three"]


def test_a_passage_over_the_budget_gives_way_to_smaller_ones():
    ranked = [(stored(1, 1, 0, 80), 1.0), (stored(2, 2, 100, 300), 0.9), (stored(3, 3, 400, 410), 0.8)]
    assert [passage.document_id for passage in select(ranked, 10, budget_characters=100)] == [1, 3]


def test_the_best_passage_is_taken_whatever_the_budget():
    assert len(select([(stored(), 1.0)], 10, budget_characters=5)) == 1


def test_overlapping_chunks_of_a_document_become_one_passage():
    anchors = Anchor(0, "fragment", "a"), Anchor(100, "fragment", "b")
    ranked = [
        (stored(2, start=60, end=160, headings=("A", "C"), anchors=anchors), 0.9),
        (stored(3, start=300, end=380), 0.8),
        (stored(1, start=0, end=80, headings=("A", "B"), anchors=anchors[:1]), 0.7),
    ]
    first, second = select(ranked, 10)
    assert (first.chunk.start, first.chunk.end, first.score) == (0, 160, 0.9)
    assert first.chunk.text == TEXT[0:160]
    assert first.chunk.headings == ("A",)
    assert first.anchors == anchors
    assert second.chunk.start == 300


@pytest.mark.parametrize(
    ("first", "second", "passages"),
    [
        ((0, 80), (80, 160), 1),  # they touch
        ((0, 80), (81, 160), 2),  # what lies between is not known here
        ((0, 160), (100, 150), 1),  # one inside the other
    ],
)
def test_only_chunks_whose_joint_text_is_known_are_joined(first, second, passages):
    chosen = select([(stored(1, 1, *first), 1.0), (stored(2, 1, *second), 0.5)], 10)
    assert len(chosen) == passages
    assert all(passage.chunk.text == TEXT[passage.chunk.start : passage.chunk.end] for passage in chosen)


def test_a_row_of_neighbours_does_not_become_one_endless_passage(monkeypatch):
    monkeypatch.setattr("host.core.retrieval._LONGEST_JOINED", 160)
    row = [(stored(number, 1, start, start + 60), 1.0) for number, start in enumerate(range(0, 360, 50), 1)]
    chosen = select(row, 10)
    assert [(passage.chunk.start, passage.chunk.end) for passage in chosen] == [(0, 160), (150, 310), (300, 410)]


def test_chunks_of_different_documents_are_never_joined():
    assert len(select([(stored(1, 1, 0, 80), 1.0), (stored(2, 2, 60, 160), 0.5)], 10)) == 2


def test_joined_chunks_are_read_with_what_the_first_needs():
    first, second = stored(1, start=0, end=80), stored(2, start=80, end=160)
    code = replace(first, chunk=replace(first.chunk, opening="```\n"))
    (passage,) = select([(second, 1.0), (code, 0.5)], 10)
    assert passage.chunk.opening == "```\n"


@pytest.mark.parametrize(
    ("cosine", "coverage", "relevant"),
    [
        (0.5, 0.5, True),
        (0.49, 0.5, False),
        (0.62, 0.0, False),
        (0.63, 0.0, True),  # other words for the same
        (0.35, 0.8, True),  # most of its words are there
        (0.13, 1.0, True),  # all of them are
        (0.12, 1.0, False),  # all of them are, and mean something else
    ],
)
def test_relevance_is_nearness_and_words_together(cosine, coverage, relevant):
    assert is_relevant(candidates({1: cosine, 2: 0.1}, {}, coverage), floor=0.5) == relevant


@pytest.mark.parametrize(
    ("cosine", "coverage", "words", "texts", "relevant"),
    [
        (0.55, 0.0, MANY, MANY, False),
        (0.55, 0.0, 1, MANY, True),  # one word, and the text says it otherwise
        (0.55, 0.0, MANY, 5, True),  # five texts do not tell which words are rare
        (0.49, 0.0, 1, 1, False),
        (0.4, 1.0, 1, 1, True),  # what has all the words is taken, however few
    ],
)
def test_few_words_and_few_texts_tell_little(cosine, coverage, words, texts, relevant):
    found = candidates({1: cosine, 2: 0.1}, {}, coverage, words=words, texts=texts)
    assert is_relevant(found, floor=0.5) == relevant


@given(st.floats(-1, 1), st.sampled_from([0.0, 0.3, 0.5, 0.7, 1.0]), st.floats(0.1, 0.9), st.floats(0.1, 0.9))
def test_a_model_whose_cosines_are_all_high_decides_as_one_that_uses_the_whole_scale(cosine, coverage, floor, least):
    assume(abs(cosine - floor) % 0.01 > 1e-4)  # rounding decides there

    def decides(raise_it):
        found = candidates({1: 1.0, 2: 0.0}, {}, coverage)
        found.cosines[:] = raise_it(cosine)
        return is_relevant(found, raise_it(floor))

    assert decides(lambda value: value) == decides(lambda value: least + (1 - least) * value)


def test_nearness_and_words_must_be_those_of_one_passage():
    apart = candidates({1: 0.5, 2: 0.1}, {2: 3.0})
    apart.coverage[:] = [0.0, 1.0]
    assert not is_relevant(apart, floor=0.5)


@pytest.mark.parametrize(("coverage", "relevant"), [(0.5, True), (0.4, False)])
def test_a_search_by_words_alone_needs_half_of_them(coverage, relevant):
    assert is_relevant(candidates({}, {1: 3.0}, coverage), floor=0.5) == relevant


def test_nothing_is_relevant_among_no_candidates():
    assert not is_relevant(candidates({}, {}), 0.1)
