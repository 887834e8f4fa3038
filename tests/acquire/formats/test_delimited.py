import pytest

from host.acquire.formats.delimited import delimited_document
from host.errors import ConversionError, ErrorCode

TABLE = "| Part | Weight |\n| --- | --- |\n| Mast | 12 |"


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"Part,Weight\r\nMast,12\r\n", "a.csv"),
        (b"Part;Weight\nMast;12", "a.csv"),
        (b"Part\tWeight\nMast\t12", "a.tsv"),
        (b"Part|Weight\n\nMast|12\n,\n", "a.csv"),
        ("Part,Weight\nMast,12".encode("utf-16"), "a.csv"),
        (b'\xef\xbb\xbf"Part", "Weight"\n"Mast", "12"', "a.csv"),
    ],
)
def test_delimiter_and_encoding_are_found_out(data, name):
    markdown = delimited_document(data, "x", name, "text/csv").markdown
    assert markdown.replace("\n| , |  |", "") == TABLE


def test_commas_inside_of_semicolons_are_decimals():
    data = b"Teil;Gewicht\nMast;12,5\nSegel;3,2"
    assert "| Mast | 12,5 |" in delimited_document(data, "x", "a.csv", "").markdown


def test_long_tables_repeat_their_header():
    rows = "\n".join(f"{number},{'word ' * 20}" for number in range(1, 31))
    markdown = delimited_document(f"id,text\n{rows}".encode(), "x", "a.csv", "").markdown
    groups = markdown.split("## Rows ")[1:]
    assert len(groups) > 1
    assert all("| id | text |\n| --- | --- |" in group for group in groups)
    assert groups[0].startswith("1-")
    assert markdown.count("word word") >= 30


def test_rows_of_different_length_and_bars_are_kept():
    assert delimited_document(b"a,b\n1\n2,3|4,5", "x", "a.csv", "").markdown == (
        "| a | b |  |\n| --- | --- | --- |\n| 1 |  |  |\n| 2 | 3\\|4 | 5 |"
    )


@pytest.mark.parametrize("first", ["sep=;", '"SEP=;"'])
def test_a_line_that_only_names_the_delimiter_is_no_row(first):
    table = f"{first}\r\na,b;c\r\n1,5;2\r\n"
    assert delimited_document(table.encode(), "x", "a.csv", "").markdown == "| a,b | c |\n| --- | --- |\n| 1,5 | 2 |"


def test_a_list_of_single_values_is_a_table_of_one_column():
    assert delimited_document(b"name\nAnn\nBo", "x", "a.csv", "").markdown == "| name |\n| --- |\n| Ann |\n| Bo |"


def test_cells_larger_than_the_module_allows_are_read():
    data = b"a,b\n" + b"x" * 200_000 + b",y"
    assert len(delimited_document(data, "x", "a.csv", "").markdown) > 200_000


def test_a_cell_without_end_is_read_line_by_line(monkeypatch):
    monkeypatch.setattr("host.acquire.formats.delimited._LONGEST_CELL", 10)
    assert "longer than ten" in delimited_document(b"a,b\nlonger than ten,2", "x", "a.csv", "").markdown


@pytest.mark.parametrize("data", [b"", b"\n,,\n", b" , \n"])
def test_an_empty_table_says_so(data):
    with pytest.raises(ConversionError) as caught:
        delimited_document(data, "x", "a.csv", "")
    assert caught.value.code is ErrorCode.NO_TEXT
