"""Whether a person sees a passage marked: by the colour of the page's pixels."""

import numpy
import pymupdf
from playwright.sync_api import Page

OWN_MARK = (0xFF, 0xD9, 0x8A)
"""`extension/page/show-passage.ts`."""
CHROMIUM_MARK = (0xE9, 0xD2, 0xFD)
"""What Chromium draws behind a text fragment."""


def is_marked(page: Page, colour: tuple[int, int, int]) -> bool:
    """Whether as much of what is in sight has this colour as a few words cover."""
    picture = pymupdf.Pixmap(page.screenshot(animations="disabled"))
    pixels = numpy.frombuffer(picture.samples, numpy.uint8).reshape(-1, picture.n)[:, :3].astype(int)
    return float((abs(pixels - colour).max(axis=1) <= 2).mean()) > 0.001
