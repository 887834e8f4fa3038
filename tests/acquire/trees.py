"""Trees of nodes from a few words of HTML."""

from host.acquire.pages.nodes import Node, read_tree
from host.acquire.pages.page import parse_page


def tree(html: str) -> Node:
    return read_tree(parse_page(html))


def body(html: str) -> Node:
    found = tree(f"<html><body>{html}</body></html>").find("body")
    assert found is not None
    return found
