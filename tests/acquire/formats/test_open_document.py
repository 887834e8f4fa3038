import io
import zipfile

import pytest

from host.acquire.formats.open_document import odt_document
from host.errors import ConversionError, ErrorCode
from tests.acquire.office import open_document, package

FILE = ("file:///boats.odt", "boats.odt")
NUMBERED = '<text:list-style style:name="N"><text:list-level-style-number text:level="1"/></text:list-style>'


def markdown(body, **fields):
    return odt_document(open_document(body, **fields), *FILE).markdown


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('<text:h text:outline-level="2">Masts</text:h><text:p>High.</text:p>', "## Masts\n\nHigh."),
        ("<text:p>a<text:tab/>b<text:s text:c='2'/>c<text:line-break/>d</text:p>", "a b c\nd"),
        ('<text:p><text:a xlink:href="https://a.test/">here</text:a></text:p>', "[here](https://a.test/)"),
        (
            '<text:list text:style-name="N"><text:list-item><text:p>one</text:p><text:list><text:list-item>'
            "<text:p>in it</text:p></text:list-item></text:list></text:list-item>"
            "<text:list-item><text:p>two</text:p></text:list-item></text:list>",
            "1. one\n   - in it\n2. two",
        ),
        (
            "<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>"
            '<table:table-cell table:number-columns-repeated="2"><text:p>b</text:p></table:table-cell>'
            "</table:table-row><table:table-row><table:table-cell><text:p>1</text:p><text:p>2</text:p>"
            "</table:table-cell></table:table-row></table:table>",
            "| a | b | b |\n| --- | --- | --- |\n| 1 2 |",
        ),
        (
            "<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell>"
            "<table:table><table:table-row><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>"
            "<table:table-row><table:table-cell><text:p>c</text:p></table:table-cell></table:table-row></table:table>"
            "</table:table-cell></table:table-row></table:table>",
            "| a | b; c |\n| --- | --- |",
        ),
        (
            "<text:p>Mast<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Wood.</text:p>"
            "</text:note-body></text:note> up</text:p>",
            "Mast[1] up\n\n1. Wood.",
        ),
        (
            "<text:p>Mast<office:annotation><dc:creator>Ann</dc:creator><text:p>Really?</text:p></office:annotation>"
            "</text:p>",
            "Mast[1]\n\n1. Comment by Ann: Really?",
        ),
        (
            "<text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:p><!-- a remark -->kept</text:p>",
            "kept",
        ),
        (
            "<text:p><draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame></text:p>"
            "<text:p><draw:frame><svg:desc>A boat</svg:desc><draw:image/></draw:frame></text:p>",
            "In a box\n\n[Image: A boat]",
        ),
        ('<draw:page draw:name="One"><text:p>Said</text:p></draw:page>', "## One\n\nSaid"),
    ],
)
def test_the_parts_of_a_document_are_kept(body, expected):
    assert markdown(body, styles=NUMBERED) == expected


@pytest.mark.parametrize(
    ("title", "body", "named"),
    [
        ("A Guide", "<text:p>x</text:p>", "A Guide"),
        ("", '<text:h text:outline-level="1">Masts</text:h>', "Masts"),
        ("", "<text:p>x</text:p>", "boats.odt"),
    ],
)
def test_a_document_is_named_by_its_properties_its_heading_or_its_file(title, body, named):
    assert odt_document(open_document(body, title=title), *FILE).title == named


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (open_document("<text:p>x</text:p>", locked=True), ErrorCode.NOT_SUPPORTED),
        (open_document("<text:p/>"), ErrorCode.NO_TEXT),
        (open_document("<text:p>"), ErrorCode.DAMAGED),
        (open_document("<text:p>x</text:p>")[:-100], ErrorCode.DAMAGED),
    ],
    ids=["locked", "empty", "broken XML", "cut short"],
)
def test_a_file_that_gives_no_text_says_why(data, code):
    with pytest.raises(ConversionError) as caught:
        odt_document(data, *FILE)
    assert caught.value.code is code


def test_presentations_say_what_they_are_and_have_a_section_for_each_page():
    box = "<draw:frame><draw:text-box><text:p>On it</text:p></draw:text-box></draw:frame>"
    page = f'<draw:page draw:name="One">{box}</draw:page>'
    kind = "application/vnd.oasis.opendocument.presentation"
    with zipfile.ZipFile(io.BytesIO(open_document(page))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    document = odt_document(package({**parts, "mimetype": kind}), *FILE)
    assert (document.markdown, document.media_type) == ("## One\n\nOn it", kind)


def test_hidden_text_and_readings_are_left_out():
    ruby = "<text:ruby><text:ruby-base>The mast</text:ruby-base><text:ruby-text>reading</text:ruby-text></text:ruby>"
    body = f"<text:p>{ruby} is<text:hidden-text>secret</text:hidden-text> up.</text:p>"
    assert odt_document(open_document(body), *FILE).markdown == "The mast is up."
