from email.message import EmailMessage

import pytest

from host.acquire.formats.mail import mail_document
from host.errors import ConversionError, ErrorCode

FILE = ("file:///a.eml", "a.eml")


def message(text="The mast is here.", page="", **headers):
    made = EmailMessage()
    made["From"] = "Ann <ann@a.test>"
    made["To"] = "bo@a.test"
    made["Subject"] = "The mast"
    for name, value in headers.items():
        made[name] = value
    if text:
        made.set_content(text)
    if page:
        made.add_alternative(page, subtype="html") if text else made.set_content(page, subtype="html")
    return made


def test_headers_text_and_attachments_are_told():
    made = message(Date="Mon, 01 Jul 2024 10:00:00 +0200")
    made.add_attachment(b"x" * 2_500_000, maintype="application", subtype="pdf", filename="plan.pdf")
    made.add_attachment(message(Subject2="x"))
    document = mail_document(made.as_bytes(), *FILE)
    assert document.markdown == (
        "# The mast\n\n- From: Ann <ann@a.test>\n- To: bo@a.test\n- Date: Mon, 01 Jul 2024 10:00:00 +0200\n\n"
        "The mast is here.\n\n## The mast\n\n- From: Ann <ann@a.test>\n- To: bo@a.test\n\nThe mast is here.\n\n"
        "## Attachments\n\n- plan.pdf (2.5 MB)"
    )
    assert document.title == "The mast"


@pytest.mark.parametrize(
    ("made", "body"),
    [
        (message("Plain.", "<p>Page.</p>"), "Plain."),
        (message("", "<h1>Hi</h1><p>Page.</p>"), "# Hi\n\nPage."),
        (message(" \n", "<p>Page.</p>"), "Page."),
        (message(""), ""),
    ],
    ids=["text preferred", "page alone", "text that says nothing", "neither"],
)
def test_the_text_is_preferred_to_the_page(made, body):
    markdown = mail_document(made.as_bytes(), *FILE).markdown
    assert markdown.partition("- To: bo@a.test")[2].strip() == body


def test_what_is_not_in_the_charset_it_claims_is_read_all_the_same():
    raw = b"Subject: =?utf-8?q?M=C3=A4ste?=\r\nContent-Type: text/plain; charset=x-unknown\r\n\r\nM\xc3\xa4ste\r\n"
    assert mail_document(raw, *FILE).markdown == "# M\u00e4ste\n\nM\u00e4ste"


def test_headers_in_bytes_are_read_all_the_same():
    raw = "From: J\u00fcrgen <j@a.test>\nSubject: Gr\u00f6\u00dfe\n\nText\n"
    for charset in ("utf-8", "cp1252"):
        document = mail_document(raw.encode(charset), *FILE)
        assert document.markdown == "# Gr\u00f6\u00dfe\n\n- From: J\u00fcrgen <j@a.test>\n\nText"


def test_text_after_a_picture_is_text_and_no_attachment():
    parts = (
        "text/plain\n\nAbove.",
        'image/png; name="map.png"\n\nx',
        "text/html\n\n<p>Below.</p>",
        'text/plain; name="a.txt"\n\nNot this.',
    )
    body = "".join(f"--b\nContent-Type: {part}\n" for part in parts)
    raw = f"Subject: Map\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n{body}--b--\n"
    assert mail_document(raw.encode(), *FILE).markdown == (
        "# Map\n\nAbove.\n\nBelow.\n\n## Attachments\n\n- map.png (1 bytes)\n- a.txt (9 bytes)"
    )


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"Content-Type: multipart/encrypted; protocol=x; boundary=b\r\n\r\n--b--", ErrorCode.NOT_SUPPORTED),
        (b"Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n\r\nx", ErrorCode.NOT_SUPPORTED),
        (b"\r\n\r\n", ErrorCode.NO_TEXT),
    ],
)
def test_a_message_that_gives_no_text_says_why(raw, code):
    with pytest.raises(ConversionError) as caught:
        mail_document(raw, *FILE)
    assert caught.value.code is code


def test_a_forwarded_message_is_read_too():
    data = (
        b"Subject: Fwd\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
        b"--b\nContent-Type: text/plain\n\nSee below\n"
        b"--b\nContent-Type: message/rfc822\n\nFrom: Ann <ann@a.test>\nSubject: Inner\n\nInner text\n--b--\n"
    )
    markdown = mail_document(data, *FILE).markdown
    assert markdown.startswith("# Fwd\n\nSee below\n\n## Inner\n\n- From: Ann <ann@a.test>\n\nInner text")


def test_an_invitation_says_what_and_when():
    data = (
        b"Subject: Meet\nContent-Type: text/calendar\n\nBEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Raise\\, the \n mast\n"
        b"DTSTART;TZID=UTC:20240101T100000\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    assert mail_document(data, *FILE).markdown == "# Meet\n\n- Summary: Raise, the mast\n- Start: 20240101T100000"


def test_a_message_encrypted_in_its_text_says_so():
    with pytest.raises(ConversionError, match="encrypted") as caught:
        mail_document(b"Subject: x\n\n-----BEGIN PGP MESSAGE-----\nabc\n-----END PGP MESSAGE-----\n", *FILE)
    assert caught.value.code is ErrorCode.NOT_SUPPORTED
