"""Breaks streamed text between words at the terminal's width, though a word may arrive in pieces."""

from __future__ import annotations

import re

from rich.cells import cell_len


class WordWrap:
    """Feed pieces, print what comes back; `finish` gives the last word."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._column = 0
        self._space = ""
        self._word = ""

    def feed(self, text: str) -> str:
        """What can be printed now: all but a last word that may go on."""
        parts = re.split(r"(\s+)", self._word + text)
        self._word = parts.pop()
        words, spaces = parts[::2], parts[1::2]
        return "".join(self._placed(word) + self._spaced(space) for word, space in zip(words, spaces, strict=True))

    def finish(self) -> str:
        word, self._word = self._word, ""
        return self._placed(word)

    def _placed(self, word: str) -> str:
        """The word, after a line break when it does not fit. One wider than the terminal is left to break by itself."""
        if not word:
            return ""
        space, self._space = self._space, ""
        width = cell_len(space) + cell_len(word)
        if self._column and self._column + width > self._width:
            self._column = cell_len(word)
            return f"\n{word}"
        self._column += width
        return space + word

    def _spaced(self, space: str) -> str:
        """Line breaks go out at once; other space waits for the word after it, and ends with its line."""
        _, newline, indent = space.rpartition("\n")
        self._space = indent if newline else self._space + space
        if newline:
            self._column = 0
        return "\n" * space.count("\n")
