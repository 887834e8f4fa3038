"""Keeps a model's reasoning apart from its answer when it comes as `<think>` tags in the text."""

from __future__ import annotations

from collections.abc import Iterator

from host.core.answers import Piece

_OPEN, _CLOSE = "<think>", "</think>"


class ThinkingTags:
    """Text in pieces to pieces of answer and of thinking; holds back only what may be an unfinished tag."""

    def __init__(self) -> None:
        self._held = ""
        self._thinks = False

    def feed(self, text: str) -> Iterator[Piece]:
        self._held += text
        while self._tag in self._held:
            before, _, self._held = self._held.partition(self._tag)
            yield from self._piece(before)
            self._thinks = not self._thinks
        keep = next(size for size in range(len(self._tag) - 1, -1, -1) if self._held.endswith(self._tag[:size]))
        ready, self._held = self._held[: len(self._held) - keep], self._held[len(self._held) - keep :]
        yield from self._piece(ready)

    def finish(self) -> Iterator[Piece]:
        held, self._held = self._held, ""
        yield from self._piece(held)

    @property
    def _tag(self) -> str:
        return _CLOSE if self._thinks else _OPEN

    def _piece(self, text: str) -> Iterator[Piece]:
        if text:
            yield Piece(text, "thinking" if self._thinks else "answer")
