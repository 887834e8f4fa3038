"""Which addresses are one page: by where they end, what the page calls itself, and its bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


class Twins:
    """Remembers, for each address and each body, the address that brought it first."""

    def __init__(self) -> None:
        self._owner: dict[int, str] = {}
        """By the hash of the key: of 50,000 pages there are 150,000 keys, and none is needed again as such."""

    def owner(self, url: str) -> str:
        """The address under which this one is known already; itself when it is new."""
        return self._owner.get(hash(url), url)

    def claim(self, url: str, keys: Iterable[str]) -> str:
        """Who brought any of `keys` first; from now on all of them, and `url`, are that one's."""
        marks = [hash(key) for key in (url, *keys)]
        owner = next((self._owner[mark] for mark in marks[1:] if mark in self._owner), url)
        for mark in marks:
            self._owner.setdefault(mark, owner)
        return owner


def body_hash(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()
