"""Lines, rules and words of pages that are made up."""

from host.acquire.pdf.layout.page import Block, Line, Rule, Word

LETTER = 5.0
"""Points that a letter takes."""


def line(text, left=50.0, top=100.0, size=10.0, **traits):
    return Line(text, (left, top, left + LETTER * len(text), top + size), size, **traits)


def block(*texts, left=50.0, top=100.0, size=10.0, **traits):
    return Block(tuple(line(text, left, top + n * size * 1.2, size, **traits) for n, text in enumerate(texts)))


def rows(cells, lefts, top=100.0, pitch=14.0):
    """A line for each cell that is not empty."""
    return [
        line(text, left, top + number * pitch)
        for number, row in enumerate(cells)
        for text, left in zip(row, lefts, strict=True)
        if text
    ]


def words(cells, lefts, top=100.0, pitch=20.0):
    """A word for each word of each cell."""
    found = []
    for number, row in enumerate(cells):
        for text, left in zip(row, lefts, strict=True):
            for word in text.split():
                found.append(Word(word, (left + 2, top + number * pitch + 4, left + 20, top + number * pitch + 14)))
                left += 22
    return found


def grid(lefts, tops):
    """All rules between these lines."""
    level = [Rule(True, top, lefts[0], lefts[-1]) for top in tops]
    return level + [Rule(False, left, tops[0], tops[-1]) for left in lefts]
