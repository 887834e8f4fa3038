"""Footnotes that nothing links: a raised number in the text, and further down a block that begins with the same."""

from __future__ import annotations

import re
from collections.abc import Iterator

from host.acquire.pages.footnotes import make_note, replace_mark
from host.acquire.pages.nodes import HEADINGS, Node

_MARK = re.compile(r"\W{0,2}(\d{1,3}|[*\u2020\u2021\u00a7]{1,4})\W{0,2}")
_POWER = re.compile(r"\d$|(?:^|[\s(/\u00b7])[^\W\d_]{1,2}$|[=)\]]$")
"""Ends of a text after which a raised number is a power or a unit: `5 m`, `10`, `(a+b)`."""

_TITLE = re.compile(r"(?:foot|end)?\s?notes|references|sources|fu(?:ß|ss)noten|anmerkungen|notas|note", re.IGNORECASE)
_LONGEST_NOTE = 3_000
"""Characters."""

_NUMBERS_IN = frozenset(("sup", "strong", "b", "span", "em"))


def mark_loose_notes(content: Node) -> None:
    """Only where each number of a run from the first on has both its mark and, after it, its note."""
    order = {id(node): index for index, node in enumerate(content.walk())}
    starts = dict(_numbered_blocks(content))
    notes = {label: block for label, (block, _) in starts.items()}
    taken = {id(number) for _, number in starts.values()}
    marks = [node for node in content.walk() if node.tag == "sup" and id(node) not in taken and _is_mark(node)]
    wanted = {_label(mark) for mark in marks}
    if not wanted & notes.keys():
        notes = _titled_list(content, wanted)
    used = {label for label in wanted & notes.keys() if _follows(label, notes)}
    for mark in marks:
        label = _label(mark)
        if label in used and order[id(mark)] < order[id(notes[label])] and mark not in notes[label].walk():
            replace_mark(mark, _written(label))
            make_note(notes[label], _written(label), label)
            if label in starts:
                starts[label][1].drop()


def _follows(label: str, notes: dict[str, Node]) -> bool:
    """Whether the note before this one is there, too."""
    return not label.isdecimal() or label == "1" or str(int(label) - 1) in notes


def _numbered_blocks(content: Node) -> Iterator[tuple[str, tuple[Node, Node]]]:
    """(label, (block, the number in it)) of each block that begins with a number of its own."""
    for node in content.walk():
        if node.tag in ("p", "li", "div", "dd") and 0 < node.size < _LONGEST_NOTE:
            first = next((child for child in node.children if not isinstance(child, str) or child.strip()), None)
            if isinstance(first, Node) and first.tag in _NUMBERS_IN and first.size < node.size and _label(first):
                yield _label(first), (node, first)


def _titled_list(content: Node, wanted: set[str]) -> dict[str, Node]:
    """The entries of the list under a heading that calls them notes, by their place."""
    titled = False
    for node in content.walk():
        if node.tag in HEADINGS:
            titled = bool(_TITLE.fullmatch(node.text().strip(" :")))
        elif titled and node.tag == "ol":
            entries = [child for child in node.nodes() if child.tag == "li"]
            found = {str(number): entry for number, entry in enumerate(entries, start=1)}
            return found if found.keys() <= wanted else {}
    return {}


def _is_mark(node: Node) -> bool:
    before = node.parent.children[node.place - 1] if node.parent is not None and node.place else ""
    return bool(_label(node)) and not (isinstance(before, str) and _POWER.search(before))


def _label(node: Node) -> str:
    mark = _MARK.fullmatch(node.text())
    return mark[1] if mark and not node.find("a") else ""


def _written(label: str) -> str:
    return label if label.isdecimal() else f"note{len(label)}"
