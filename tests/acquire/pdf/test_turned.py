"""Pages that are set sideways or upside down, read as if they were level."""

import pymupdf
import pytest

from host.acquire.pdf.document import pdf_document

FILE = ("file:///a.pdf", "a.pdf")
CELLS = [("Part", "Weight"), ("Mast", "12 kg"), ("Sail", "3 kg"), ("Rope", "1 kg")]
TABLE = "| Part | Weight |\n| --- | --- |\n| Mast | 12 kg |\n| Sail | 3 kg |\n| Rope | 1 kg |"


def turned(rotate, shown=0, link=False):
    """A page with a heading over a table, its text turned counterclockwise; `shown`: turned back when it is shown."""
    file = pymupdf.open()
    page = file.new_page(width=600, height=600)

    def place(across, down):
        return {
            0: (across, down),
            90: (down, 600 - across),
            180: (600 - across, 600 - down),
            270: (600 - down, across),
        }[rotate]

    page.insert_text(place(50, 60), "The parts of the boat", fontsize=20, rotate=rotate)
    for row, cells in enumerate(CELLS):
        for column, text in enumerate(cells):
            page.insert_text(place(50 + 120 * column, 100 + row * 14), text, fontsize=10, rotate=rotate)
    if link:
        page.insert_link({"kind": pymupdf.LINK_URI, "from": page.search_for("Mast")[0], "uri": "https://a.test/x"})
    page.set_rotation(shown)
    return file.tobytes()


@pytest.mark.parametrize(("rotate", "shown"), [(0, 0), (90, 0), (90, 90), (270, 0), (270, 270), (180, 180)])
def test_headings_and_tables_are_found_whichever_way_they_stand(rotate, shown):
    assert pdf_document(turned(rotate, shown), *FILE).markdown == f"# The parts of the boat\n\n{TABLE}"


def test_links_stay_at_their_words():
    assert "| [Mast](https://a.test/x) | 12 kg |" in pdf_document(turned(90, link=True), *FILE).markdown


def test_a_sideways_note_beside_level_text_turns_nothing():
    file = pymupdf.open(stream=turned(0))
    file[0].insert_text((20, 400), "A note at the edge", rotate=90)
    assert TABLE in pdf_document(file.tobytes(), *FILE).markdown


def test_text_in_columns_of_characters_is_not_turned():
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text(
        (300, 100), "\u6845\u6746\u7528\u4e24\u6839\u7ef3\u5b50\u5347\u8d77", fontname="china-s", fontsize=20
    )
    assert pdf_document(file.tobytes(), *FILE).markdown == "\u6845\u6746\u7528\u4e24\u6839\u7ef3\u5b50\u5347\u8d77"
