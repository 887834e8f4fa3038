"""Printed pages whose words, headings and tables are known: in columns, with running heads, tables of several kinds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import pymupdf

from tests.benchmarks.file_sets import WORDS

WIDTH, HEIGHT, MARGIN, GAP = 595.0, 842.0, 56.0, 22.0
BODY = 9.5
LEADING = 1.25


@dataclass(slots=True)
class Printed:
    """A file and what is in it."""

    kind: str
    data: bytes = b""
    words: list[str] = field(default_factory=list)
    """In reading order, without running heads and page numbers."""
    headings: list[str] = field(default_factory=list)
    rows: list[tuple[str, ...]] = field(default_factory=list)
    """Of all tables."""


def printed_files(count: int) -> Iterator[Printed]:
    """One, two and three columns in turn; tables with all rules, with level ones, with none, over two pages."""
    for seed in range(count):
        yield _Press(seed).printed()


class _Press:
    """Sets one file, column by column."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._columns = seed % 3 + 1
        self._rules = ("all", "level", "none")[seed // 3 % 3]
        self._file = pymupdf.open()
        self._done = Printed(f"columns: {self._columns}, rules: {self._rules}")
        self._width = (WIDTH - 2 * MARGIN - GAP * (self._columns - 1)) / self._columns
        self._column, self._top = self._columns, 0.0

    def printed(self) -> Printed:
        self._next_column()
        self._title(self._sentence(4).rstrip("."))
        for chapter in range(1, 6):
            self._heading(f"{chapter} {self._sentence(3).rstrip('.')}", 14)
            self._paragraph(6)
            self._heading(self._sentence(3).rstrip("."), BODY, "hebo")
            self._paragraph(8)
            self._table(40 if chapter == 3 else 6)
            self._paragraph(5)
            self._list(4)
        self._done.data = self._file.tobytes()
        return self._done

    def _sentence(self, words: int) -> str:
        return f"{' '.join(self._chance.choices(WORDS, k=words)).capitalize()}."

    @property
    def _left(self) -> float:
        return MARGIN + self._column * (self._width + GAP)

    def _need(self, height: float) -> None:
        if self._top + height > HEIGHT - MARGIN - 20:
            self._next_column()

    def _next_column(self) -> None:
        self._column += 1
        if self._column >= self._columns:
            self._page = self._file.new_page(width=WIDTH, height=HEIGHT)
            self._page.insert_text((MARGIN, 36), "The yearbook of the harbour station", fontsize=8)
            self._page.insert_text((WIDTH / 2, HEIGHT - 30), str(len(self._file)), fontsize=8)
            self._column = 0
        self._top = MARGIN + 20

    def _title(self, text: str) -> None:
        """Over all columns."""
        self._top += 24
        self._page.insert_text((MARGIN, self._top), text, fontsize=22, fontname="hebo")
        self._top += 30
        self._done.headings.append(text)
        self._done.words += text.split()

    def _heading(self, text: str, size: float, font: str = "hebo") -> None:
        self._need(size * 5)
        self._top += size
        self._set(text, size, font)
        self._done.headings.append(text)

    def _paragraph(self, sentences: int) -> None:
        self._top += 6
        self._set(" ".join(self._sentence(12) for _ in range(sentences)), BODY)

    def _list(self, items: int) -> None:
        self._top += 6
        for _ in range(items):
            text = self._sentence(7)
            self._need(BODY * LEADING)
            self._page.insert_text((self._left, self._top + BODY), "\u2022", fontsize=BODY)
            self._set(text, BODY, indent=12)

    def _set(self, text: str, size: float, font: str = "helv", indent: float = 0.0) -> None:
        """Break the text into lines, a long word at its end cut with a hyphen now and then."""
        self._done.words += text.split()
        for line in _wrapped(text, self._width - indent, size, font, self._chance):
            self._need(size * LEADING)
            self._page.insert_text((self._left + indent, self._top + size), line, fontsize=size, fontname=font)
            self._top += size * LEADING

    def _table(self, rows: int) -> None:
        """A long one goes on in the next column with its header."""
        header = ("Part", "Weight", "Price") if self._width > 200 else ("Part", "Price")
        self._row(header, first=True)
        for _ in range(rows):
            if self._top + 16 > HEIGHT - MARGIN - 20:
                self._next_column()
                self._row(header, first=True)
            part = " ".join(self._chance.choices(WORDS, k=2))
            self._row((part, f"{self._chance.randint(1, 99)} kg", f"{self._chance.randint(1, 999)}.00")[: len(header)])
        self._top += 14

    def _row(self, cells: tuple[str, ...], *, first: bool = False) -> None:
        if first:
            self._need(16 * 4)
            self._top += 8
        width = self._width / len(cells)
        for column, text in enumerate(cells):
            left = self._left + column * width
            self._page.insert_text(
                (left + 3, self._top + 11), text, fontsize=BODY, fontname="hebo" if first else "helv"
            )
            if self._rules == "all":
                self._page.draw_rect((left, self._top, left + width, self._top + 15), width=0.5)
        if self._rules == "level":
            for down in (0, 15) if first else (15,):
                self._page.draw_line((self._left, self._top + down), (self._left + self._width, self._top + down))
        self._top += 15
        self._done.rows.append(cells)
        self._done.words += " ".join(cells).split()


def _wrapped(text: str, width: float, size: float, font: str, chance: random.Random) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if pymupdf.get_text_length(longer, font, size) <= width:
            line = longer
            continue
        half = len(word) // 2
        start = f"{line} {word[:half]}-"
        if len(word) > 6 and chance.random() < 0.5 and pymupdf.get_text_length(start, font, size) <= width:
            yield start
            line = word[half:]
        else:
            yield line
            line = word
    yield line
