"""Typewriter faces: code in most documents, but not in one that is all set in them, as receipts and old reports are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from host.acquire.pdf.layout.page import Block

MOST = 0.5
"""Share of a document's characters: with more in such a face, the face alone makes nothing code."""

SHORT = 45
"""Characters: text whose lines are all shorter is a receipt, a poem or an address."""

_SIGN = re.compile(r"[{}\[\];=<>]|\w\(")
"""What prose has none of."""


def without_false_code(pages: Sequence[list[Block]]) -> list[list[Block]]:
    """The pages, with code that only looks like it made text."""
    lines = [line for page in pages for block in page for line in block.lines]
    typed = sum(len(line.text) for line in lines if line.code)
    if typed <= MOST * sum(len(line.text) for line in lines):
        return list(pages)
    return [[block if _is_code(block) else _as_text(block) for block in page] for page in pages]


def _is_code(block: Block) -> bool:
    """Code, or lines that are broken where they are on purpose."""
    said = [line.text.strip() for line in block.lines]
    signs = sum(bool(_SIGN.search(text)) for text in said)
    return signs * 3 >= len(said) or max(map(len, said)) < SHORT


def _as_text(block: Block) -> Block:
    return replace(block, lines=tuple(replace(line, code=False) for line in block.lines))
