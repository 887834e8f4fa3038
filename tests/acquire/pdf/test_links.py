"""Links of PDF files made on the spot, read back."""

import pymupdf
import pytest

from host.acquire.pdf import links as module
from host.acquire.pdf.document import pdf_document

FILE = ("file:///guide.pdf", "guide.pdf")
HERE = "https://a.test/x"
SENTENCE = "The mast is raised as the guide tells, with two ropes."


def linked_pdf(uri=HERE, words="the guide", rotation=0, kind=pymupdf.LINK_URI, around=None, draw=None):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((50, 100), SENTENCE, fontsize=11)
    if draw:
        draw(page)
    area = around or page.search_for(words)[0]
    page.insert_link({"kind": kind, "from": area, "uri": uri, "page": 0, "to": pymupdf.Point(0, 0)})
    page.set_rotation(rotation)
    return file.tobytes()


@pytest.mark.parametrize("rotation", [0, 90, 180])
def test_a_link_is_written_around_its_words(rotation):
    markdown = pdf_document(linked_pdf(rotation=rotation), *FILE).markdown
    assert markdown == "The mast is raised as [the guide](https://a.test/x) tells, with two ropes."


@pytest.mark.parametrize(
    ("uri", "address"),
    [
        ("mailto:ann@a.test", "mailto:ann@a.test"),
        ("HTTPS://a.test/X", "https://a.test/X"),
        ("file:///etc/passwd", ""),
        ("javascript:alert(1)", ""),
        ("https:", ""),
    ],
)
def test_only_the_web_and_mailboxes_are_linked(uri, address):
    markdown = pdf_document(linked_pdf(uri), *FILE).markdown
    assert markdown == (SENTENCE.replace("the guide", f"[the guide]({address})") if address else SENTENCE)


def test_a_link_inside_the_file_is_left_out():
    assert pdf_document(linked_pdf(kind=pymupdf.LINK_GOTO), *FILE).markdown == SENTENCE


def test_half_a_word_may_be_linked():
    assert "[gui](https://a.test/x)de" in pdf_document(linked_pdf(words="gui"), *FILE).markdown


def test_characters_without_spaces_are_linked_one_by_one():
    def draw(page):
        page.insert_text((50, 200), "\u5173\u4e8e\u7ea2\u519b\u7684\u6545\u4e8b", fontname="china-s")

    markdown = pdf_document(linked_pdf(words="\u7ea2\u519b", draw=draw), *FILE).markdown
    assert "\u5173\u4e8e[\u7ea2\u519b](https://a.test/x)\u7684\u6545\u4e8b" in markdown


def columns(page):
    for row in range(8):
        page.insert_text((50, 200 + row * 14), f"left line {row} of the running text of the year", fontsize=10)
        page.insert_text((320, 200 + row * 14), f"right line {row} of the running text of the year", fontsize=10)


def test_a_link_over_two_columns_belongs_to_neither():
    markdown = pdf_document(linked_pdf(draw=columns, around=pymupdf.Rect(40, 220, 560, 250)), *FILE).markdown
    assert "left line 7" in markdown
    assert HERE not in markdown


def test_a_link_in_one_column_stays_there():
    markdown = pdf_document(linked_pdf(draw=columns, around=pymupdf.Rect(315, 218, 560, 245)), *FILE).markdown
    assert markdown.count(HERE) == 1
    assert (
        "[right line 2 of the running text of the year right line 3 of the running text of the year](https://a.test/x)"
        in markdown
    )


def rules(page):
    page.draw_rect((50, 200, 250, 240))
    page.draw_line((50, 220), (250, 220))
    page.draw_line((150, 200), (150, 240))
    for place, text in enumerate(["Part", "Page", "Mast", "the first"]):
        page.insert_text((55 + place % 2 * 100, 214 + place // 2 * 20), text, fontsize=10)


def aligned(page):
    for row, cells in enumerate([("Part", "Page"), ("Mast", "the first"), ("Sail", "the next"), ("Rope", "the last")]):
        for column, text in enumerate(cells):
            page.insert_text((50 + 120 * column, 200 + row * 14), text, fontsize=10)


@pytest.mark.parametrize("draw", [rules, aligned])
def test_links_stand_in_the_cells_of_tables(draw):
    markdown = pdf_document(linked_pdf(words="the first", draw=draw), *FILE).markdown
    assert "| Mast | [the first](https://a.test/x) |" in markdown


def test_no_more_links_than_can_be_meant_are_looked_at(monkeypatch):
    monkeypatch.setattr(module, "MOST", 0)
    assert pdf_document(linked_pdf(), *FILE).markdown == SENTENCE
