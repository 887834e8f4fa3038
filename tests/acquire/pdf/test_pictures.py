"""Pages that show something and say nothing, among others."""

import pymupdf
import pytest

from host.acquire.pdf.document import pdf_document
from host.errors import ConversionError, ErrorCode

FILE = ("file:///scan.pdf", "scan.pdf")
GREY = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 9, 9))
GREY.clear_with(200)


def text(page, words="The mast is raised with two ropes.", top=300):
    page.insert_text((50, top), words, fontsize=11)


def picture(page, share=1.0):
    page.insert_image(pymupdf.Rect(0, 0, page.rect.width, page.rect.height * share), pixmap=GREY, keep_proportion=False)


def curves(page, count=150):
    """As a program draws letters that it turned to curves."""
    shape = page.new_shape()
    for place in range(count):
        shape.draw_bezier(*((50 + place + step, 300 + step % 2) for step in range(4)))
        shape.finish()
    shape.commit()


def both(page):
    picture(page)
    text(page)


def stamped(page):
    picture(page)
    text(page, "From the library of the harbour", top=20)
    page.insert_text((15, 500), "Copy 7", rotate=90)


def recognised(page):
    picture(page)
    page.insert_text((50, 20), "The harbour light", render_mode=3)


def logo(page):
    picture(page, share=0.03)


def illustrated(page):
    picture(page, share=0.4)
    text(page, "Running head", top=20)


def pdf_of(*drawings):
    file = pymupdf.open()
    for draw in drawings:
        draw(file.new_page())
    return file.tobytes()


@pytest.mark.parametrize(
    ("draw", "is_picture"),
    [
        (picture, True),
        (stamped, True),
        (curves, True),
        (lambda page: picture(page, share=0.3), True),
        (both, False),
        (recognised, False),
        (logo, False),
        (illustrated, False),
        (lambda page: curves(page, count=20), False),
        (lambda page: None, False),
    ],
    ids=[
        "scan",
        "stamped scan",
        "drawn letters",
        "photo",
        "text on a ground",
        "recognised",
        "logo",
        "head",
        "frame",
        "blank",
    ],
)
def test_a_page_is_a_picture_when_it_shows_something_and_says_nothing(draw, is_picture):
    document = pdf_document(pdf_of(text, draw, text), *FILE)
    assert document.pictures == ((2,) if is_picture else ())
    assert document.markdown.count("ropes") == 2 + (draw is both)


def test_a_file_of_nothing_but_drawn_letters_asks_for_recognition():
    with pytest.raises(ConversionError) as caught:
        pdf_document(pdf_of(curves), *FILE)
    assert caught.value.code is ErrorCode.NEEDS_OCR


def test_a_file_with_nothing_but_a_logo_is_empty():
    with pytest.raises(ConversionError) as caught:
        pdf_document(pdf_of(logo), *FILE)
    assert caught.value.code is ErrorCode.NO_TEXT
