"""What of a page nobody sees: scripts, hidden and off-screen text, consent bars, what stands in for scripts."""

from __future__ import annotations

import re
from typing import Any

_NOISE = frozenset(
    (
        "script", "style", "template", "svg", "iframe", "object", "canvas", "link", "meta", "base", "head",
        "audio", "video", "map", "input", "select", "option", "datalist", "textarea",
        "button", "embed", "progress", "meter", "clipboard-copy",
    )
)  # fmt: skip
_HIDING_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|(?:left|top|text-indent)\s*:\s*-\d{3,}|font-size\s*:\s*0(?:px|em|;|$)"
    r"|opacity\s*:\s*0(?:\s*[;!]|\.0|\s*$)|clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]",
    re.IGNORECASE,
)
_WHITE = r"(?:#fff(?:fff)?\b|white\b|rgb\(\s*255\s*,\s*255\s*,\s*255\s*\))"
_WHITE_TEXT = re.compile(rf"(?:^|;)\s*color\s*:\s*{_WHITE}", re.IGNORECASE)
_WHITE_GROUND = re.compile(rf"background(?:-color)?\s*:\s*{_WHITE}", re.IGNORECASE)

_HIDING_NAMES = re.compile(
    r"(?:^|\s)(?:(?:u-)?(?:sr-only|visually-?hidden|screen-?reader(?:-text|-only)?|assistive-text|a11y-hidden)|hidden|d-none|"
    r"is-hidden|u-hidden|hide|display-none)(?:\s|$)"
)
_SHOWN_SOMEWHERE = re.compile(r"(?:^|\s)(?:\w+:(?:block|flex|grid|inline|table)|d-\w+-(?:block|flex|inline|grid))")
"""Classes that show on wider screens what another hides on narrow ones."""

_CONSENT = re.compile(r"cookie-?_?(?:consent|banner|bar|notice|law)|onetrust|gdpr|cc-window|consent-(?:banner|dialog)")
_REVEALED = re.compile(
    r"accordion|collaps|tabpanel|tab-|tabs|faq|answer|toggle|expand|details|panel|read-?more|spoiler|footnote|sidenote"
)
"""Text that one click shows is content: sites fold away answers, tabs and notes."""

_HEADING_TAGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary"))
_FOLDED = frozenset(("div", "dd", "section", "p", "ul", "ol", "li", "article", "aside", "span", "table"))


def is_unseen(element: Any) -> bool:
    """Some sites hide the whole page until their scripts have run: what holds the main part stays."""
    tag = element.tag
    if tag in _NOISE:
        # A heading that folds its answer in and out is a button inside; a shadow root is what a component shows.
        shown = tag == "button" and element.getparent().tag in _HEADING_TAGS
        return not shown and not (tag == "template" and "shadowrootmode" in element.attrib)
    attributes = element.attrib
    if not attributes:
        return False
    names = f"{attributes.get('id', '')} {attributes.get('class', '')}".lower()
    if _CONSENT.search(names):
        return tag not in ("html", "body") and not element.xpath(".//main")
    if not _is_hidden(attributes, names) or tag in ("html", "body", "main"):
        return False
    if element.xpath("boolean(.//main | .//h1)"):
        return False
    return not (tag in _FOLDED and _REVEALED.search(f"{names} {attributes.get('role', '')}"))


def _is_hidden(attributes: Any, names: str) -> bool:
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return True
    style = attributes.get("style", "")
    if style and (_HIDING_STYLE.search(style) or (_WHITE_TEXT.search(style) and _WHITE_GROUND.search(style))):
        return True
    return bool(_HIDING_NAMES.search(names)) and not _SHOWN_SOMEWHERE.search(names)
