"""The way from the top of a site to a page, as the page declares or shows it."""

from __future__ import annotations

from typing import Any

from host.acquire.pages.structured import Thing, listed, text_of, types_of

_MOST, _LONGEST = 12, 150
"""Steps; characters of one."""

_SHOWN = (
    "//*[contains(@itemtype, 'BreadcrumbList')]",
    "//nav[contains(translate(@aria-label, 'BC', 'bc'), 'breadcrumb')]",
    "//*[(self::nav or self::ol or self::ul or self::div or self::p)"
    " and (contains(@class, 'breadcrumb') or contains(@id, 'breadcrumb'))]",
)
_STEPS = (".//*[@itemprop='itemListElement']//*[@itemprop='name']", ".//li", ".//a")
_SIGNS = " \t\n/>\u203a\u00bb\u2192\u00b7|<\\"
"""Between the steps, as text."""


def breadcrumbs(root: Any, things: list[Thing]) -> tuple[str, ...]:
    """Words of each step, the top first; the page itself comes last where the site counts it."""
    declared = next((thing for thing in things if "breadcrumblist" in types_of(thing)), None)
    if declared and (steps := _declared(declared)):
        return steps
    for expression in _SHOWN:
        for box in root.xpath(expression):
            if steps := _shown(box):
                return steps
    return ()


def _declared(thing: Thing) -> tuple[str, ...]:
    items = [item for item in listed(thing.get("itemListElement")) if isinstance(item, dict)]
    items.sort(key=_position)
    return _steps(text_of(item.get("name")) or text_of(item.get("item")) for item in items)


def _position(item: Thing) -> int:
    position = text_of(item.get("position"))
    return int(position) if position.isdecimal() and len(position) < 6 else 0


def _shown(box: Any) -> tuple[str, ...]:
    """The first reading with at least two steps: what is no list of steps may be called so, too."""
    for expression in _STEPS:
        steps = _steps(element.xpath("string()") for element in box.xpath(expression))
        if len(steps) > 1:
            return steps
    return ()


def _steps(texts: Any) -> tuple[str, ...]:
    words = (" ".join(text.split()).strip(_SIGNS) for text in texts)
    return tuple(dict.fromkeys(word for word in words if word and len(word) <= _LONGEST and "://" not in word))[:_MOST]
