"""One at a time, and whoever is in a hurry goes first: a question does not wait for a crawl to be embedded."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Gate:
    """A lock for threads with two ways in."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._busy = False
        self._hurried = 0

    @contextmanager
    def hurried(self) -> Iterator[None]:
        """Enter as soon as whoever is inside leaves."""
        with self._changed:
            self._hurried += 1
            try:
                self._changed.wait_for(lambda: not self._busy)
            finally:
                self._hurried -= 1
            self._busy = True
        with self._leaving():
            yield

    @contextmanager
    def patient(self) -> Iterator[None]:
        """Enter when nobody is inside and nobody in a hurry waits."""
        with self._changed:
            self._changed.wait_for(lambda: not self._busy and not self._hurried)
            self._busy = True
        with self._leaving():
            yield

    @contextmanager
    def _leaving(self) -> Iterator[None]:
        try:
            yield
        finally:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
