"""PDF files made on the spot, read back."""

import threading
from pathlib import Path

import pymupdf
import pytest

from host.acquire.pdf import text as pdf_text
from host.acquire.pdf.document import pdf_document
from host.errors import ConversionError, ErrorCode
from tests.acquire.files import pdf, picture_pdf

FILE = ("file:///guide.pdf", "guide.pdf")
BODY = ("The mast is raised with two ropes and lowered with one.", 11)


def test_headings_are_told_by_their_size():
    document = pdf_document(pdf([("Sailing", 24), BODY, ("Raising the mast", 16), BODY]), *FILE)
    assert document.markdown == f"# Sailing\n\n{BODY[0]}\n\n## Raising the mast\n\n{BODY[0]}"
    assert document.media_type == "application/pdf"


def test_each_page_is_an_anchor_and_pages_without_text_are_passed_over():
    document = pdf_document(pdf([("First page", 11)], [], [("Third page", 11)]), *FILE)
    assert [(anchor.kind, anchor.value) for anchor in document.anchors] == [("page", "1"), ("page", "3")]
    assert document.markdown[document.anchors[1].start :] == "Third page"


def test_the_title_is_the_one_of_the_file_else_its_name():
    assert pdf_document(pdf([BODY], title="A Guide"), *FILE).title == "A Guide"
    assert pdf_document(pdf([BODY]), *FILE).title == "guide.pdf"


def test_words_cut_at_the_end_of_a_line_become_whole():
    document = pdf_document(pdf([("The light-\nhouse stands on the\nnorthern cape", 11)]), *FILE)
    assert document.markdown == "The lighthouse stands on the northern cape"


def test_list_items_stay_apart():
    document = pdf_document(pdf([("Bring:\n\u2022 a rope\n\u2022 a knife", 11)]), *FILE)
    assert document.markdown == "Bring:\n- a rope\n- a knife"


def test_text_set_in_a_typewriter_face_is_code():
    document = pdf_document(pdf([BODY, ("def f():\n    return 1", 11, "cour")]), *FILE)
    assert document.markdown.endswith("```\ndef f():\n    return 1\n```")


def test_a_ruled_table_becomes_a_table():
    document = pdf_document(pdf([BODY], table=True), *FILE)
    assert document.markdown == f"{BODY[0]}\n\n| Part | Weight |\n| --- | --- |\n| Mast | 12 kg |\n| Sail | 3 kg |"


def test_a_page_that_is_drawn_at_length_is_not_searched_for_tables(monkeypatch):
    monkeypatch.setattr(pdf_text, "MOST_CONTENT", 2)
    assert "12 kg |" not in pdf_document(pdf([BODY], table=True), *FILE).markdown


def test_a_long_large_text_is_no_heading():
    document = pdf_document(pdf([(("word " * 8 + "\n") * 6, 14), *[BODY] * 8]), *FILE)
    assert not document.markdown.startswith("#")


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (pdf([BODY], password="secret"), ErrorCode.ENCRYPTED, "locked"),
        (picture_pdf(), ErrorCode.NEEDS_OCR, "no text layer"),
        (pdf([]), ErrorCode.NO_TEXT, "has no text in it"),
        (b"%PDF-1.7\nnothing else", ErrorCode.DAMAGED, "damaged"),
        (b"", ErrorCode.DAMAGED, "damaged"),
    ],
    ids=["locked", "scanned", "empty page", "broken", "no bytes"],
)
def test_a_file_that_gives_no_text_says_why(data, code, words, capfd):
    with pytest.raises(ConversionError, match=words) as caught:
        pdf_document(data, *FILE)
    assert caught.value.code is code
    assert caught.value.next_step
    assert capfd.readouterr().out == ""


def test_the_right_password_opens_a_locked_file():
    data = pdf([BODY], password="secret")
    assert pdf_document(data, *FILE, "secret").markdown == BODY[0]
    with pytest.raises(ConversionError, match="The password does not open") as caught:
        pdf_document(data, *FILE, "other")
    assert caught.value.code is ErrorCode.ENCRYPTED


def test_several_threads_may_convert_at_once():
    data = pdf(*[[BODY]] * 20)
    found = []
    threads = [threading.Thread(target=lambda: found.append(pdf_document(data, *FILE).markdown)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1
    assert len(found) == 4


def test_ligatures_are_read_as_letters():
    guide = Path(__file__).parents[2] / "sample" / "files" / "service-guide.pdf"
    markdown = pdf_document(guide.read_bytes(), "x", "x").markdown
    assert "a finger nail" in markdown
    assert "the cups off." in markdown


def test_the_outline_says_what_is_a_heading():
    file = pymupdf.open(stream=pdf([("1 The mast", 11), BODY], [("Ropes", 11), BODY]))
    file.set_toc([[1, "The Mast", 1], [2, "Ropes", 2]])
    markdown = pdf_document(file.tobytes(), *FILE).markdown
    assert markdown == f"# 1 The mast\n\n{BODY[0]}\n\n## Ropes\n\n{BODY[0]}"


def test_columns_are_read_one_after_the_other():
    file = pymupdf.open()
    page = file.new_page()
    for row in range(8):
        page.insert_text((50, 60 + row * 14), f"left line {row} of the running text", fontsize=10)
        page.insert_text((320, 60 + row * 14), f"right line {row} of the running text", fontsize=10)
    markdown = pdf_document(file.tobytes(), *FILE).markdown
    assert markdown.index("left line 7") < markdown.index("right line 0")


def test_a_table_without_rules_becomes_a_table():
    file = pymupdf.open()
    page = file.new_page()
    for row, cells in enumerate([("Part", "Weight"), ("Mast", "12 kg"), ("Sail", "3 kg"), ("Rope", "1 kg")]):
        for column, text in enumerate(cells):
            page.insert_text((50 + 120 * column, 60 + row * 14), text, fontsize=10)
    assert "| Mast | 12 kg |" in pdf_document(file.tobytes(), *FILE).markdown


def test_running_heads_are_said_once():
    pages = [[("The yearbook", 8), (f"Chapter of the number {n}", 11), ("text " * 60, 11)] for n in range(6)]
    assert pdf_document(pdf(*pages), *FILE).markdown.count("The yearbook") == 1
