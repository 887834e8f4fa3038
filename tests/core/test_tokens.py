import numpy as np

from host.core.tokens import Tokens


def tokens(starts, ids):
    return Tokens(np.array(starts, np.int64), np.array(ids, np.int64))


FOUR = tokens([0, 4, 8, 13], [7, 8, 7, 9])


def test_tokens_are_counted_where_they_start():
    assert len(FOUR) == 4
    assert FOUR.count(0, 8) == 2
    assert FOUR.count(1, 8) == 1
    assert FOUR.between(4, 13).tolist() == [8, 7]


def test_the_last_tokens_before_an_offset_are_found():
    assert FOUR.before(13, 2) == 4
    assert FOUR.before(13, 99) == 0
    assert FOUR.before(13, 0) == 13
    assert FOUR.before(0, 2) == 0


def test_parts_of_a_text_are_put_together():
    joined = Tokens.joined([FOUR, tokens([0, 2], [1, 2]).moved(20)])
    assert joined.starts.tolist() == [0, 4, 8, 13, 20, 22]
    assert joined.between(13, 22).tolist() == [9, 1]
