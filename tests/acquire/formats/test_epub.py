import io
import zipfile

import pytest

from host.acquire.formats.epub import epub_document
from host.errors import ConversionError, ErrorCode
from tests.acquire.office import book, package

FILE = ("file:///boats.epub", "boats.epub")


def test_chapters_come_in_order_without_the_navigation():
    data = book(
        {"two.xhtml": "<h1>Masts</h1><p>High.</p>", "one.xhtml": "<script>x</script><p>White.</p>", "no.xhtml": ""},
        contents=[("one.xhtml", "Sails"), ("two.xhtml", "Other name")],
    )
    document = epub_document(data, *FILE)
    assert document.markdown == "# Masts\n\nHigh.\n\n## Sails\n\nWhite."
    assert (document.title, document.language) == ("On Boats", "en")


def test_a_chapter_of_nothing_but_marks_is_passed_over():
    data = book({"a.xhtml": "<p>Words</p>", "b.xhtml": ""})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["OEBPS/text/b.xhtml"] = b"<?xml version='1.0'?><!-- cover -->"
    assert epub_document(package(parts), *FILE).markdown == "Words"


def test_older_books_name_their_chapters_in_an_ncx():
    parts = {
        "META-INF/container.xml": '<c><rootfile full-path="b.opf"/></c>',
        "b.opf": '<package><manifest><item id="x" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
        '<item id="a" href="a%20b.html" media-type="text/html"/></manifest>'
        '<spine><itemref idref="a"/><itemref idref="gone"/></spine></package>',
        "toc.ncx": "<ncx><navPoint><navLabel><text>Sails</text></navLabel>"
        '<content src="a%20b.html#x"/></navPoint></ncx>',
        "a b.html": "<p>White.",
    }
    document = epub_document(package(parts), *FILE)
    assert document.markdown == "## Sails\n\nWhite."
    assert document.title == "boats.epub"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (book({"a.xhtml": "<p>x</p>"}, encrypted=["a.xhtml"]), ErrorCode.NOT_SUPPORTED),
        (book({"a.xhtml": "<p> </p>"}), ErrorCode.NO_TEXT),
        (book({"a.xhtml": "<p>x</p>"})[:-100], ErrorCode.DAMAGED),
        (package({"mimetype": "application/epub+zip"}), ErrorCode.DAMAGED),
    ],
    ids=["locked by a shop", "empty", "cut short", "parts missing"],
)
def test_a_file_that_gives_no_text_says_why(data, code):
    with pytest.raises(ConversionError) as caught:
        epub_document(data, *FILE)
    assert caught.value.code is code


def test_scrambled_fonts_lock_nothing():
    assert epub_document(book({"a.xhtml": "<p>Words</p>"}, encrypted=["font.otf"]), *FILE).markdown == "Words"
