"""One at a time, and whoever is in a hurry goes first: a question does not wait for a crawl to be embedded."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class Gate:
    """A lock for threads with two ways in."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._busy = False
        self._hurried = 0
        self._patient: deque[object] = deque()

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
        """Enter when nobody is inside and nobody in a hurry waits; in the order of coming.

        Else who has one batch after the other would enter again and again before another thread is awake.
        """
        turn = object()
        with self._changed:
            self._patient.append(turn)
            try:
                self._changed.wait_for(lambda: not self._busy and not self._hurried and self._patient[0] is turn)
            finally:
                self._patient.remove(turn)
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
