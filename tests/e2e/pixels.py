"""What a person sees, by the colours of pixels; and the picture of the README."""

from pathlib import Path

import numpy
import pymupdf
from playwright.sync_api import Page

from tests.e2e.panel import Panel

OWN_MARK = (0xFF, 0xD9, 0x8A)
"""`extension/page/show-passage.ts`."""
CHROMIUM_MARK = (0xE9, 0xD2, 0xFD)
"""What Chromium draws behind a text fragment."""
BORDER = 0xD8

STILL = "() => new Promise((resolve) => { const y = scrollY; setTimeout(() => resolve(y === scrollY), 100); })"


def is_marked(page: Page, colour: tuple[int, int, int]) -> bool:
    """Whether the page is at rest and as much of what is in sight has this colour as a few words cover."""
    if not page.evaluate(STILL):
        return False
    return float((abs(_pixels(page).astype(int) - colour).max(axis=2) <= 2).mean()) > 0.001


def save_side_by_side(page: Page, panel: Panel, path: Path) -> None:
    """The page with the panel at its right, as the browser's window shows them."""
    left, right = _pixels(page), _pixels(panel.page)
    height = min(len(left), len(right))
    border = numpy.full((height, 2, 3), BORDER, numpy.uint8)
    both = numpy.hstack([left[:height], border, right[:height]])
    pymupdf.Pixmap(pymupdf.csRGB, both.shape[1], height, both.tobytes(), False).save(path)


def _pixels(page: Page) -> numpy.ndarray:
    picture = pymupdf.Pixmap(page.screenshot(animations="disabled"))
    return numpy.frombuffer(picture.samples, numpy.uint8).reshape(picture.height, picture.width, picture.n)[:, :, :3]
