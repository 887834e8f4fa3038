import pytest

from host.acquire.formats.rtf import rtf_document
from host.errors import ConversionError, ErrorCode

FILE = ("file:///a.rtf", "a.rtf")


def rtf(body, info=""):
    return rb"{\rtf1\ansi\ansicpg1252{\info{\title " + info.encode() + rb"}}" + body + b"}"


@pytest.mark.parametrize(
    ("body", "markdown"),
    [
        (rb"{\b Masts}\par They are high.\par", "Masts\n\nThey are high."),
        (rb"M\'e4ste \u8364?5\par", "M\u00e4ste \u20ac5"),
        (
            rb"Parts\par\trowd\cellx1000\cellx2000 Mast\cell 12 kg\cell\row\trowd\cellx1000\cellx2000 Sail\cell 3 kg"
            rb"\cell\row\pard End\par",
            "Parts\n\n| Mast | 12 kg |\n| --- | --- |\n| Sail | 3 kg |\n\nEnd",
        ),
        (rb"M\u-10179?\u-8704? is up\par", "M\U0001f600 is up"),
        (rb"\bullet  a rope\par\bullet  a knife\par", "- a rope\n- a knife"),
    ],
)
def test_text_tables_and_lists_are_kept(body, markdown):
    assert rtf_document(rtf(body), *FILE).markdown == markdown


def test_it_is_named_by_its_properties_else_by_its_file():
    assert rtf_document(rtf(rb"x", info="A Guide"), *FILE).title == "A Guide"
    assert rtf_document(rb"{\rtf1 x}", *FILE).title == "a.rtf"


def test_an_empty_file_says_so():
    with pytest.raises(ConversionError) as caught:
        rtf_document(rb"{\rtf1\ansi\par}", *FILE)
    assert caught.value.code is ErrorCode.NO_TEXT
