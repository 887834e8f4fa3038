import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.core.surroundings import Surroundings


@given(st.lists(st.integers(1, 4), max_size=6), st.data())
def test_around_a_row_are_its_neighbours_in_the_same_document(sizes, data):
    documents = np.repeat(np.arange(len(sizes)), sizes)
    rows = sorted(data.draw(st.sets(st.integers(0, len(documents) - 1)))) if sizes else []
    values = np.array(data.draw(st.lists(st.integers(0, 99), min_size=len(documents), max_size=len(documents))))
    around = Surroundings.of(np.array(rows, np.int64), len(documents), lambda asked: documents[asked])
    assert around.rows[around.own].tolist() == rows
    near = [[other for other in (row - 1, row, row + 1) if same(documents, row, other)] for row in rows]
    assert around.rows.tolist() == sorted({other for run in near for other in run})
    expected = [sum(values[run].tolist()) for run in near]
    assert around.sums(values[around.rows] if rows else np.zeros(0)).tolist() == pytest.approx(expected)


def same(documents, row, other):
    return 0 <= other < len(documents) and documents[other] == documents[row]


def test_lines_of_several_values_are_added_up_each_by_itself():
    around = Surroundings.of(np.array([0, 2]), 3, lambda rows: np.array([7, 7, 8])[rows])
    assert around.sums(np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])).tolist() == [[4, 6], [5, 6]]
