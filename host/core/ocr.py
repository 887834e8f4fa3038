"""What it takes to read pages that are pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ocr:
    """Leave to recognise the text of pages that have none, which takes seconds for each."""

    languages: tuple[str, ...]
    """Tesseract's names of them, such as `eng`; at least one."""
    on_page: Callable[[int, int], None]
    """Called before each page with its number and the number of pages to recognise; what it raises ends the work."""
