from host.acquire.pdf.layout.rows import middle_of, rows_of, words_in
from tests.acquire.pdf.layout.pages import line


def test_lines_at_one_height_are_a_row_from_left_to_right():
    right, left, below = line("right", left=200, top=102), line("left"), line("below", top=112)
    assert rows_of([right, below, left]) == [[left, right], [below]]


def test_words_are_counted():
    assert words_in(line(" two words ")) == 2


def test_the_median_of_nothing_is_nothing():
    assert (middle_of([]), middle_of([3, 1, 2]), middle_of([1, 2])) == (0, 2, 2)
