import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.core.keyword import KeywordIndex, best

CAT, DOG, BIRD, FISH = range(4)


def index(*rows, vocabulary_size=4):
    return KeywordIndex([np.array(row, np.int32) for row in rows], vocabulary_size)


def textbook(rows, terms, row):
    """BM25, written down as in the paper."""
    mean = sum(map(len, rows)) / len(rows)
    score = 0.0
    for term in terms:
        having = sum(term in other for other in rows)
        frequency = rows[row].count(term)
        idf = math.log(1 + (len(rows) - having + 0.5) / (having + 0.5))
        score += idf * frequency / (frequency + 1.5 * (1 - 0.75 + 0.75 * len(rows[row]) / mean))
    return score


@given(
    st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=12), min_size=1, max_size=12), st.lists(st.integers(0, 7))
)
def test_scores_are_those_of_the_formula(rows, terms):
    found = dict(index(*rows, vocabulary_size=6).search(terms, len(rows)))
    for row in range(len(rows)):
        assert found.get(row, 0.0) == pytest.approx(textbook(rows, terms, row), abs=1e-5)


def test_a_rare_word_outweighs_a_common_one():
    rows = index([CAT, DOG], [CAT, BIRD], [CAT, FISH], [CAT, FISH])
    assert [row for row, _ in rows.search([CAT, BIRD], 2)] == [1, 0]


def test_rows_without_any_of_the_words_are_not_found():
    assert [row for row, _ in index([CAT], [DOG], [CAT, CAT]).search([CAT], 10)] == [2, 0]


@pytest.mark.parametrize("terms", [[], [FISH], [99], [-1]])
def test_garbage_finds_nothing(terms):
    assert index([CAT], [DOG]).search(terms, 10) == []


def test_an_empty_index_finds_nothing():
    assert KeywordIndex([], 0).search([CAT], 10) == []
    assert index([], []).search([CAT], 10) == []


def test_coverage_is_the_share_of_the_question_that_a_row_has():
    rows = index([CAT, DOG], [CAT], [CAT], [BIRD])
    assert rows.coverage([CAT, DOG], 0) == 1
    assert rows.coverage([CAT, DOG], 3) == 0
    assert 0 < rows.coverage([CAT, DOG], 1) < 0.5  # the common word is the smaller part
    assert rows.coverage([], 0) == 0


def test_best_takes_the_highest_and_of_equal_ones_the_earlier():
    scores = np.array([1, 3, 2, 3, 0], np.float32)
    assert best(scores, 3) == [(1, 3.0), (3, 3.0), (2, 2.0)]
    assert best(scores, 99)[-1] == (4, 0.0)
    assert best(scores, 0) == best(scores[:0], 5) == []
