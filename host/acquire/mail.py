"""E-mail (.eml) to a Document: who wrote to whom and when, the text, and what was attached."""

from __future__ import annotations

import re
from collections.abc import Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parseaddr

from host.acquire import reasons
from host.acquire.attached import attachment_list
from host.acquire.decode import decoded
from host.acquire.file_about import stated_about
from host.acquire.to_markdown import html_to_markdown
from host.core.types import Document

MEDIA_TYPE = "message/rfc822"

HEADERS = ("From", "To", "Cc", "Date")
_LOCKED = ("application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted")


def mail_document(data: bytes, uri: str, name: str) -> Document:
    message = message_from_bytes(data, policy=policy.default)
    if message.get_content_type() in _LOCKED and message.get_param("smime-type") != "signed-data":
        raise reasons.protected(name, "an encrypted message")
    headers = [(header, _header(message, header)) for header in HEADERS]
    attached = [(_file_name(part), len(part.get_payload(decode=True) or b"")) for part in message.iter_attachments()]
    subject = _header(message, "Subject")
    return letter(uri, name, MEDIA_TYPE, subject, headers, _body(message), attached)


def letter(
    uri: str,
    name: str,
    media_type: str,
    subject: str,
    headers: Sequence[tuple[str, str]],
    body: str,
    attached: Sequence[tuple[str, int]],
) -> Document:
    """A message as Markdown, whatever it was stored in. Raises ConversionError when nothing is said in it."""
    if not re.search(r"\w", subject + body):
        raise reasons.empty(name)
    lines = [f"- {header}: {value}" for header, value in headers if value]
    parts = [f"# {subject}" if subject else "", "\n".join(lines), body, attachment_list(attached)]
    markdown = "\n\n".join(part for part in parts if part)
    said = dict(headers)
    about = stated_about([_who(said.get("From", ""))], said.get("Date", ""))
    return Document(uri, subject or name, markdown, media_type, "", "", "message", about=about)


def _who(sender: str) -> str:
    """The name without the address; the address when there is no name."""
    name, address = parseaddr(sender)
    return name or address.partition("@")[0]


def _header(message: EmailMessage, name: str) -> str:
    """As it stands when it is too broken to be parsed."""
    try:
        return " ".join(str(message.get(name) or "").split())
    except (ValueError, IndexError, AttributeError, TypeError):
        raw = next((value for key, value in message.raw_items() if key.lower() == name.lower()), "")
        return " ".join(str(raw).split())


def _body(message: EmailMessage) -> str:
    """The plain text, which people wrote or their program made for such readers; else the HTML."""
    part = message.get_body(("plain", "html"))
    if part is None:
        return ""
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    text = decoded(data, f"charset={part.get_content_charset() or ''}").replace("\r\n", "\n")
    if part.get_content_type() == "text/html":
        return html_to_markdown(text)
    if not text.strip() and (page := message.get_body(("html",))) is not None:
        return html_to_markdown(decoded(page.get_payload(decode=True) or b""))  # type: ignore[arg-type]
    return text.strip()


def _file_name(part: EmailMessage) -> str:
    if part.get_content_type() == MEDIA_TYPE:
        inner = next(iter(part.iter_parts()), None)
        subject = _header(inner, "Subject") if isinstance(inner, EmailMessage) else ""
        return f"message: {subject}" if subject else "message"
    return " ".join((part.get_filename() or part.get_content_type()).split())
