from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from host.core.packing import Unit, pack

units = st.lists(
    st.builds(Unit, st.integers(0, 30), st.floats(-1, 2, allow_nan=False), st.integers(0, 10), st.booleans()),
    max_size=40,
)


def sizes(units, room):
    firsts = [*pack(units, room), len(units)]
    return [sum(unit.tokens for unit in units[first:last]) for first, last in pairwise(firsts)]


def test_what_fits_together_is_one_piece():
    assert pack([Unit(3), Unit(3), Unit(3)], 12) == [0]


def test_pieces_are_of_like_size_rather_than_full_with_a_small_rest():
    assert sizes([Unit(10)] * 11, 100) == [50, 60] or sizes([Unit(10)] * 11, 100) == [60, 50]


def test_a_cut_falls_where_it_costs_least():
    row = [Unit(10, 0.3)] * 11
    row[4] = Unit(10, 0.0)
    assert pack(row, 100) == [0, 4]


def test_a_cut_that_does_good_is_made_though_all_would_fit():
    assert pack([Unit(40), Unit(40, -0.8)], 100) == [0, 1]
    assert pack([Unit(40), Unit(40, 0.0)], 100) == [0]


def test_what_a_piece_has_besides_its_units_counts():
    assert pack([Unit(40), Unit(40, extra=30), Unit(40, extra=30)], 100) == [0, 2]
    assert sizes([Unit(40, extra=70)] * 2, 100) == [40, 40]


def test_a_piece_holds_whole_sections_or_parts_of_one():
    small, large = Unit(5, section=True), [Unit(30, section=True), Unit(30), Unit(30), Unit(30)]
    assert pack([small, *large], 100)[:2] == [0, 1]
    assert pack([small, small, *large], 100)[:2] == [0, 2]
    assert pack([*large, small], 100)[-1] == 4


def test_what_is_no_section_is_not_left_alone_when_it_is_tiny():
    assert pack([Unit(5), Unit(70, -0.5)], 100) == [0]
    assert pack([Unit(5, section=True), Unit(70, -0.98, section=True)], 100) == [0, 1]


def test_nothing_makes_no_pieces():
    assert pack([], 10) == []


@given(units, st.integers(1, 60))
def test_no_piece_is_over_the_room_but_a_single_unit(row, room):
    firsts = pack(row, room)
    assert firsts[:1] == [0][: len(row)]
    for first, last in pairwise([*firsts, len(row)]):
        assert first < last
        size = sum(unit.tokens for unit in row[first:last]) + row[first].extra
        assert size <= room or last == first + 1
        crosses = any(unit.section for unit in row[first + 1 : last])
        assert not crosses or ((first == 0 or row[first].section) and (last == len(row) or row[last].section))
