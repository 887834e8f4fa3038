"""What asks the reader to do something and is no text: consent to cookies, and what stands on buttons."""

from __future__ import annotations

import re

from host.acquire.pages.nodes import HEADINGS, Node, drop_all, outside_code

_LABEL = re.compile(
    r"\W*(?:(?:add|added|save) to (?:cart|bag|basket|wish ?list|compare|favou?rites|list)"
    r"|quick (?:view|shop|look|reply)|choose options|select options|view (?:cart|all|details|more)"
    r"|(?:proceed to )?checkout|continue shopping|(?:show|see|load) (?:more|less|all)"
    r"|skip (?:to|images|listing|navigation)\b.{0,30}|reply(?: with quote)?|post reply|report(?: post)?|quote|like"
    r"|share|upvote|downvote|click to expand\W*|add a comment|last edited(?: by)?:? .{0,60}|remove ads"
    r"|back to top|top|back|go to topic listing|log ?in|sign ?in|sign ?up|register(?: now)?|menu|close|next"
    r"|prev(?:ious)?|print|copy(?: link)?|follow(?:ers)?|subscribe|cancel|submit|search|filters?|sort by|compare"
    r"|advert\w*|(?:thread starter|start date) .{0,60})[\W\d]*",
    re.IGNORECASE,
)
"""A line that says nothing but what a button does."""

_LONGEST_LABEL = 80
"""Characters."""

_LONGEST_CONSENT = 800
"""Characters."""

_CONSENT = re.compile(
    r"(?:\b(?:we|this (?:web)?site|our (?:web)?site|this page)(?: and our partners)? (?:use|store|set)s?"
    r"|\b(?:wir|diese (?:web)?seite) (?:verwende|benutz|nutz)\w+|nous utilisons|utilizamos|usamos|utilizziamo"
    r"|\b(?:accept|allow|manage|reject) (?:all )?)"
    r".{0,80}\bcookies?\b",
    re.IGNORECASE | re.DOTALL,
)
_WHY = re.compile(
    r"consent|accept|agree|experience|personali|preferences|polic|continu|analy|traffic|zustimm|erfahr"
    r"|acept|acconsent|exp[eé]ri",
    re.IGNORECASE,
)
"""What a page asks for cookies, and what for: a text on how to use them has not both in one box."""

_MOST_MENTIONS = 10
"""Times that a page may say `cookie` and not be about them."""

_KEPT = frozenset((*HEADINGS, "td", "th", "dt", "summary", "pre", "code", "kbd", "figcaption"))
_BOXES = frozenset(("div", "section", "p", "aside"))


def drop_consent(top: Node) -> None:
    """Boxes in which a page asks for cookies, whatever they are called; a page that is about them stays whole."""
    if not 0 < top.text().lower().count("cookie") <= _MOST_MENTIONS:
        return
    boxes = [node for node in outside_code(top) if node.tag in _BOXES and 0 < node.size < _LONGEST_CONSENT]
    drop_all(top, [node for node in boxes if node.size * 2 < top.size and _asks_for_cookies(node.text())])


def _asks_for_cookies(text: str) -> bool:
    return bool(_CONSENT.search(text) and _WHY.search(text))


def drop_labels(top: Node) -> None:
    """What stands on buttons, also where it is no button by its markup."""
    lines = [node for node in outside_code(top) if 0 < node.size < _LONGEST_LABEL and _stands_alone(node)]
    drop_all(top, [node for node in lines if _LABEL.fullmatch(node.text())])


def _stands_alone(node: Node) -> bool:
    """Whether it is no word of a sentence, no heading and no data."""
    if node.tag in _KEPT or node.parent is None:
        return False
    return node.holds_blocks or not any(
        isinstance(each, str) and re.search(r"\w", each) for each in node.parent.children
    )
