"""The links of a PDF page that lead to the web or to a mailbox: where they lie, and which letters they take."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from host.acquire.pdf.layout.linking import spanned
from host.acquire.pdf.layout.page import Box, Link, holds

MOST = 1_000
"""Of a page: more are the tiles of a map."""

_WEB = re.compile(r"(?:https?|mailto):\S", re.IGNORECASE)

Area = tuple[Box, str]
"""Where a link lies, and where it leads."""


def areas_on(page: Any) -> list[Area]:
    import pymupdf

    found: list[Area] = []
    link = page.first_link
    while link is not None and len(found) < MOST:
        if link.is_external and _WEB.match(address := str(link.uri or "").strip()):
            scheme, colon, rest = address.partition(":")
            # A page that is shown turned has its links turned, but not its text.
            area = pymupdf.Rect(link.rect) * page.derotation_matrix
            found.append((tuple(area), f"{scheme.lower()}{colon}{rest}"))
        link = link.next
    return found


def of_one_column(areas: Sequence[Area], lines: Sequence[Box]) -> list[Area]:
    """Without those that reach over texts that stand side by side: nobody knows which of them they mean."""
    return [area for area in areas if not _reaches_over([line for line in lines if touch(area[0], line)])]


def links_of(text: str, letters: Iterable[tuple[str, Box]], areas: Sequence[Area]) -> tuple[Link, ...]:
    """The links of a line; `letters` are those of the file, of which the text may lack some."""
    links: list[Link] = []
    start, last = 0, ""
    for place, address in enumerate([*_addresses(text, letters, areas), ""]):
        if address != last:
            links += spanned(text, start, place, last)
            start, last = place, address
    return tuple(links)


def _addresses(text: str, letters: Iterable[tuple[str, Box]], areas: Sequence[Area]) -> Iterator[str]:
    """For each letter of the text where it leads."""
    rest = iter(letters)
    for character in text:
        box = next((box for letter, box in rest if letter == character), None)
        yield address_at(box, areas) if box else ""


def address_at(box: Box, areas: Iterable[Area]) -> str:
    """Where what stands in this box leads, by its middle."""
    return next((address for area, address in areas if holds(area, box)), "")


def touch(area: Box, line: Box) -> bool:
    across = min(area[2], line[2]) - max(area[0], line[0])
    down = min(area[3], line[3]) - max(area[1], line[1])
    return across > 1 and down > (line[3] - line[1]) / 2


def _reaches_over(lines: Sequence[Box]) -> bool:
    """Whether two of them stand side by side with more than a wide space between them."""
    for one, other in combinations(sorted(lines)[:50], 2):
        height = min(one[3] - one[1], other[3] - other[1])
        if min(one[3], other[3]) - max(one[1], other[1]) > height / 2 and other[0] - one[2] > height:
            return True
    return False
