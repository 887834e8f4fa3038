import pymupdf

from host.acquire.pdf import text as pdf_text
from host.acquire.pdf.text import blocks_of, rules_on, words_of
from tests.acquire.files import pdf


def page_of(data):
    return pymupdf.open(stream=data)[0]


def test_lines_say_how_they_are_set():
    page = page_of(pdf([("Plain", 11), ("Bold", 14, "hebo"), ("Code", 9, "cour")]))
    lines = [line for block in blocks_of(page) for line in block.lines]
    assert [(line.text, line.size, line.bold, line.code, line.level) for line in lines] == [
        ("Plain", 11.0, False, False, True),
        ("Bold", 14.0, True, False, True),
        ("Code", 9.0, False, True, True),
    ]


def test_text_that_runs_upwards_is_not_level():
    file = pymupdf.open()
    file.new_page().insert_text((50, 200), "Upwards", rotate=90)
    assert [line.level for block in blocks_of(page_of(file.tobytes())) for line in block.lines] == [False]


def test_characters_set_wide_are_closed_up():
    file = pymupdf.open()
    file.new_page().insert_text((50, 50), "\u5173 \u4e8e \u7ea2 \u519b of A B C", fontname="china-s")
    assert blocks_of(file[0])[0].lines[0].text == "\u5173\u4e8e\u7ea2\u519b of A B C"


def test_words_and_rules_come_with_their_places():
    page = page_of(pdf([], table=True))
    assert [word.text for word in words_of(page)][:2] == ["Part", "Weight"]
    assert len(rules_on(page)) == 7


def test_the_length_of_a_stream_may_stand_elsewhere(monkeypatch):
    file = pymupdf.open(stream=pdf([], table=True))
    page = file[0]
    content = page.get_contents()[-1]
    length = file.get_new_xref()
    file.update_object(length, "500")
    file.xref_set_key(content, "Length", f"{length} 0 R")
    assert rules_on(page)
    monkeypatch.setattr(pdf_text, "MOST_CONTENT", 499)
    assert rules_on(page) == []
