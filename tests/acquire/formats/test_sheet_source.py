import io
import zipfile

import pytest

from host.acquire.formats import archive as archive_module
from host.acquire.formats import sheet_source as module
from host.acquire.formats.sheet_source import as_seen
from host.acquire.formats.sheets import sheets_document
from host.errors import ConversionError, ErrorCode
from tests.acquire.office import package, workbook

FILE = ("file:///a.xlsx", "a.xlsx")


def read(fill):
    return sheets_document(workbook(fill), *FILE).markdown


@pytest.mark.parametrize(
    ("form", "value", "shown"),
    [
        ("0%", 0.25, "25%"),
        ("0.00%", 0.25, "25.00%"),
        ("0.0%;[Red]-0.0%", -0.125, "-12.5%"),
        ('0.0 "% of all"', 12.5, "12.5"),
        ("0.00", 0.25, "0.25"),
        ("0.0%", "none", "none"),
    ],
)
def test_shares_are_shown_as_per_cent(form, value, shown):
    def fill(made):
        sheet = made.add_worksheet()
        sheet.write_row(0, 0, ["Part", "Share"])
        sheet.write(1, 0, "Mast")
        sheet.write(1, 1, value, made.add_format({"num_format": form}))

    assert read(fill) == f"| Part | Share |\n| --- | --- |\n| Mast | {shown} |"


def test_what_nobody_computed_is_shown_as_its_formula():
    def fill(made):
        sheet = made.add_worksheet()
        sheet.write_row(0, 0, ["Mast", "Both"])
        sheet.write_formula(1, 0, '=IF(1<2,"a","b")', value="")
        sheet.write_formula(1, 1, "=1+2", value=3)

    assert read(fill) == '| Mast | Both |\n| --- | --- |\n| =IF(1<2,"a","b") | 3 |'


def far(made):
    sheet = made.add_worksheet()
    sheet.write_row(0, 0, ["Part", "Weight"])
    sheet.write_row(1, 0, ["Mast", 12])
    sheet.write(1_048_575, 16_383, "far away")
    sheet.merge_range(5, 0, 5, 1, "merged")


def test_cells_that_stand_far_apart_fill_no_memory():
    table = "| Part | Weight |\n| --- | --- |\n| Mast | 12 |"
    assert read(far) == f"{table}\n\nmerged\n\nfar away"


def test_far_columns_keep_their_order(monkeypatch):
    monkeypatch.setattr(module, "MOST_CELLS", 10)
    cells = [(0, "one"), (25, "two"), (26, "three"), (701, "four"), (702, "five")]

    def fill(made):
        sheet = made.add_worksheet()
        for column, text in cells:
            sheet.write(0, column, text)
            sheet.write(1, column, f"{text} again")

    assert read(fill).startswith("| one | two | three | four | five |")


@pytest.mark.parametrize(
    "data",
    [workbook(lambda made: made.add_worksheet().write(0, 0, "Mast")), b"no workbook", package({"xl/styles.xml": "<"})],
    ids=["plain", "other", "broken"],
)
def test_everything_else_stays_as_it_is(data):
    assert as_seen(data, "a.xlsx") is data


def test_a_workbook_that_unpacks_without_end_is_refused(monkeypatch):
    monkeypatch.setattr(archive_module, "MAX_UNPACKED", 100)
    with pytest.raises(ConversionError) as caught:
        read(far)
    assert caught.value.code is ErrorCode.TOO_LARGE


def test_a_share_that_is_no_number_is_left_to_the_reader():
    data = workbook(lambda made: made.add_worksheet().write(0, 0, 0.5, made.add_format({"num_format": "0%"})))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["xl/worksheets/sheet1.xml"] = parts["xl/worksheets/sheet1.xml"].replace(b"<v>0.5</v>", b"<v>half</v>")
    broken = package(parts)
    assert as_seen(broken, "a.xlsx") is broken
