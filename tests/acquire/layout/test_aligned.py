import pytest

from host.acquire.layout.aligned import aligned_tables
from tests.acquire.layout.pages import block, line, rows

LEFTS = (50, 150, 250)
CELLS = [("Part", "Weight", "Price"), ("Mast", "12 kg", "90"), ("Sail", "3 kg", "40"), ("Rope", "1 kg", "5")]


def found(lines, going_on=0):
    return [table.rows for table in aligned_tables(lines, going_on)]


def test_texts_below_each_other_are_a_table():
    (table,) = aligned_tables(rows(CELLS, LEFTS))
    assert table.rows == tuple(CELLS)
    assert table.box == (50, 100, 275, 152)


def test_text_above_and_below_is_not_part_of_it():
    above, below = line("A sentence that stands over all the columns", top=86), line("And one", top=170)
    assert found([above, *rows(CELLS, LEFTS), below]) == [tuple(CELLS)]


def test_a_text_that_stands_alone_right_below_is_left_out():
    assert found([*rows(CELLS, LEFTS), line("Note", top=153)]) == [tuple(CELLS)]


def test_empty_cells_stay_empty():
    cells = [*CELLS, ("Oar", "", "9")]
    assert found(rows(cells, LEFTS)) == [tuple(cells)]


def test_a_row_that_only_goes_on_is_joined_to_the_one_above():
    cells = [*CELLS[:3], ("", "dry", ""), CELLS[3]]
    assert found(rows(cells, LEFTS))[0][2] == ("Sail", "3 kg dry", "40")


def test_what_is_left_of_a_table_in_the_next_column_is_a_table():
    rest = rows(CELLS[:2], LEFTS)
    assert found(rest) == []
    assert found(rest, 3) == [tuple(CELLS[:2])]
    assert found(rest, 4) == []


def pairs(lefts, *cells):
    return rows(cells, lefts)


@pytest.mark.parametrize(
    "lines",
    [
        [],
        rows(CELLS[:2], LEFTS),
        pairs((50, 100), *((f"{n}.", f"the item {n}") for n in range(1, 7))),
        pairs((50, 100), *((str(n), f"line {n}") for n in range(1, 7))),
        pairs((50, 300), *((f"chapter {n} ......", str(n)) for n in range(1, 7))),
        pairs((50, 400), *(("some words of a longer text here", "and more words of another text") for _ in range(6))),
        pairs((50, 400), *(("and some words of a longer text", f"{n} kg") for n in range(6))),
        pairs((50, 150), *(("=", "+") for _ in range(6))),
        rows([("a", "b", "", ""), ("", "", "c", "d"), ("a", "", "", "d"), ("", "b", "c", "")], (*LEFTS, 350)),
        block("def f():", "    return 1", code=True).lines,
    ],
    ids=[
        "nothing",
        "two rows",
        "list",
        "line numbers",
        "contents",
        "columns",
        "beside text",
        "signs",
        "sparse",
        "code",
    ],
)
def test_what_is_no_table(lines):
    assert found(lines) == []
