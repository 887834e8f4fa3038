"""Which pages of the index are one with a page that says nearly the same. The fullest stays: no words are lost."""

from __future__ import annotations

from dataclasses import dataclass

from host.core.resemblance import Imprint, Words, common, contains, core, imprint, words_of
from host.core.site_ports import PageStore


@dataclass(frozen=True, slots=True)
class Family:
    """What is one with a new page."""

    fuller: str = ""
    """The page that the new one becomes an address of; empty when the new one is indexed itself."""
    others: tuple[tuple[str, Imprint], ...] = ()
    """Pages that become addresses of the one that stays."""


class NearCopies:
    """Looks for them among the pages that one job knows."""

    def __init__(self, pages: PageStore, collection_id: int, job_id: int) -> None:
        self._pages = pages
        self._collection_id = collection_id
        self._job_id = job_id

    def family(self, url: str, words: Words, found: Imprint) -> Family:
        """Of pages that say all of this one, else that have a core in common with it, else that it says all of."""
        if not found.marks:
            return Family()
        rows = self._pages.lookalikes(self._collection_id, url, found.marks, self._job_id)
        others = [(page, words_of(title, markdown), markdown) for page, title, markdown in rows]
        around = [other for other in others if contains(other[1], words)] or [
            other for other in others if self._shares_a_core(other[0], other[1], words)
        ]
        fuller = around[0][0] if around else ""
        lesser = around[1:] if around else [other for other in others if contains(words, other[1])]
        return Family(fuller, tuple((page, imprint(said, markdown)) for page, said, markdown in lesser))

    def _shares_a_core(self, page: str, other: Words, words: Words) -> bool:
        """Whether both are one text with something else around it: that text is known to stand alone somewhere."""
        shared = common(other, words)
        if not (contains(other, shared) and contains(words, shared)):
            return False
        return core(shared) in self._pages.cores(self._collection_id, page)
