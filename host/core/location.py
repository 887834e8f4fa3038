"""From an offset in a document's Markdown to a link that opens the original at that very place.

Web pages get a text fragment (https://wicg.github.io/scroll-to-text-fragment/), PDFs a page, videos a second.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from host.core.documents import Anchor, Document
from host.core.video import video_id, watch_url

_LINKABLE = frozenset({"http", "https", "file", "ambry"})
_HTML = frozenset({"text/html", "application/xhtml+xml"})

_BORDER = re.compile(r"[\n\t]+|\s\|\s")
"""Lines of code and cells of a table: each is a block of its own in the page, and a match ends at a block's edge."""
_CLAUSE = re.compile(r"[^\u3001\uff0c\uff1b\uff1a]+[\u3001\uff0c\uff1b\uff1a]*")
"""Up to and with the commas, semicolons and colons of Chinese and Japanese."""
_UNSAFE = re.compile(r"[\x00-\x20\x7f\"<>\\^`{|}]")

# A long quotation is found by its ends, so that a footnote mark or a formula in its middle does not lose it.
_WHOLE_WORDS = 12
_FIRST_WORDS, _LAST_WORDS = 6, 5
_WHOLE_CHARACTERS = 60
"""Of text without spaces, as in Chinese or Japanese."""


@dataclass(frozen=True, slots=True)
class Location:
    url: str
    """Empty when the document has no address that may become a link."""
    label: str
    """Where in the source, for people: `p. 3`, `2:15`, a heading; may be empty."""


def locate(
    uri: str, media_type: str, anchors: Sequence[Anchor], start: int, text: str, headings: Sequence[str] = ()
) -> Location:
    """Where `text`, which begins at `start` of the document's Markdown, stands in the original."""
    anchor = _preceding(anchors, start)
    label = headings[-1] if headings else ""
    url = _linkable(uri)
    if anchor and anchor.kind == "page":
        return Location(url and f"{url.partition('#')[0]}#page={anchor.value}", f"p. {anchor.value}")
    if anchor and anchor.kind == "second":
        second = int(anchor.value)
        return Location(url and _at_second(url, second), clock(second))
    if media_type in _HTML and url.startswith(("http:", "https:")):
        return Location(_at_text(url, anchor.value if anchor else "", text), label)
    return Location(url, label)


def places(document: Document) -> list[tuple[int, Location]]:
    """Offsets at which a page begins or, in a transcript, a paragraph, and where that is in the original."""
    return [
        (anchor.start, locate(document.uri, document.media_type, [anchor], anchor.start, ""))
        for anchor in document.anchors
        # Captions have an anchor every few words.
        if anchor.kind == "page"
        or (anchor.kind == "second" and document.markdown[anchor.start - 1 : anchor.start] in ("", "\n"))
    ]


def web_address(uri: str) -> str:
    """The URI as a link that a browser opens; empty when it is none on the web."""
    return _linkable(uri) if uri.lower().startswith(("http://", "https://")) else ""


def clock(seconds: int) -> str:
    """Seconds as a player shows them: `2:15`, `1:02:15`."""
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"


def _preceding(anchors: Sequence[Anchor], start: int) -> Anchor | None:
    return next((anchor for anchor in reversed(anchors) if anchor.start <= start), None)


def _linkable(uri: str) -> str:
    """The URI, safe to stand in an attribute or in Markdown; empty when its scheme may not be opened.

    Browsers forgive a space or a line break inside a scheme; here such a URI has none, and so no link.
    """
    scheme, colon, _ = uri.partition(":")
    if not colon or scheme.lower() not in _LINKABLE:
        return ""
    return scheme.lower() + _UNSAFE.sub(lambda match: f"%{ord(match.group()):02X}", uri[len(scheme) :])


def _at_second(url: str, second: int) -> str:
    identifier = video_id(url)
    return watch_url(identifier, second) if identifier else f"{url.partition('#')[0]}#t={second}"


def _at_text(url: str, element: str, text: str) -> str:
    page, _, fragment = url.partition("#")
    fragment = fragment.partition(":~:")[0]
    # A fragment that starts like a path is a single-page application's route: without it there is no page.
    if element and not fragment.startswith(("/", "!")):
        fragment = quote(element, safe="!$'()*+,;=:@/?")
    directive = text_directive(text)
    if directive:
        return f"{page}#{fragment}:~:{directive}"
    return f"{page}#{fragment}" if fragment else page


def text_directive(text: str) -> str:
    """`text=start` or `text=start,end` that finds the text in a page; empty for a text without words."""
    segments = [" ".join(segment.split()) for segment in _BORDER.split(text.strip())]
    segments = [segment for segment in segments if any(character.isalnum() for character in segment)]
    if not segments:
        return ""
    if len(segments) == 1:
        first, last = _ends(segments[0])
    else:
        first, last = _ends(segments[0])[0], _ends(segments[-1])[-1] or segments[-1]
    return f"text={_encoded(first)}" + (f",{_encoded(last)}" if last else "")


def _ends(segment: str) -> tuple[str, str]:
    """How it begins and how it ends; the second is empty when the first is all of it."""
    words = segment.split(" ")
    if len(words) > _WHOLE_WORDS:
        return " ".join(words[:_FIRST_WORDS]), " ".join(words[-_LAST_WORDS:])
    # Without spaces only a punctuation mark is sure to be the edge of a word.
    clauses = _CLAUSE.findall(segment)
    if len(words) == 1 and len(segment) > _WHOLE_CHARACTERS and len(clauses) > 1:
        return clauses[0], clauses[-1]
    return segment, ""


def _encoded(text: str) -> str:
    """Percent-encoded as UTF-8, with `-`, which has a meaning in a directive, and `,` and `&` encoded too."""
    return quote(text.encode("utf-8", "replace"), safe="").replace("-", "%2D")
