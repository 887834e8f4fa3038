"""All that a page declares of itself, read once: `meta` elements, JSON-LD, and the name of its site."""

from __future__ import annotations

from typing import Any

from host.acquire.pages.meta import SITES, PageMeta
from host.acquire.pages.structured import declared_things
from host.acquire.pages.work import PageWork


class Declared:
    def __init__(self, root: Any, address: str) -> None:
        self.root = root
        self.meta = PageMeta(root)
        self.things = declared_things(root)
        self.work = PageWork(self.things, " ".join(root.xpath("string(//title)").split()), address)

    @property
    def site(self) -> str:
        """The name of the site, else of whoever publishes the page."""
        return self.meta.first(*SITES[:2]) or self.work.publisher() or self.meta.first(*SITES[2:])
