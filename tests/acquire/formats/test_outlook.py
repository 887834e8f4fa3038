import struct

import pytest

from host.acquire.formats.outlook import is_message, message_document
from host.errors import ConversionError, ErrorCode
from tests.acquire.formats.test_compressed_rtf import PACKED
from tests.acquire.office import outlook

FILE = ("file:///a.msg", "a.msg")
SENT = 133_641_504_000_000_000
"""2024-06-29 16:00 UTC, in steps of 100 nanoseconds since 1601."""


def properties(tag=0x00390040, value=SENT):
    return bytes(32) + struct.pack("<IIQ", tag, 6, value)


def message(**streams):
    """Stream `p0037001F` is the property 0037 of type 001F; text becomes what its type says."""
    code_page = struct.pack("<IIQ", 0x3FFD0003, 6, 1252)
    named = {"__properties_version1.0": properties() + code_page}
    for name, value in streams.items():
        encoding = "utf-16-le" if name.endswith("001F") else "cp1252"
        named[f"__substg1.0_{name[1:]}"] = value.encode(encoding) if isinstance(value, str) else value
    return outlook(named)


def test_headers_text_and_attachments_are_told():
    data = outlook(
        {
            "__properties_version1.0": properties(),
            "__substg1.0_0037001F": "The mast".encode("utf-16-le"),
            "__substg1.0_0C1A001F": "Ann".encode("utf-16-le"),
            "__substg1.0_5D01001F": "ann@a.test".encode("utf-16-le"),
            "__substg1.0_0E04001F": "Bo".encode("utf-16-le"),
            "__substg1.0_1000001F": "It is here.\r\nCome.".encode("utf-16-le"),
            "__attach_version1.0_#00000000/__substg1.0_3707001F": "plan.pdf".encode("utf-16-le"),
            "__attach_version1.0_#00000000/__substg1.0_37010102": b"x",
        }
    )
    assert is_message(data)
    assert message_document(data, *FILE).markdown == (
        "# The mast\n\n- From: Ann <ann@a.test>\n- To: Bo\n- Date: 2024-06-29 16:00 UTC\n\nIt is here.\nCome.\n\n"
        "## Attachments\n\n- plan.pdf (4.1 kB)"
    )


@pytest.mark.parametrize(
    ("streams", "body"),
    [
        ({"p1000001E": "M\u00e4ste"}, "M\u00e4ste"),
        ({"p10130102": b"<p>A <b>page</b>.</p>"}, "A **page**."),
        ({"p1013001F": "<p>A page.</p>"}, "A page."),
        ({"p10090102": PACKED}, "hello world"),
    ],
    ids=["old text", "page in bytes", "page in text", "packed RTF"],
)
def test_the_body_is_found_in_whatever_form_it_has(streams, body):
    assert message_document(message(**streams), *FILE).markdown.partition("UTC")[2].strip() == body


def test_the_wire_tells_the_date_when_the_property_does_not():
    data = outlook(
        {
            "__properties_version1.0": properties(tag=1),
            "__substg1.0_0037001E": b"x",
            "__substg1.0_0C1F001E": b"ann@a.test",
            "__substg1.0_007D001E": b"Date: Mon, 1 Jul 2024 10:00:00 +0200\r\n",
        }
    )
    markdown = message_document(data, *FILE).markdown
    assert "- From: ann@a.test\n- Date: Mon, 1 Jul 2024 10:00:00 +0200" in markdown


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (message(), ErrorCode.NO_TEXT),
        (message(p0037001F="x")[:600], ErrorCode.DAMAGED),
        (message(p10090102=b"cut short"), ErrorCode.DAMAGED),
    ],
    ids=["empty", "cut short", "broken RTF"],
)
def test_a_file_that_gives_no_text_says_why(data, code):
    with pytest.raises(ConversionError) as caught:
        message_document(data, *FILE)
    assert caught.value.code is code
