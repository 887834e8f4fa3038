"""Tables inside rules: rules that meet make a grid, its missing walls make merged cells, words fall into the cells."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from host.acquire.pdf.layout.linking import said_by
from host.acquire.pdf.layout.page import Box, Rule, Table, Word, area

REACH = 3.0
"""Points by which two rules may miss each other and still meet."""

OVERHANG = 12.0
"""Points that level rules stand out over the outermost upright one: more, and an open column lies there."""

MOST_CELLS = 5_000
"""Of a table: more are graph paper."""

MOST_WORDS = 200
"""In one cell: more, and the rules frame text."""

FILLED = 0.3
"""Share of the cells that hold something, at least: a chart has few labels in many squares."""

LONGEST = 30
"""Words in a cell, as their mean: more, and the rules frame text too."""

CUT = 0.03
"""Share of the words that a wall may cut: more, and the rules are boxes around lines of text."""

FRAMED = 12
"""Words in a cell, as their mean, above which half of the cells must hold something: boxes of text overlap."""

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Grid:
    """Lines of columns and rows, and the rules that they come from: a table, if enough words stand in it."""

    columns: list[float]
    rows: list[float]
    rules: list[Rule]

    @property
    def box(self) -> Box:
        return self.columns[0], self.rows[0], self.columns[-1], self.rows[-1]

    def holds(self, word: Word) -> bool:
        return self.cell(word) is not None

    def cell(self, word: Word) -> Cell | None:
        """(row, column) by the middle of the word."""
        left, top, right, bottom = word.box
        column = bisect_right(self.columns, (left + right) / 2) - 1
        row = bisect_right(self.rows, (top + bottom) / 2) - 1
        inside = 0 <= column < len(self.columns) - 1 and 0 <= row < len(self.rows) - 1
        return (row, column) if inside else None

    def walls(self) -> tuple[set[Cell], set[Cell]]:
        """The cells that have a wall to their left, and those that have one above."""
        left: set[Cell] = set()
        above: set[Cell] = set()
        for rule in self.rules:
            along, across = (self.columns, self.rows) if rule.level else (self.rows, self.columns)
            index = min(range(len(across)), key=lambda line: abs(across[line] - rule.at))
            for place in range(len(along) - 1):
                middle = (along[place] + along[place + 1]) / 2
                if rule.start <= middle <= rule.end:
                    (above if rule.level else left).add((index, place) if rule.level else (place, index))
        return left, above


def grids_of(rules: Sequence[Rule]) -> list[Grid]:
    """What may be tables, the smallest first: they stand in the cells of larger ones."""
    return sorted(filter(None, map(_grid, _meeting(rules))), key=lambda grid: area(grid.box))


def ruled_tables(grids: Iterable[Grid], words: Iterable[Word]) -> list[Table]:
    """The grids that are tables, filled with the words of the page, each word in one of them at most."""
    tables = []
    free = list(words)
    for grid in grids:
        if table := _table(grid, [word for word in free if grid.holds(word)]):
            tables.append(table)
            free = [word for word in free if not grid.holds(word)]
    return tables


def _meeting(rules: Sequence[Rule]) -> Iterator[list[Rule]]:
    """Rules that cross or touch, directly or by way of others."""
    level = [rule for rule in rules if rule.level]
    upright = [rule for rule in rules if not rule.level]
    if len(level) < 2 or not upright:
        return
    meets = _crossings(level, upright)
    left = set(range(len(level)))
    while left:
        rows, columns = _component(meets, left.pop())
        left -= rows
        yield [level[row] for row in sorted(rows)] + [upright[column] for column in sorted(columns)]


def _crossings(level: list[Rule], upright: list[Rule]) -> np.ndarray:
    """Which level rule meets which upright one."""
    across = np.array([(rule.at, rule.start - REACH, rule.end + REACH) for rule in level])[:, None, :]
    down = np.array([(rule.at, rule.start - REACH, rule.end + REACH) for rule in upright])[None, :, :]
    in_width = (across[..., 1] <= down[..., 0]) & (down[..., 0] <= across[..., 2])
    in_height = (down[..., 1] <= across[..., 0]) & (across[..., 0] <= down[..., 2])
    return np.asarray(in_width & in_height)


def _component(meets: np.ndarray, first: int) -> tuple[set[int], set[int]]:
    rows, columns = {first}, set[int]()
    fresh = {first}
    while fresh:
        reached = set(np.flatnonzero(meets[sorted(fresh)].any(axis=0)).tolist()) - columns
        columns |= reached
        fresh = set(np.flatnonzero(meets[:, sorted(reached)].any(axis=1)).tolist()) - rows if reached else set()
        rows |= fresh
    return rows, columns


def _grid(rules: list[Rule]) -> Grid | None:
    level = [rule for rule in rules if rule.level]
    upright = [rule for rule in rules if not rule.level]
    if not upright or len(level) < 2:
        return None
    columns = _opened([rule.at for rule in upright], level)
    rows = _opened([rule.at for rule in level], upright)
    cells = (len(columns) - 1) * (len(rows) - 1)
    return Grid(columns, rows, rules) if 2 <= cells <= MOST_CELLS else None


def _opened(lines: list[float], crossing: list[Rule]) -> list[float]:
    """The lines of one direction in order, with one more at a side where the crossing ones go on."""
    lines = sorted(set(lines))
    start, end = min(rule.start for rule in crossing), max(rule.end for rule in crossing)
    before = [start] if start < lines[0] - OVERHANG else []
    after = [end] if end > lines[-1] + OVERHANG else []
    return before + lines + after


def _table(grid: Grid, words: list[Word]) -> Table | None:
    """None when it is none: rules also frame text, charts and pictures."""
    owners = _owners(grid)
    inside: defaultdict[Cell, list[Word]] = defaultdict(list)
    for word in words:
        if (cell := grid.cell(word)) is not None:
            inside[owners[cell]].append(word)
    if not _is_filled(list(inside.values()), len(set(owners.values()))) or _cuts(grid, words) > CUT * len(words):
        return None
    rows = [row for number in range(len(grid.rows) - 1) for row in _split(_row(grid, number, inside))]
    used = [column for column in range(len(grid.columns) - 1) if any(row[column] for row in rows)]
    filled = [tuple(row[column] for column in used) for row in rows if any(row)]
    # Rows of one cell head a part of a table; where most are such, the rules are boxes around lines.
    wide = sum(len(list(filter(None, row))) > 1 for row in filled)
    is_table = len(used) > 1 and len(filled) > 1 and wide * 2 >= len(filled)
    return Table(grid.box, tuple(filled)) if is_table else None


def _is_filled(texts: list[list[Word]], cells: int) -> bool:
    if not texts or max(map(len, texts)) > MOST_WORDS:
        return False
    filled = len(texts) / cells
    mean = sum(map(len, texts)) / len(texts)
    return filled >= (FILLED if mean <= FRAMED else 0.5) and mean <= LONGEST


def _cuts(grid: Grid, words: list[Word]) -> int:
    """How many words stand across a wall."""
    left, _ = grid.walls()
    cut = 0
    for word in words:
        row = bisect_right(grid.rows, (word.box[1] + word.box[3]) / 2) - 1
        first = bisect_right(grid.columns, word.box[0] + REACH)
        cut += first < bisect_right(grid.columns, word.box[2] - REACH) and (row, first) in left
    return cut


def _owners(grid: Grid) -> dict[Cell, Cell]:
    """For each square of the grid the first one of the cell that it belongs to."""
    left, above = grid.walls()
    owners: dict[Cell, Cell] = {}
    for row in range(len(grid.rows) - 1):
        for column in range(len(grid.columns) - 1):
            cell = row, column
            if column and cell not in left:
                owners[cell] = owners[row, column - 1]
            elif row and cell not in above:
                owners[cell] = owners[row - 1, column]
            else:
                owners[cell] = cell
    return owners


def _row(grid: Grid, row: int, inside: dict[Cell, list[Word]]) -> list[list[Word]]:
    return [inside.get((row, column), []) for column in range(len(grid.columns) - 1)]


def _split(cells: list[list[Word]]) -> Iterator[list[str]]:
    """One row, or several that no rule parts: two or more cells with the same three or more baselines."""
    lines = [_lines(words) for words in cells]
    long = [cell for cell in lines if len(cell) > 2]
    if len(long) < 2 or len({len(cell) for cell in lines if cell}) > 1 or not _side_by_side(long):
        yield [said_by([word for line in cell for word in line]) for cell in lines]
        return
    for number in range(len(long[0])):
        yield [said_by(cell[number]) if cell else "" for cell in lines]


def _lines(words: list[Word]) -> list[list[Word]]:
    """The lines in a cell, in the order in which the file has the words."""
    lines: list[list[Word]] = []
    for word in words:
        bottom = word.box[3]
        if lines and abs(_baseline(lines[-1]) - bottom) < (bottom - word.box[1]) / 2:
            lines[-1].append(word)
        else:
            lines.append([word])
    return lines


def _side_by_side(cells: list[list[list[Word]]]) -> bool:
    return all(max(row) - min(row) < REACH for row in zip(*(map(_baseline, cell) for cell in cells), strict=True))


def _baseline(line: list[Word]) -> float:
    return line[0].box[3]
