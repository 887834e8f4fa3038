import math
from collections import Counter
from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.core.keyword import KeywordIndex, Postings, best, merged
from host.core.surroundings import Surroundings

CAT, DOG, BIRD, FISH = range(4)


def postings(rows):
    return Postings.build([np.array(row, np.uint64) for row in rows])


def index(*rows, at=None):
    """One part, or two that meet at row `at`."""
    parts = [postings(rows)] if at is None else [postings(rows[:at]), postings(rows[at:])]
    return KeywordIndex([(part, np.ones(len(part.lengths), bool)) for part in parts])


def alone(rows):
    """Rows of documents of their own."""
    return Surroundings.of(np.array(rows, np.int64), 99, lambda rows: rows)


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
    found = dict(index(*rows).search(Counter(terms), len(rows)))
    for row in range(len(rows)):
        assert found.get(row, 0.0) == pytest.approx(textbook(rows, terms, row), abs=1e-5)


def test_a_rare_word_outweighs_a_common_one():
    rows = index([CAT, DOG], [CAT, BIRD], [CAT, FISH], [CAT, FISH])
    assert [row for row, _ in rows.search(Counter([CAT, BIRD]), 2)] == [1, 0]


def test_rows_without_any_of_the_words_are_not_found():
    assert [row for row, _ in index([CAT], [DOG], [CAT, CAT]).search(Counter([CAT]), 10)] == [2, 0]


@pytest.mark.parametrize("terms", [[], [FISH], [99]])
def test_garbage_finds_nothing(terms):
    assert index([CAT], [DOG]).search(Counter(terms), 10) == []


def test_an_empty_index_finds_nothing():
    assert KeywordIndex([]).search(Counter([CAT]), 10) == []
    assert index([], []).search(Counter([CAT]), 10) == []


@given(
    st.lists(st.lists(st.integers(0, 5), max_size=8), min_size=2, max_size=12),
    st.lists(st.integers(0, 7)),
    st.data(),
)
def test_given_rows_have_the_scores_that_a_search_gives_them(rows, terms, data):
    chosen = sorted(data.draw(st.sets(st.integers(0, len(rows) - 1))))
    both = index(*rows, at=data.draw(st.integers(0, len(rows))))
    compared = both.compare(Counter(terms), alone(chosen))
    found = dict(both.search(Counter(terms), len(rows)))
    assert compared.scores.tolist() == pytest.approx([found.get(row, 0.0) for row in chosen], abs=1e-5)


def test_coverage_is_the_share_of_the_question_that_a_row_has():
    rows = index([CAT, DOG], [CAT], [CAT], [BIRD])
    coverage = rows.compare(Counter([CAT, DOG]), alone([0, 1, 3])).coverage
    assert (coverage[0], coverage[2]) == (1, 0)
    assert 0 < coverage[1] < 0.5  # the common word is the smaller part
    assert rows.compare(Counter([]), alone([0])).coverage == 0
    assert rows.compare(Counter([CAT, FISH]), alone([0])).coverage < 0.5  # what no row has is part of the question


@given(
    st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=8), min_size=1, max_size=8),
    st.lists(st.integers(0, 7)),
    st.integers(0, 8),
)
def test_rows_read_together_have_the_scores_of_their_joint_text(rows, terms, at):
    around = Surroundings.of(np.arange(len(rows)), len(rows), np.zeros_like)
    texts = [list(chain(*rows[max(row - 1, 0) : row + 2])) for row in range(len(rows))]
    mean = sum(map(len, texts)) / len(texts)
    idf = {term: math.log(1 + (len(rows) - n + 0.5) / (n + 0.5)) for term in terms if (n := have(rows, term)) >= 0}
    expected = [
        sum(idf[term] * (n := text.count(term)) / (n + 1.5 * (0.25 + 0.75 * len(text) / mean)) for term in terms)
        for text in texts
    ]
    found = index(*rows, at=min(at, len(rows))).compare(Counter(terms), around).together
    assert found.tolist() == pytest.approx(expected, abs=1e-5)


def have(rows, term):
    return sum(term in row for row in rows)


def test_best_takes_the_highest_and_of_equal_ones_the_earlier():
    scores = np.array([1, 3, 2, 3, 0], np.float32)
    assert best(scores, 3) == [(1, 3.0), (3, 3.0), (2, 2.0)]
    assert best(scores, 99)[-1] == (4, 0.0)
    assert best(scores, 0) == best(scores[:0], 5) == []


ROWS = st.lists(st.lists(st.integers(0, 5), max_size=12), max_size=12)


@given(ROWS, st.integers(0, 12), st.lists(st.integers(0, 6), max_size=4), st.data())
def test_parts_with_rows_that_are_gone_are_searched_as_one_without_them(rows, at, terms, data):
    stays = np.array(data.draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows))), bool)
    at = min(at, len(rows))
    parts = [(postings(rows[:at]), stays[:at]), (postings(rows[at:]), stays[at:])]
    wanted = Counter(terms)
    numbers = np.cumsum(stays) - 1
    fresh = index(*(row for row, stay in zip(rows, stays, strict=True) if stay))
    expected = fresh.search(wanted, 20)
    apart = KeywordIndex(parts)
    assert [(numbers[row], pytest.approx(score)) for row, score in apart.search(wanted, 20)] == expected
    compared = apart.compare(wanted, alone(np.flatnonzero(stays))), fresh.compare(wanted, alone(range(sum(stays))))
    assert [part.tolist() for part in compared[0]] == [pytest.approx(part.tolist()) for part in compared[1]]
    assert numbers[apart.having(terms)].tolist() == fresh.having(terms).tolist()
    joined = merged(parts)
    for field in Postings.__slots__:
        built = getattr(postings([row for row, stay in zip(rows, stays, strict=True) if stay]), field)
        assert getattr(joined, field).tolist() == built.tolist()


def test_only_allowed_rows_are_found():
    allowed = np.array([False, True, True])
    assert [row for row, _ in index([CAT], [CAT], [DOG]).search(Counter([CAT]), 5, allowed)] == [1]


def test_rows_with_all_of_the_terms_are_told():
    assert index([CAT, DOG], [CAT], [DOG, BIRD, CAT], at=1).having([DOG, CAT]).tolist() == [0, 2]


def test_a_term_counts_at_most_255_times():
    assert postings([[CAT] * 300]).frequencies.tolist() == [255]


@given(st.lists(st.integers(-3, 3), max_size=600), st.integers(1, 4), st.sampled_from([-math.inf, 0, 2]))
def test_the_best_are_those_that_sorting_all_would_find(values, limit, above):
    ordered = sorted((-value, position) for position, value in enumerate(values) if value > above)
    assert best(np.array(values, np.float32), limit, above) == [(at, -value) for value, at in ordered[:limit]]


@pytest.mark.parametrize("above", [-np.inf, 0.0, 0.9, 2.0])
@pytest.mark.parametrize("steps", [10, 100_000], ids=["many equal", "few equal"])
def test_the_best_of_very_many_are_those_that_sorting_all_would_find(steps, above):
    scores = (np.random.default_rng(0).integers(0, steps, 20_000) / steps).astype(np.float32)
    order = sorted(range(len(scores)), key=lambda at: (-scores[at], at))
    expected = [(at, float(scores[at])) for at in order if scores[at] > above][:7]
    assert best(scores, 7, above) == expected
