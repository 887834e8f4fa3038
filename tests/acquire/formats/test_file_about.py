"""What files say of who made them and when."""

import io
import json
import zipfile

import pymupdf
import pytest
from lxml import etree

from host.acquire.documents import Documents
from host.acquire.formats.file_about import dublin_core, front_about, pdf_about
from host.core.documents import About
from tests.acquire.files import docx, paragraph
from tests.acquire.office import book, open_document, presentation, workbook

ANN = About(("Ann Lee",), "2024-05-06", "2024-05-08")
CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:t="http://purl.org/dc/terms/">'
    "<dc:creator>Ann Lee</dc:creator><t:created>2024-05-06T08:00:00Z</t:created>"
    "<t:modified>2024-05-08T08:00:00Z</t:modified></cp:coreProperties>"
)


def about(data: bytes, name: str) -> About:
    return Documents().convert(data, uri=f"file:///{name}", name=name).about


def with_part(package: bytes, name: str, text: str) -> bytes:
    """The package with that part, in place of the one it may have."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as old, zipfile.ZipFile(made, "w") as new:
        for entry in old.namelist():
            if entry != name:
                new.writestr(entry, old.read(entry))
        new.writestr(name, text)
    return made.getvalue()


WORD = docx(paragraph("A document"))
SLIDES = presentation("Lamps")
SHEET = workbook(lambda made: made.add_worksheet().write(0, 0, "One cell"))


@pytest.mark.parametrize(("package", "name"), [(WORD, "a.docx"), (SLIDES, "a.pptx"), (SHEET, "a.xlsx")])
def test_an_office_file_says_it_in_its_core_properties(package, name):
    assert about(with_part(package, "docProps/core.xml", CORE), name) == ANN


@pytest.mark.parametrize("core", ["<broken", "<c/>", CORE.replace("Ann Lee", "python-docx")])
def test_core_properties_that_say_nothing_cost_nothing(core):
    assert about(with_part(WORD, "docProps/core.xml", core), "a.docx") == About()


def test_an_opendocument_says_it_in_words_of_its_own():
    meta = (
        '<m xmlns:dc="d" xmlns:meta="m"><meta:initial-creator>Ann Lee</meta:initial-creator><dc:creator>Ed</dc:creator>'
        "<meta:creation-date>2024-05-06T08:00:00</meta:creation-date><dc:date>2024-05-08T08:00:00</dc:date></m>"
    )
    assert about(with_part(open_document("<text:p>Oil</text:p>"), "meta.xml", meta), "a.odt") == ANN


def test_a_book_names_its_authors_and_publisher():
    package = etree.fromstring(
        '<package xmlns:dc="d"><metadata><dc:creator>Lee, Ann</dc:creator><dc:creator>Ben Roe</dc:creator>'
        "<dc:date>1985-01</dc:date><dc:publisher>Lamp House</dc:publisher><dc:description>On  oil.</dc:description>"
        '<meta property="dcterms:modified">2024-05-08T00:00:00Z</meta></metadata></package>'
    )
    assert dublin_core(package) == About(("Ann Lee", "Ben Roe"), "1985-01-01", "2024-05-08", "Lamp House", "On oil.")
    assert about(book({"a.xhtml": "<p>Oil</p>"}), "a.epub").published == ""


def test_a_pdf_says_it_in_its_information():
    file = pymupdf.open()
    file.new_page().insert_text((72, 72), "A page of text")
    file.set_metadata({"author": "Ann Lee", "creationDate": "D:20240506080000+02'00'", "modDate": "D:20240508080000Z"})
    assert about(file.tobytes(), "a.pdf") == ANN
    assert pdf_about({"author": None, "creationDate": "yesterday"}) == About()


def test_a_letter_is_by_its_sender_on_the_day_it_was_sent():
    head = "From: {}\nTo: ben@a.example\nSubject: Oil\nDate: Mon, 6 May 2024 23:30:00 -0700\n\nBuy some."
    assert about(head.format("Ann Lee <ann@a.example>").encode(), "a.eml") == About(("Ann Lee",), "2024-05-06")
    assert about(head.format("ann@a.example").encode(), "a.eml").authors == ("ann",)


def test_rich_text_says_it_in_its_header():
    source = rb"{\rtf1{\info{\author Ann Lee}{\creatim\yr2024\mo5\dy6\hr8}}Oil and wick.}"
    assert about(source, "a.rtf") == About(("Ann Lee",), "2024-05-06")
    assert about(rb"{\rtf1 Oil and wick.}", "a.rtf") == About()


@pytest.mark.parametrize(
    ("authors", "names"), [([{"name": "Ann Lee"}, {"email": "x"}, 7], ("Ann Lee",)), ("Ann", ()), (None, ())]
)
def test_a_notebook_may_name_its_authors(authors, names):
    notebook = {"metadata": {"authors": authors}, "cells": [{"cell_type": "markdown", "source": "Oil"}]}
    assert about(json.dumps(notebook).encode(), "a.ipynb").authors == names


def test_front_matter_names_authors_and_dates():
    people = "authors:\n  - Ann Lee\n  - name: Ben Roe\n"
    text = f"---\ntitle: Oil\n{people}date: 2024-05-06\nLastmod: 2024-05-08 10:00\n---\nOil."
    assert about(text.encode(), "a.md") == About(("Ann Lee", "Ben Roe"), "2024-05-06", "2024-05-08")
    assert front_about({"author": ["Ann Lee"], "summary": ["On oil."]}) == About(("Ann Lee",), description="On oil.")
