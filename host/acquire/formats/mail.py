"""E-mail (.eml) to a Document: who wrote to whom and when, the text, and what was attached."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from email import message_from_bytes, policy
from email.message import MIMEPart
from email.utils import parseaddr

from host.acquire.decode import decoded
from host.acquire.formats import reasons
from host.acquire.formats.attached import attachment_list
from host.acquire.formats.file_about import stated_about
from host.acquire.formats.to_markdown import html_to_markdown
from host.core.documents import Document

MEDIA_TYPE = "message/rfc822"

HEADERS = ("From", "To", "Cc", "Date")
_DEEPEST = 5
"""Messages in messages: more is made to fill the memory."""

_ARMOUR = "-----BEGIN PGP MESSAGE-----"
_ENTRY = re.compile(r"^(SUMMARY|DTSTART|DTEND|LOCATION|DESCRIPTION)[^:\n]*:(.+)$", re.MULTILINE)
_ESCAPED = re.compile(r"\\(.)")
"""The mark before a comma, as calendars write it."""

_ONE_OF = ("alternative", "related")
"""Kinds of messages in parts that say one thing, in several ways or with its pictures."""

_LOCKED = ("application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted")


def mail_document(data: bytes, uri: str, name: str) -> Document:
    message = message_from_bytes(data, policy=policy.default)
    if message.get_content_type() in _LOCKED and message.get_param("smime-type") != "signed-data":
        raise reasons.protected(name, "an encrypted message")
    headers = [(header, _header(message, header)) for header in HEADERS]
    files = [
        part for part in message.iter_attachments() if part.get_content_type() != MEDIA_TYPE and not _goes_on(part)
    ]
    attached = [(_file_name(part), len(part.get_payload(decode=True) or b"")) for part in files]
    subject = _header(message, "Subject")
    body = "\n\n".join(filter(None, (_body(message), *_forwarded(message))))
    if body.startswith(_ARMOUR):
        raise reasons.protected(name, "an encrypted message")
    return letter(uri, name, MEDIA_TYPE, subject, headers, body, attached)


def _forwarded(message: MIMEPart, depth: int = 1) -> Iterator[str]:
    """What messages inside this one say, each under its subject."""
    inner = [part for part in message.iter_attachments() if part.get_content_type() == MEDIA_TYPE]
    for part in (part for message in inner for part in message.iter_parts() if depth <= _DEEPEST):
        headers = [f"- {name}: {value}" for name in HEADERS if (value := _header(part, name))]
        heading = f"## {_header(part, 'Subject') or 'Message'}"
        yield "\n\n".join(filter(None, (heading, "\n".join(headers), _body(part))))
        yield from _forwarded(part, depth + 1)


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


def _header(message: MIMEPart, name: str) -> str:
    """As it stands when it is too broken to be parsed, or has bytes where only signs of ASCII may be."""
    raw = str(next((value for key, value in message.raw_items() if key.lower() == name.lower()), ""))
    if not raw.isascii():
        return " ".join(decoded(raw.encode("utf-8", "surrogateescape")).split())
    try:
        return " ".join(str(message.get(name) or "").split())
    except (ValueError, IndexError, AttributeError, TypeError):
        return " ".join(raw.split())


def _body(message: MIMEPart) -> str:
    """All that was written, with what was attached in between left out; else the invitation."""
    return "\n\n".join(filter(None, _texts(message))) or _invitation(message)


def _texts(message: MIMEPart) -> Iterator[str]:
    """Of alternatives the plain text, which people wrote or their program made for such readers, else the HTML."""
    if message.get_content_maintype() == "multipart" and message.get_content_subtype() not in _ONE_OF:
        for place, part in enumerate(message.iter_parts()):
            if part.get_content_maintype() == "multipart" or _goes_on(part) or (not place and _is_text(part)):
                yield from _texts(part)
    elif (body := message.get_body(("plain", "html"))) is not None:
        page = message.get_body(("html",))
        yield _text(body) or (_text(page) if page is not None else "")


def _goes_on(part: MIMEPart) -> bool:
    """Whether a part is no attachment but more of the text, which pictures parted."""
    return _is_text(part) and not part.get_filename()


def _is_text(part: MIMEPart) -> bool:
    return part.get_content_type() in ("text/plain", "text/html") and not part.is_attachment()


def _text(part: MIMEPart) -> str:
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    text = decoded(data, f"charset={part.get_content_charset() or ''}").replace("\r\n", "\n")
    return html_to_markdown(text) if part.get_content_type() == "text/html" else text.strip()


def _invitation(message: MIMEPart) -> str:
    """What a calendar entry says, where there is nothing else."""
    entry = next((part for part in message.walk() if part.get_content_type() == "text/calendar"), None)
    payload = entry.get_payload(decode=True) if entry is not None else None
    if not isinstance(payload, bytes):
        return ""
    unfolded = re.sub(r"\r?\n[ \t]", "", decoded(payload))
    lines = ((found[1].removeprefix("DT").capitalize(), found[2].strip()) for found in _ENTRY.finditer(unfolded))
    return "\n".join(f"- {name}: {_unescaped(value)}" for name, value in lines)


def _unescaped(value: str) -> str:
    return _ESCAPED.sub(r"\1", value.replace(r"\n", " "))


def _file_name(part: MIMEPart) -> str:
    return " ".join((part.get_filename() or part.get_content_type()).split())
