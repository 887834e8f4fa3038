"""The drawings of a page to rules: what is straight, level or upright; dashes and double lines become one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from host.acquire.pdf.layout.page import Box, Rule, area

MOST_RULES = 3_000
"""Of a page: more are a figure, a map or a hatched ground."""

THIN = 3.0
"""Points: a filled box thinner than that is a rule."""

SNAP = 2.5
"""Points between two rules that are drawn as one: doubled lines, borders of neighbouring cells."""

SHORTEST = 8.0
"""Points: shorter ones are ticks, dashes and letters drawn by hand."""


def rules_of(drawings: Iterable[Mapping[str, Any]], page: Box) -> list[Rule]:
    """The rules among the vector drawings of a page, as PyMuPDF's `get_cdrawings` tells them."""
    found: list[Rule] = []
    for drawing in drawings:
        for item in drawing["items"]:
            found += _edges(item, page)
        if len(found) > MOST_RULES:
            return []
    return [rule for level in (True, False) for rule in _merged([r for r in found if r.level is level], level)]


def _edges(item: tuple[Any, ...], page: Box) -> Iterator[Rule]:
    if item[0] == "l":
        (left, top), (right, bottom) = sorted((item[1][:2], item[2][:2]))
        if abs(top - bottom) < 1:
            yield Rule(True, (top + bottom) / 2, left, right)
        elif abs(left - right) < 1:
            yield Rule(False, (left + right) / 2, min(top, bottom), max(top, bottom))
    elif item[0] == "re":
        yield from _box_edges(item[1], page)
    elif item[0] == "qu":
        corners = item[1]
        across, down = [corner[0] for corner in corners], [corner[1] for corner in corners]
        yield from _box_edges((min(across), min(down), max(across), max(down)), page)


def _box_edges(box: Box, page: Box) -> Iterator[Rule]:
    left, top, right, bottom = box
    if bottom - top <= THIN:
        yield Rule(True, (top + bottom) / 2, left, right)
    elif right - left <= THIN:
        yield Rule(False, (left + right) / 2, top, bottom)
    elif area(box) < 0.9 * area(page):  # else it is the ground of the page
        yield from (Rule(True, top, left, right), Rule(True, bottom, left, right))
        yield from (Rule(False, left, top, bottom), Rule(False, right, top, bottom))


def _merged(rules: list[Rule], level: bool) -> Iterator[Rule]:
    """Rules of one direction, those on one line and touching joined, the short ones left out."""
    for at, row in _rows(rules):
        start, end = row[0].start, row[0].end
        for rule in row[1:]:
            if rule.start > end + THIN:
                if end - start >= SHORTEST:
                    yield Rule(level, at, start, end)
                start, end = rule.start, rule.end
            end = max(end, rule.end)
        if end - start >= SHORTEST:
            yield Rule(level, at, start, end)


def _rows(rules: list[Rule]) -> Iterator[tuple[float, list[Rule]]]:
    """Rules that lie on one line, from their start on, with the mean of where they lie."""
    lines: defaultdict[int, list[Rule]] = defaultdict(list)
    number, last = 0, float("-inf")
    for rule in sorted(rules, key=lambda rule: rule.at):
        number += rule.at - last > SNAP
        last = rule.at
        lines[number].append(rule)
    for row in lines.values():
        yield sum(rule.at for rule in row) / len(row), sorted(row, key=lambda rule: rule.start)
