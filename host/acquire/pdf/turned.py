"""Pages whose text is set sideways or upside down, turned so that it is level: wide tables often stand that way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from host.acquire.pdf.layout.page import Block

_TURNS = {(0, -1): 90, (0, 1): 270, (-1, 0): 180}
"""Where text runs to, across and down -> degrees clockwise by which the page is turned to make it level."""


def upright(page: Any, blocks: Sequence[Block]) -> Any:
    """The page, turned if most of its text needs it: then it is another object, to be read again."""
    lines = [line for block in blocks for line in block.lines]
    level = sum(len(line.text) for line in lines if line.level)
    if page.rotation != 180 and level * 2 >= sum(len(line.text) for line in lines):
        return page
    turn = _TURNS.get(_usual_direction(page), 0)
    if not turn:
        return page
    page.set_rotation(turn)
    # Its links turn with it only when they are loaded after it was turned.
    again = page.parent.reload_page(page)
    again.remove_rotation()
    return again


def _usual_direction(page: Any) -> tuple[int, int]:
    """Of most of the letters; (1, 0) for text in columns of characters, which is level in its own way."""
    directions: Counter[tuple[int, int]] = Counter({(1, 0): 0})
    for block in page.get_text("dict", flags=0)["blocks"]:
        for line in block["lines"]:
            across, down = (1, 0) if line["wmode"] else line["dir"]
            directions[round(across), round(down)] += sum(len(span["text"]) for span in line["spans"])
    return directions.most_common(1)[0][0]
