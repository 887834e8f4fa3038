import datetime

import pytest

from host.acquire.formats.sheets import sheets_document
from host.errors import ConversionError, ErrorCode
from tests.acquire.office import workbook

FILE = ("file:///stock.xlsx", "stock.xlsx")


def test_each_sheet_is_a_section_and_empty_rows_part_its_tables():
    def fill(book):
        stock = book.add_worksheet("Stock")
        for row, values in enumerate([["Spare parts"], ["Part", "Count"], ["Mast", 2], [], ["Note to all"]]):
            stock.write_row(row, 0, values)
        book.add_worksheet("Empty")
        book.add_worksheet("Dates").write_row(0, 0, ["a|b", "c\nd"])

    assert sheets_document(workbook(fill), *FILE).markdown == (
        "# Stock\n\nSpare parts\n\n| Part | Count |\n| --- | --- |\n| Mast | 2 |\n\nNote to all\n\n"
        "# Dates\n\n| a\\|b | c d |\n| --- | --- |"
    )


def test_values_are_shown_as_people_write_them():
    def fill(book):
        sheet = book.add_worksheet("Sheet1")
        date = book.add_format({"num_format": "yyyy-mm-dd"})
        sheet.write_row(0, 0, ["a", "b", "c", "d"])
        sheet.write_row(1, 0, [3.0, 0.1 + 0.2, True])
        sheet.write_datetime(1, 3, datetime.datetime(2024, 5, 1), date)
        sheet.write_formula(2, 0, "=A2*2", value=6)

    lines = sheets_document(workbook(fill), *FILE).markdown.splitlines()
    assert lines[0] == "| a | b | c | d |"
    assert lines[2:] == ["| 3 | 0.3 | TRUE | 2024-05-01 |", "| 6 |  |  |  |"]


def test_a_merged_cell_is_in_each_row_and_column_it_covers():
    def fill(book):
        sheet = book.add_worksheet("Sheet1")
        sheet.merge_range(0, 0, 0, 1, "Boats")
        sheet.merge_range(1, 0, 2, 0, "Dinghy")
        sheet.write(1, 1, "red")
        sheet.write(2, 1, "blue")

    assert sheets_document(workbook(fill), *FILE).markdown == (
        "| Boats | Boats |\n| --- | --- |\n| Dinghy | red |\n| Dinghy | blue |"
    )


def test_a_frame_around_everything_is_not_repeated():
    def fill(book):
        sheet = book.add_worksheet("Sheet1")
        sheet.merge_range(0, 0, 50, 20, "Draft")
        sheet.write(51, 0, "end")

    assert sheets_document(workbook(fill), *FILE).markdown.count("Draft") == 1


def test_long_sheets_repeat_their_header():
    def fill(book):
        sheet = book.add_worksheet("Log")
        for row in range(100):
            sheet.write_row(row, 0, ["Time", "Wind"] if row == 0 else [f"{row}:00", "north by north west"])

    markdown = sheets_document(workbook(fill), *FILE).markdown
    assert markdown.count("| Time | Wind |") > 1
    assert "## Rows 1-" in markdown
    assert "| 99:00 | north by north west |" in markdown


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (workbook(lambda book: book.add_worksheet()), ErrorCode.NO_TEXT),
        (workbook(lambda book: book.add_worksheet())[:-200], ErrorCode.DAMAGED),
        (b"PK\x03\x04", ErrorCode.DAMAGED),
    ],
    ids=["empty", "cut short", "no archive"],
)
def test_a_file_that_gives_no_text_says_why(data, code):
    with pytest.raises(ConversionError) as caught:
        sheets_document(data, *FILE)
    assert caught.value.code is code
