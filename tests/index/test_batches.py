import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.index.batches import token_batches


@pytest.mark.parametrize(
    ("lengths", "budget", "batches"),
    [
        ([], 10, []),
        ([3, 1, 2], 100, [[1, 2, 0]]),
        ([3, 1, 2], 4, [[1, 2], [0]]),
        ([9, 9], 4, [[0], [1]]),
        ([1, 50], 60, [[0], [1]]),
    ],
)
def test_texts_of_like_length_go_together(lengths, budget, batches):
    assert token_batches(lengths, budget) == batches


@given(st.lists(st.integers(1, 300)), st.integers(1, 1000))
def test_each_text_is_in_one_batch_and_no_batch_is_over_the_budget(lengths, budget):
    batches = token_batches(lengths, budget)
    assert sorted(index for batch in batches for index in batch) == list(range(len(lengths)))
    assert all(len(batch) == 1 or len(batch) * max(lengths[i] for i in batch) <= budget for batch in batches)
