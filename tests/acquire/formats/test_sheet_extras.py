import pytest

from host.acquire.formats.sheet_extras import beside_cells
from host.acquire.formats.sheets import sheets_document
from tests.acquire.office import package, workbook


def fill(made):
    sheet = made.add_worksheet("Parts")
    sheet.write_row(0, 0, ["Mast", 12])
    sheet.write_comment(0, 0, "Two metres\nhigh")
    chart = made.add_chart({"type": "line"})
    chart.add_series({"values": "=Parts!$B$1:$B$1"})
    chart.set_title({"name": "Weights of parts"})
    sheet.insert_chart("D1", chart)
    sheet.insert_textbox(9, 0, "Weighed in May")


def test_notes_charts_and_boxes_are_told():
    markdown = sheets_document(workbook(fill), "file:///a.xlsx", "a.xlsx").markdown
    assert markdown.endswith(
        "# Notes and charts\n\n- Chart: Weights of parts\n- Note on A1: Two metres high\n- Box: Weighed in May"
    )


def test_a_conversation_is_told_once():
    data = package(
        {
            "xl/comments1.xml": '<c><comment ref="B2"><t>[Threaded comment] Is it?</t></comment><comment/></c>',
            "xl/threadedComments/t1.xml": '<c><threadedComment ref="B2"><text>Is it?</text></threadedComment>'
            "<threadedComment><text> </text></threadedComment></c>",
        }
    )
    assert beside_cells(data) == "# Notes and charts\n\n- Note on B2: Is it?"


@pytest.mark.parametrize("data", [b"no workbook", package({"xl/comments1.xml": "<"}), package({"a.xml": "<a/>"})])
def test_where_there_is_none_nothing_is_told(data):
    assert beside_cells(data) == ""
