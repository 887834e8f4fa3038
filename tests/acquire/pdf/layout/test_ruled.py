import pytest

from host.acquire.pdf.layout import ruled as module
from host.acquire.pdf.layout.page import Rule, Word
from host.acquire.pdf.layout.ruled import grids_of, ruled_tables
from tests.acquire.pdf.layout.pages import grid, words

LEFTS, TOPS = (50, 150, 250, 350), (100, 120, 140, 160)
CELLS = [("Part", "Weight", "Price"), ("Mast", "12 kg", "90"), ("Sail", "3 kg", "40")]


def tables(rules, texts):
    return [table.rows for table in ruled_tables(grids_of(rules), texts)]


def test_words_between_rules_are_a_table():
    (table,) = ruled_tables(grids_of(grid(LEFTS, TOPS)), words(CELLS, LEFTS[:3]))
    assert table.rows == tuple(CELLS)
    assert table.box == (50, 100, 350, 160)


def test_a_missing_wall_makes_one_cell():
    rules = [rule for rule in grid(LEFTS, TOPS) if rule.level or rule.at != 150] + [Rule(False, 150, 120, 160)]
    found = tables(rules, words([("All parts", "", "Price"), *CELLS[1:]], LEFTS[:3]))
    assert found == [(("All parts", "", "Price"), *CELLS[1:])]


def test_a_cell_may_reach_over_rows():
    rules = [rule for rule in grid(LEFTS, TOPS) if not rule.level or rule.at != 140] + [Rule(True, 140, 150, 350)]
    found = tables(rules, words([CELLS[0], ("Mast", "12 kg", "90"), ("", "3 kg", "40")], LEFTS[:3]))
    assert found == [(CELLS[0], ("Mast", "12 kg", "90"), ("", "3 kg", "40"))]


def test_open_sides_are_columns_too():
    rules = [rule for rule in grid(LEFTS, TOPS) if rule.level or rule.at in (150, 250)]
    assert tables(rules, words(CELLS, LEFTS[:3])) == [tuple(CELLS)]


def test_rows_that_no_rule_parts_are_told_by_their_lines():
    texts = [*CELLS, ("Rope", "1 kg", "5")]
    found = tables(grid(LEFTS, (100, 120, 180)), words(texts, LEFTS[:3]))
    assert found == [tuple(texts)]


def test_cells_with_lines_of_their_own_stay_whole():
    texts = words([("Mast", "", "a")], LEFTS[:3]) + words(
        [("of", "", ""), ("wood", "", "")], LEFTS[:3], top=112, pitch=12
    )
    found = tables(grid(LEFTS, (100, 140, 160)), [*texts, *words([("Sail", "", "b")], LEFTS[:3], top=140)])
    assert found == [(("Mast of wood", "a"), ("Sail", "b"))]


def test_a_table_in_a_frame_is_found_once():
    frame = grid((20, 500), (60, 300))
    assert tables([*frame, *grid(LEFTS, TOPS)], words(CELLS, LEFTS[:3])) == [tuple(CELLS)]


@pytest.mark.parametrize(
    ("rules", "cells"),
    [
        ([], CELLS),
        (grid((50, 350), (100, 160)), CELLS),
        (grid(LEFTS, TOPS), [("Part", "", ""), ("", "", ""), ("", "", "")]),
        (grid(LEFTS, TOPS), [("One", "", ""), ("", "Two", ""), ("", "", "Three")]),
        (grid(LEFTS, TOPS), [("One", "", "")]),
        ([rule for rule in grid(LEFTS, TOPS) if rule.level], CELLS),
    ],
    ids=["no rules", "a frame", "a chart", "boxes around lines", "one cell", "no upright rules"],
)
def test_what_is_no_table(rules, cells):
    assert tables(rules, words(cells, LEFTS[:3])) == []


def test_rules_around_running_text_are_no_table():
    long = [Word("word", (55, 105, 60, 110))] * 80
    assert tables(grid(LEFTS, TOPS), [*words(CELLS, LEFTS[:3]), *long, *long, *long, *long]) == []
    assert tables(grid(LEFTS, TOPS), [*words(CELLS[:1], LEFTS[:3]), *long]) == []


def test_rules_that_cut_words_are_no_table():
    cut = [Word("harbour", (140, top, 160, top + 8)) for top in (106, 126, 146)]
    assert tables(grid(LEFTS, TOPS), [*words(CELLS, LEFTS[:3]), *cut]) == []


def test_graph_paper_is_no_table(monkeypatch):
    monkeypatch.setattr(module, "MOST_CELLS", 8)
    assert tables(grid(LEFTS, TOPS), words(CELLS, LEFTS[:3])) == []
