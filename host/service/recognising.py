"""Text recognition on its way: says how far it is, and stops when nobody waits for it any more."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from host.core.ocr import Ocr
from host.errors import AmbryError, ErrorCode

MENDABLE = frozenset({ErrorCode.ENCRYPTED, ErrorCode.NEEDS_OCR})
"""Reasons that a password, or leave to recognise text, does away with."""

T = TypeVar("T")

OnPage = Callable[[int, int], Coroutine[Any, Any, None]]


def page_stage(path: str, page: int, pages: int) -> str:
    """What a job says of it."""
    return f"Recognising the text of {path}: page {page} of {pages}"


async def with_ocr(convert: Callable[[Ocr | None], T], languages: tuple[str, ...], on_page: OnPage) -> T:
    """Run `convert` in a thread; with languages it may recognise text, and ends after the page when cancelled."""
    if not languages:
        return await asyncio.to_thread(convert, None)
    loop, stopped = asyncio.get_running_loop(), threading.Event()

    def turn(page: int, pages: int) -> None:
        if stopped.is_set():
            raise AmbryError(ErrorCode.CANCELLED, "Stopped.")
        asyncio.run_coroutine_threadsafe(on_page(page, pages), loop)

    try:
        return await asyncio.to_thread(convert, Ocr(languages, turn))
    except asyncio.CancelledError:
        stopped.set()
        raise
