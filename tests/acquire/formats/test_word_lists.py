"""Numbers of Word's lists, as the document shows them."""

import io
import zipfile

import pytest

from host.acquire.formats.word_lists import numbered_paragraphs
from tests.acquire.office import package

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
NUMBERING = (
    f"<w:numbering {W}>"
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:start w:val="3"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="0"/>'
    '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>'
    '<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"/></w:num>'
    "</w:numbering>"
)


def item(text, number="1", level="0"):
    properties = f'<w:pPr><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr></w:pPr>'
    return f"<w:p>{properties if number else ''}<w:r><w:t>{text}</w:t></w:r></w:p>"


def numbers(*paragraphs, numbering=NUMBERING):
    document = f"<w:document {W}><w:body>{''.join(paragraphs)}</w:body></w:document>"
    parts = {"word/document.xml": document, **({"word/numbering.xml": numbering} if numbering else {})}
    with zipfile.ZipFile(io.BytesIO(package(parts))) as archive:
        return numbered_paragraphs(archive)


def test_an_interrupted_list_goes_on_counting():
    assert numbers(item("one"), item("between", ""), item("two")) == [("one", 1), ("two", 2)]


def test_deeper_levels_begin_anew_below_each_item():
    found = numbers(item("one"), item("a", level="1"), item("b", level="1"), item("two"), item("c", level="1"))
    assert [number for _, number in found] == [1, 3, 4, 2, 3]


def test_a_list_that_begins_anew_does_so_once():
    assert [number for _, number in numbers(item("x"), item("y", "2"), item("z", "2"))] == [1, 7, 8]


def test_lists_of_one_definition_share_their_counter():
    assert [number for _, number in numbers(item("x"), item("y", "3"))] == [1, 2]


@pytest.mark.parametrize("number", ["9", "0"])
def test_a_number_that_is_not_defined_is_none(number):
    assert numbers(item("x", number)) == []


def test_a_document_without_numbering_has_none():
    assert numbers(item("x"), numbering="") == []
