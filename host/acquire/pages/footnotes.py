"""Footnotes: the mark in the text and the note it leads to become Markdown's own, with the same label."""

from __future__ import annotations

import re
from collections import Counter

from host.acquire.pages.nodes import BLOCKS, HEADINGS, Node

_NOTE = re.compile(
    r"(?:foot|end|side)?-?_?note|(?:^|[:_-])(?:fn|ftn|edn|cite|ref|sdfootnote)(?:[:._-]|\d|$)", re.IGNORECASE
)
_LONGEST_NOTE = 5_000
"""Characters: what is longer is a chapter."""

_MARK = re.compile(r"\W{0,3}(\w{1,4}|[*†‡§]{1,4})\W{0,3}")
_LEADS_BACK = re.compile(r"#.*(?:ref|back|return)", re.IGNORECASE)
_BACK = re.compile(r"[\s\[\](){}^*↑↩↵⬆⤴⏎\ufe0e\ufe0f\u200b]*")


def mark_footnotes(content: Node, top: Node) -> None:
    """Notes that stand outside of the content are brought to its end."""
    order = {id(node): index for index, node in enumerate(top.walk())}
    places = {place: node for node in top.walk() if (place := _place(node))}
    notes: dict[Node, tuple[str, str]] = {}
    labels: Counter[str] = Counter()
    for link in [node for node in content.walk() if node.tag == "a" and "#" in node.get("href")]:
        note, shown = _note_of(link, places), _shown(link)
        if note is None or order[id(note)] < order[id(link)]:
            continue
        if note not in notes:
            labels[shown] += 1
            notes[note] = (_label(shown, labels), shown)
        replace_mark(link, notes[note][0])
    inside = {id(node) for node in content.walk()}
    for note, (label, shown) in notes.items():
        make_note(note, label, shown)
        if id(note) not in inside:
            note.drop()
            content.children.append(note)


def _place(node: Node) -> str:
    return node.get("id") or (node.get("name") if node.tag == "a" else "")


def _shown(link: Node) -> str:
    """The number or sign of a mark, without brackets; empty when the link's text is none."""
    mark = _MARK.fullmatch(link.text())
    return mark[1] if mark else ""


def _note_of(link: Node, places: dict[str, Node]) -> Node | None:
    """The block that a mark in the text leads to, when it is one."""
    place = link.get("href").rpartition("#")[2]
    target = places.get(place)
    if target is None or not _shown(link) or link.dropped:
        return None
    raised = link.find("sup") or (link.parent is not None and link.parent.tag == "sup")
    named = _NOTE.search(place) or _NOTE.search(link.names) or link.get("role") == "doc-noteref"
    if not (raised or named) or link in target.walk():
        return None
    while target.tag not in BLOCKS and target.parent is not None:
        target = target.parent
    if target.tag in HEADINGS or target.tag in ("body", "html", "main", "article") or target in link.ancestors():
        return None
    return target if target.size < _LONGEST_NOTE else None


def _label(shown: str, labels: Counter[str]) -> str:
    """What the mark shows; with a number behind it where pages number their notes anew in each part."""
    label = shown if shown.isalnum() else str(labels.total())
    return label if labels[shown] == 1 else f"{label}_{labels[shown]}"


def replace_mark(link: Node, label: str) -> None:
    """What shows the number gives way to Markdown's own mark."""
    outer = (
        link.parent if link.parent is not None and link.parent.tag == "sup" and link.parent.size == link.size else link
    )
    if outer.parent is not None:
        mark = Node("footnote-reference", {"label": label}, outer.parent)
        mark.place = outer.place
        outer.parent.replace(outer, mark)


def make_note(note: Node, label: str, shown: str) -> None:
    """Without the links back to the text, and without the number that the label says again."""
    for link in [node for node in note.walk() if node.tag == "a" and "#" in node.get("href")]:
        number = _shown(link)
        if _BACK.fullmatch(link.text()) or number == shown or (number and _LEADS_BACK.search(link.get("href"))):
            link.drop()
    _drop_number(note, shown)
    note.tag, note.attributes = "footnote", {"label": label}


def _drop_number(note: Node, shown: str) -> None:
    for node in note.walk():
        for index, child in enumerate(node.children):
            if isinstance(child, str) and child.strip():
                node.children[index] = re.sub(rf"^\s*[\[(^]?{re.escape(shown)}[\])]?(?:[.:)\s]+|$)", "", child)
                return
