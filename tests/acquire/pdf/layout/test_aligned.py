import pytest

from host.acquire.pdf.layout.aligned import aligned_tables
from host.acquire.pdf.layout.page import Line, Word, around
from tests.acquire.pdf.layout.pages import LETTER, block, line, rows

LEFTS = (50, 150, 250)
CELLS = [("Part", "Weight", "Price"), ("Mast", "12 kg", "90"), ("Sail", "3 kg", "40"), ("Rope", "1 kg", "5")]


def found(lines, going_on=0, words=()):
    return [table.rows for table in aligned_tables(lines, lambda: words, going_on)]


def test_texts_below_each_other_are_a_table():
    (table,) = aligned_tables(rows(CELLS, LEFTS), list)
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


def run_together(cells, joined, lefts=LEFTS):
    """The lines and the words of a table of which these rows have their first two cells in one line."""
    lines, words = [], []
    for number, row in enumerate(cells):
        parts = rows([row], lefts, top=100 + 14 * number)
        for part in parts:
            left = part.box[0]
            for word in part.text.split():
                words.append(Word(word, (left, part.box[1], left + LETTER * len(word), part.box[3])))
                left += LETTER * (len(word) + 1)
        if number in joined:
            first, second, *others = parts
            parts = [Line(f"{first.text} {second.text}", around([first.box, second.box]), first.size), *others]
        lines += parts
    return lines, words


LONG = [
    ("Part", "Weight", "Price"),
    ("The masts of a yard", "12 kg", "90"),
    ("Sail", "3 kg", "40"),
    ("Rope", "1 kg", "5"),
]


@pytest.mark.parametrize("joined", [{1}, {0, 1}, {2, 3}], ids=["inside", "at the head", "at the foot"])
def test_cells_that_a_file_runs_together_are_told_by_their_columns(joined):
    lines, words = run_together(LONG, joined)
    assert found(lines, words=words) == [tuple(LONG)]


def test_a_number_at_the_right_edge_of_its_column_is_a_cell_of_its_own():
    cells = [("Part", "Price in marks"), ("Mast", "90"), ("Sail", "40"), ("Rope", "5"), ("Oar", "7")]
    lines = rows(cells, (50, 150))
    mast = Line("Mast with its two ropes 90", (50, 114, 220, 124), 10.0)
    words = [Word("Mast", (50, 114, 70, 124)), Word("ropes", (100, 114, 140, 124)), Word("90", (210, 114, 220, 124))]
    assert found([lines[0], lines[1], mast, *lines[4:]], words=words)[0][1] == ("Mast ropes", "90")


def test_a_line_that_no_word_tells_where_to_cut_stays_whole():
    lines, _ = run_together(LONG, {1})
    assert found(lines) == []


def test_a_row_that_bridges_columns_does_not_begin_a_table():
    bridge = [line("Total of the parts", 60, 86), line("95", LEFTS[2], 86)]
    assert found([*bridge, *rows(CELLS, LEFTS)]) == [tuple(CELLS)]


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
        pairs((50, 100), *((f"{n}.", f"the item {n}") for n in range(1, 5)), ("Sail", "and more"), ("Mast", "and so")),
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
        "list and more",
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
