"""The body of an article: the element that holds the prose of the page, and no more of the page than need be."""

from __future__ import annotations

from collections.abc import Iterator

from host.acquire.pages.nodes import HEADINGS, Node

PARAGRAPH = 80
"""Characters outside links from which text counts as prose."""

_SHARE_OF_PROSE = 0.75
"""The article is in the deepest element that holds this much of the prose."""

_SCOPE = 0.2
"""Share of the prose that an `article` element must hold to be the place to look in."""

_OTHER_ARTICLES = 1.8
"""Times the prose of the best element: there is more than one article in the deepest."""

_MOSTLY_PROSE = 0.75
"""Of what a box adds to the article in it: then it belongs to the article."""

_SHORTEST_BODY = 2 * PARAGRAPH
_SHORTEST_AMONG_MANY = 6 * PARAGRAPH
"""A teaser may be dense too."""

_UNSPLIT = frozenset((*HEADINGS, "p", "ul", "ol", "table", "tr", "td", "tbody", "pre", "blockquote"))


def article_body(top: Node) -> Node:
    prose = prose_of(top)
    bodies = [node for node in top.walk() if "articlebody" in node.get("itemprop").lower()]
    best = max(bodies, key=lambda node: prose[node], default=None)
    if best is not None and prose[best] > _SHORTEST_BODY:
        return best
    scope = top
    articles = [node for node in top.walk() if node.tag == "article"]
    titled = [node for node in articles if node.find("h1")]
    largest = max(titled or articles, key=lambda node: prose[node], default=None)
    if largest is not None and prose[largest] > _SCOPE * prose[top]:
        scope = largest
    deepest = _deepest(scope, prose)
    densest = _widened(_densest(scope), prose)
    many = prose[deepest] > _OTHER_ARTICLES * prose[densest]
    return densest if many and prose[densest] > _SHORTEST_AMONG_MANY else _with_lead(deepest, prose)


def prose_of(top: Node) -> dict[Node, int]:
    """For each node the characters of prose in it."""
    prose: dict[Node, int] = {}
    for node in reversed(list(top.walk())):
        inside = sum(prose[child] for child in node.nodes())
        loose = _loose(node) if node.holds_blocks else 0
        prose[node] = inside + (loose if loose >= PARAGRAPH else 0)
    return prose


def _loose(node: Node) -> int:
    """Characters that stand in it outside of links and of blocks in it."""
    size = 0
    for child in node.children:
        if isinstance(child, str):
            size += len(child.strip())
        elif not child.holds_blocks:
            size += child.size - child.linked
    return size


def _deepest(scope: Node, prose: dict[Node, int]) -> Node:
    node, enough = scope, _SHARE_OF_PROSE * prose[scope]
    while True:
        inner = max(node.nodes(), key=lambda child: prose[child], default=None)
        if inner is None or prose[inner] < enough or not inner.holds_blocks or inner.tag in _UNSPLIT:
            return node
        node = inner


def _densest(scope: Node) -> Node:
    """The element whose own paragraphs weigh most: each speaks for its parent, and half as much for the one above."""
    weights: dict[Node, float] = {}
    for node in scope.walk():
        loose = _loose(node) if node.holds_blocks and node.tag not in HEADINGS else 0
        if loose < PARAGRAPH / 3:
            continue
        weight = min(loose / 100, 3) + 1 if loose > PARAGRAPH * 0.75 else 0.3
        holder = node.parent if node.tag in ("p", "pre", "blockquote", "li") else node
        for box, part in ((holder, 1.0), (holder.parent if holder else None, 0.5)):
            if box is not None:
                weights[box] = weights.get(box, 0) + weight * part
    return max(weights, key=lambda node: weights[node] * (1 - node.linked / max(node.size, 1)), default=scope)


def _widened(node: Node, prose: dict[Node, int]) -> Node:
    """Up to the element that holds its like: some sites cut an article into boxes of the same class."""
    widest, like = node, (node.tag, node.get("class"))
    for box in node.ancestors():
        if box.tag in ("body", "html"):
            break
        if widest.tag in _UNSPLIT:
            widest = box
            continue
        more = prose[box] - prose[widest]
        beside = sum(prose[each] for each in _outside(widest, box) if (each.tag, each.get("class")) == like)
        if more and beside < more / 2:
            break
        widest = box if more else widest
    return widest


def _with_lead(node: Node, prose: dict[Node, int]) -> Node:
    """Up to the box that adds hardly anything but prose before it.

    What comes after an article is seldom part of it, and what stands beside its title sums it up.
    """
    whole, inner = node, node
    for box in node.ancestors():
        if box.tag in ("body", "html") or box not in prose:
            break
        beside = [each for each in box.nodes() if each is not inner and each.size]
        added = box.size - whole.size
        if prose[box] - prose[whole] < _MOSTLY_PROSE * added:
            break
        if any(each.place > inner.place or each.find("h1") for each in beside):
            break
        whole, inner = (box if added else whole), box
    return whole


def _outside(node: Node, box: Node) -> Iterator[Node]:
    """What is in the box beside the node."""
    inside = {id(each) for each in node.walk()}
    return (each for each in box.walk() if each is not box and id(each) not in inside)
