from host.acquire.pdf.layout.page import Block, Table
from host.acquire.pdf.layout.reading import read
from tests.acquire.pdf.layout.pages import block, rows

CELLS = [("Part", "Weight", "Price"), ("Mast", "12 kg", "90"), ("Sail", "3 kg", "40"), ("Rope", "1 kg", "5")]


def said(blocks):
    return [block.table.rows if block.table else tuple(line.text for line in block.lines) for block in blocks]


def test_a_table_stands_where_its_text_stood():
    table = Table((40, 112, 400, 135), (("a", "b"), ("c", "d")))
    text = block("before", "in the table", "in it too", "after")
    assert said(read([text], [table], list)) == [("before",), table.rows, ("after",)]


def test_tables_without_rules_are_found():
    page = [block("before", top=60), Block(tuple(rows(CELLS, (50, 150, 250)))), block("after", top=300)]
    assert said(read(page, [], list)) == [("before",), tuple(CELLS), ("after",)]


def test_a_page_without_text_is_empty():
    assert read([], [], list) == []
