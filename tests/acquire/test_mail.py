from email.message import EmailMessage

import pytest

from host.acquire.mail import mail_document
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
        "The mast is here.\n\n## Attachments\n\n- plan.pdf (2.5 MB)\n- message: The mast (0 bytes)"
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


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"Content-Type: multipart/encrypted; protocol=x; boundary=b\r\n\r\n--b--", ErrorCode.ENCRYPTED),
        (b"Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n\r\nx", ErrorCode.ENCRYPTED),
        (b"\r\n\r\n", ErrorCode.NO_TEXT),
    ],
)
def test_a_message_that_gives_no_text_says_why(raw, code):
    with pytest.raises(ConversionError) as caught:
        mail_document(raw, *FILE)
    assert caught.value.code is code
