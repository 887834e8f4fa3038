"""Markdown and plain text files."""

import pytest

from host.acquire.formats.text import looks_binary, markdown_document, text_document
from host.errors import ConversionError, ErrorCode

FILE = ("file:///notes/a.md", "a.md", "")


@pytest.mark.parametrize(
    ("text", "title", "body"),
    [
        ("# Heading\n\nText", "Heading", "# Heading\n\nText"),
        ("Heading\n=======\n\nText", "Heading", "Heading\n=======\n\nText"),
        ("Text only", "a.md", "Text only"),
        ('---\ntitle: "A title"\ntags: [x]\n---\n\n# Heading\n', "A title", "# Heading"),
        ("---\ntags: [x]\n...\n# Heading #\n", "Heading", "# Heading #"),
        ("---\n---\nText", "a.md", "Text"),
        ("\ufeff---\r\ntitle: T\r\n---\r\nText\r\nmore", "T", "Text\nmore"),
        ("Text\n\n---\n\ntitle: not one\n\n---", "a.md", "Text\n\n---\n\ntitle: not one\n\n---"),
        ("---\n# A rule above\n\ntext\n\n---\nmore", "A rule above", "---\n# A rule above\n\ntext\n\n---\nmore"),
        ("---\n# A note\n---\nmore", "A note", "---\n# A note\n---\nmore"),
        ("---\nNote: this\nis prose\n---\nmore", "a.md", "---\nNote: this\nis prose\n---\nmore"),
        ("---\ntitle: >-\n  The long\n  title\ntags:\n- x\n---\nText", "The long title", "Text"),
        ('+++\ntitle = "Of Hugo"\ntags = ["x"]\n[menu]\na = 1\n+++\nText', "Of Hugo", "Text"),
        ("+++\ntitle = broken\n+++\nText", "a.md", "Text"),
        ("![A map](data:image/png;base64,AAAA) seen", "a.md", "[Image: A map] seen"),
    ],
)
def test_markdown_is_kept_as_it_is_but_for_its_front_matter(text, title, body):
    document = markdown_document(text.encode(), *FILE)
    assert (document.title, document.markdown, document.media_type) == (title, body, "text/markdown")


def test_front_matter_may_name_the_language():
    assert markdown_document(b"---\nlang: de\n---\nText", *FILE).language == "de"


def test_zeros_and_colours_are_no_text():
    log = b"\x1b[31mThe mast\x1b[0m is up.\0 " * 9
    assert text_document(log, "file:///b.log", "b.log", "").markdown == " ".join(["The mast is up."] * 9)


def test_plain_text_is_named_by_its_file():
    document = text_document("Erste Zeile\r\nzweite, größer".encode("cp1252"), "file:///b.txt", "b.txt", "")
    assert document.markdown == "Erste Zeile\nzweite, größer"
    assert (document.title, document.media_type) == ("b.txt", "text/plain")


@pytest.mark.parametrize("convert", [markdown_document, text_document])
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", ErrorCode.NO_TEXT),
        (b" \n\t", ErrorCode.NO_TEXT),
        (b"---\n---", ErrorCode.NO_TEXT),
        (bytes(range(32)) * 9, ErrorCode.DAMAGED),
    ],
)
def test_what_holds_no_text_says_so(convert, data, code):
    with pytest.raises(ConversionError) as caught:
        convert(data, *FILE)
    assert caught.value.code is code
    assert caught.value.next_step


def test_ordinary_text_is_not_binary():
    assert not looks_binary("Größe\t1\r\n\x1b[0m")
    assert not looks_binary("")
    assert looks_binary("\x00\x01\x02abc")
