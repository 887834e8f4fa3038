"""A page as a light tree of what a person sees: read off the parser's tree once, hidden parts left out on the way.

The parser's elements are slow to ask from Python; everything after this works on nodes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lxml import etree

from host.acquire.pages.maths import latex
from host.acquire.pages.unseen import is_unseen

DEEPEST = 150
"""Levels: what nests deeper is kept, but no deeper, so that code which walks the tree may call itself."""

_LONGEST_NAMES = 300
"""Characters: what is longer says nothing by its end."""

BLOCKS = frozenset(
    (
        "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "div",
        "dl", "dt", "fieldset", "figcaption", "figure", "footer", "footnote", "form",
        "h1", "h2", "h3", "h4", "h5", "h6",
        "header", "hgroup", "hr", "legend", "li", "main", "menu", "nav", "ol", "p", "pre", "section",
        "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul", "caption",
    )
)  # fmt: skip
HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))


class Node:
    """An element: its children are nodes and strings, in order."""

    __slots__ = (
        "attributes",
        "children",
        "dropped",
        "holds_blocks",
        "linked",
        "names",
        "parent",
        "place",
        "size",
        "tag",
    )

    def __init__(self, tag: str, attributes: Mapping[str, str], parent: Node | None) -> None:
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.children: list[Node | str] = []
        self.names = f"{attributes.get('id') or ''} {attributes.get('class') or ''}"[:_LONGEST_NAMES].strip().lower()
        self.place = len(parent.children) if parent else 0
        """Among its parent's children; nobody moves there, for what is dropped leaves a space."""
        self.dropped = False
        self.size = 0
        """Characters of its text, runs of white space counted once."""
        self.linked = 0
        """How many of them are in links."""
        self.holds_blocks = False
        """Whether it, or anything in it, starts a line of its own."""

    def get(self, name: str) -> str:
        return self.attributes.get(name) or ""

    def walk(self) -> Iterator[Node]:
        """Itself and all nodes in it, in document order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            if node.children:
                stack += [child for child in node.children[::-1] if child.__class__ is Node]

    def find(self, *tags: str) -> Node | None:
        return next((node for node in self.walk() if node.tag in tags), None)

    def ancestors(self) -> Iterator[Node]:
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def nodes(self) -> list[Node]:
        return [child for child in self.children if isinstance(child, Node)]

    def texts(self) -> Iterator[str]:
        """Every piece of text in it, in order."""
        stack: list[Node | str] = [self]
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                yield item
            else:
                stack.extend(reversed(item.children))

    def text(self) -> str:
        """Its text on one line."""
        return " ".join("".join(self.texts()).split())

    def drop(self) -> None:
        """Take it out of the tree; `parent` still tells where it was."""
        if self.parent is not None and not self.dropped:
            # A space: what stood left and right of it were two words.
            self.parent.replace(self, " ")
            self._resize_around(-1)

    def restore(self) -> None:
        """Undo `drop`; of several, the last first."""
        if self.parent is not None and self.dropped:
            self.parent.children[self.place] = self
            self.dropped = False
            self._resize_around(1)

    def _resize_around(self, sign: int) -> None:
        size, linked = sign * self.size, sign * self.linked
        for box in self.ancestors():
            linked = size if box.tag == "a" else linked
            box.size += size
            box.linked += linked
            if box.dropped:
                break

    def replace(self, child: Node, other: Node | str) -> None:
        self.children[child.place] = other
        child.dropped = True


def outside_code(top: Node) -> Iterator[Node]:
    """All nodes but those in code: there a name such as `comment` speaks of colours."""
    stack = [top]
    while stack:
        node = stack.pop()
        yield node
        if node.tag not in ("pre", "code", "math"):
            stack += [child for child in node.children[::-1] if isinstance(child, Node)]


def drop_all(top: Node, nodes: Iterable[Node]) -> list[Node]:
    """Drop them; those that were still in the tree, in the order of their going."""
    dropped = []
    for node in nodes:
        if node is not top and not node.dropped:
            node.drop()
            dropped.append(node)
    return dropped


def read_tree(root: Any) -> Node:
    """The nodes of a parsed page, measured."""
    top = Node(root.tag, root.attrib, None)
    stack = [(root, top, 0)]
    while stack:
        element, node, depth = stack.pop()
        if element.text:
            node.children.append(element.text)
        nested: list[tuple[Any, Node, int]] = []
        for child in element:
            if isinstance(child.tag, str):
                _read_child(child, node, depth, nested)
            if child.tail:
                node.children.append(child.tail)
        stack.extend(nested)
    measure(top)
    _drop_repeats_for_no_script(top)
    return top


def _drop_repeats_for_no_script(top: Node) -> None:
    """What stands in for scripts or frames repeats the page, except where it is all that there is without them."""
    fallbacks = [node for node in top.walk() if node.tag in ("noscript", "noframes")]
    if fallbacks and sum(node.size for node in fallbacks) * 2 < top.size:
        for node in fallbacks:
            node.drop()


def _read_child(child: Any, node: Node, depth: int, nested: list[tuple[Any, Node, int]]) -> None:
    formula = latex(child)
    if formula is not None:
        leaf = Node("math", {"display": "block"} if formula.display else {}, node)
        leaf.children.append(formula.tex)
        node.children.append(leaf)
    elif not is_unseen(child):
        inner = Node(child.tag, child.attrib, node)
        node.children.append(inner)
        if child.tag == "noframes":
            # The parser takes it for text.
            inner.children.append(_TAGS.sub(" ", child.text or ""))
        elif depth < DEEPEST:
            nested.append((child, inner, depth + 1))
        else:
            inner.children.append(" ".join(_texts(child)))


def _texts(element: Any) -> Iterator[str]:
    """Text of an element too deep to be looked at, without what nobody sees."""
    for child in element.iter(etree.Element):
        if child.text and child.tag not in ("script", "style"):
            yield child.text
        if child.tail and child is not element:
            yield child.tail


_TAGS = re.compile(r"<[^>]*>")
_CODE_BOXES = re.compile(
    r"(?:^|\s)(?:syntaxhighlighter|crayon-(?:table|pre)|codemirror-code|cm-content|view-lines|ace_text-layer"
    r"|js-file-line-container|react-code-lines)(?:\s|$)"
)
"""What highlighters and editors write lines of code into when it is no `pre`."""


def is_code_block(node: Node) -> bool:
    """Some pages write blocks of code without `pre`, and say so."""
    if node.tag == "code":
        return "block" in node.names.split() or "white-space: pre" in node.get("style")
    return bool(node.names) and node.tag in ("div", "table") and bool(_CODE_BOXES.search(node.names))


def measure(top: Node) -> None:
    """Set the sizes of all nodes, from the leaves up."""
    order = list(top.walk())
    for node in reversed(order):
        size = linked = 0
        holds_blocks = node.tag in BLOCKS or is_code_block(node)
        for child in node.children:
            if isinstance(child, str):
                size += len(" ".join(child.split()))
            else:
                size += child.size
                linked += child.linked
                holds_blocks = holds_blocks or child.holds_blocks
        node.size, node.holds_blocks = size, holds_blocks
        node.linked = size if node.tag == "a" else linked
