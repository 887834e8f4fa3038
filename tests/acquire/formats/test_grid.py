"""Rows to tables."""

import pytest

from host.acquire.formats import grid as module
from host.acquire.formats.grid import cell, grouped, line, markdown_table


@pytest.mark.parametrize(
    ("rows", "markdown"),
    [
        ([["a", "b"], ["1", "2"]], "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        ([["a", "b"], ["1"]], "| a | b |\n| --- | --- |\n| 1 |  |"),
        ([["a"], ["1", "2"]], "| a |  |\n| --- | --- |\n| 1 | 2 |"),
        ([["a"]], "| a |\n| --- |"),
        ([], ""),
        ([["", ""], [""]], ""),
    ],
    ids=["full", "short row", "short header", "header alone", "no row", "no text"],
)
def test_rows_become_a_table(rows, markdown):
    assert markdown_table(rows) == markdown


def test_a_cell_is_one_line_and_a_bar_in_it_is_text():
    assert cell(" two\n lines | one ") == "two lines \\| one"
    assert line(["a", "b"]) == "| a | b |"


def test_a_long_table_is_cut_into_groups_that_each_have_the_header(monkeypatch):
    monkeypatch.setattr(module, "GROUP_CHARACTERS", 10)
    assert grouped([["n"], ["12345"], ["12"], ["34567"]], "Lines") == (
        "## Lines 1-1\n\n| n |\n| --- |\n| 12345 |\n\n"
        "## Lines 2-2\n\n| n |\n| --- |\n| 12 |\n\n"
        "## Lines 3-3\n\n| n |\n| --- |\n| 34567 |"
    )


def test_a_short_table_stays_whole():
    assert grouped([["n"], ["1"]]) == "| n |\n| --- |\n| 1 |"
