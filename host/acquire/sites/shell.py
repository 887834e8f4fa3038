"""Pages that say nothing to a program: a login form, or an empty frame that scripts are to fill. Pure."""

from __future__ import annotations

import re
from typing import Any

from lxml import etree

_LOGIN_TEXT = 1_500
"""Characters: a page with a password field and more text than this has a login box beside what it says."""

_SHELL_TEXT = 200
"""Characters: a page that loads scripts and shows less than this, around an element that waits to be filled."""

_INVISIBLE = frozenset(("head", "script", "style", "noscript", "template", "svg", "iframe"))
_MOUNTS = (
    "//body//*[not(self::script or self::style or self::iframe) and (@id or contains(name(), '-')) and not(node())]"
)
_ASKS_FOR_SCRIPTS = re.compile(r"javascript|java script|enable js", re.IGNORECASE)


def asks_for_login(root: Any) -> bool:
    """Whether the page is little more than a form with a password."""
    return bool(root.xpath("//input[@type='password']")) and _visible(root, _LOGIN_TEXT) < _LOGIN_TEXT


def is_empty_shell(root: Any) -> bool:
    """Whether the page's text is still to come from its scripts."""
    if not root.xpath("//script") or root.xpath("//frame[@src]") or _visible(root, _SHELL_TEXT) >= _SHELL_TEXT:
        return False
    without_scripts = " ".join(root.xpath("//noscript//text()"))
    return bool(root.xpath(_MOUNTS) or _ASKS_FOR_SCRIPTS.search(without_scripts))


def _visible(root: Any, enough: int) -> int:
    """Characters of text that a browser would show without scripts, counted no further than `enough`."""
    count = 0
    walker = etree.iterwalk(root, events=("start", "end"))
    for event, element in walker:
        if event == "end":
            count += len(" ".join((element.tail or "").split()))
        elif element.tag in _INVISIBLE:
            walker.skip_subtree()
        else:
            count += len(" ".join((element.text or "").split()))
        if count >= enough:
            break
    return count
