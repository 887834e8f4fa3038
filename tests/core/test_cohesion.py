import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from host.core.cohesion import cohesion


def parts(*texts):
    """One token a word; each text is long enough to fill a window."""
    words = {word: n for n, word in enumerate(sorted({word for text in texts for word in text.split()}))}
    return [np.array([words[word] for word in text.split()] * 20, np.int64) for text in texts]


def test_the_least_cohesion_is_where_the_subject_changes():
    values = cohesion(parts("cat fur paw", "cat paw tail", "rate loan bank", "loan bank debt"))
    assert values.index(min(values)) == 2
    assert values[0] == 0.0


def test_words_that_are_everywhere_hold_nothing_together():
    values = cohesion(parts("the cat", "the cat", "the loan", "the loan", "the tax"))
    assert values[1] > values[2]
    assert values[3] > values[4]


def test_a_text_of_few_parts_has_nothing_unusual():
    assert cohesion([]) == []
    assert cohesion(parts("one")) == [0.0]
    assert cohesion(parts("one two", "one")) == [0.0, 0.0]


def test_parts_without_tokens_are_like_nothing():
    empty = np.array([], np.int64)
    assert cohesion([empty, empty, empty]) == [0.0, 0.0, 0.0]


@given(st.lists(st.lists(st.integers(0, 9), max_size=30), min_size=3, max_size=12))
def test_values_are_standardised(texts):
    values = cohesion([np.array(text, np.int64) for text in texts])
    assert len(values) == len(texts)
    assert max(map(abs, values)) <= 2
    assert np.std(values[1:]) < 1 + 1e-6
