"""What it takes to read pages that are pictures, and what is said of those that were not read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

NEXT_STEP = "Let the text be recognised (OCR), which takes Tesseract on this computer."


@dataclass(frozen=True, slots=True)
class Ocr:
    """Leave to recognise the text of pages that have none, which takes seconds for each."""

    languages: tuple[str, ...]
    """Tesseract's names of them, such as `eng`; at least one."""
    on_page: Callable[[int, int], None]
    """Called before each page with its number and the number of pages to recognise; what it raises ends the work."""


def unread_pages(numbers: Sequence[int]) -> str:
    """Which pages of a document are pictures, in words; `numbers` ascend. Empty when none is."""
    if not numbers:
        return ""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    *others, last = [f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    told = f"{', '.join(others)} and {last}" if others else last
    if len(numbers) == 1:
        return f"Page {told} is a picture: what is written on it cannot be searched."
    return f"Pages {told} are pictures: what is written on them cannot be searched."
