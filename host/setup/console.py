"""What a person sees while Ambry is installed: one line a step, moving while it runs.

On a terminal the line is redrawn with a bar or the seconds so far; elsewhere each step is one plain line.
"""

from __future__ import annotations

import shutil
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

Progress = Callable[..., None]
"""Called as `progress(detail, completed, total)`; without a total there is no bar."""

BAR = 24
REDRAW_SECONDS = 0.2


class Console:
    def __init__(self, stream: TextIO, width: int | None = None) -> None:
        self._stream = stream
        self._live = stream.isatty()
        self._width = width or min(shutil.get_terminal_size().columns, 100)
        self._done, self._failed, self._full, self._empty = _marks(stream)

    def say(self, text: str = "", indent: int = 0) -> None:
        """Print a paragraph, wrapped."""
        space = " " * indent
        filled = textwrap.fill(
            text,
            self._width,
            initial_indent=space,
            subsequent_indent=space,
            break_long_words=False,
            break_on_hyphens=False,
        )
        self._print(filled)

    def line(self, text: str, indent: int = 0) -> None:
        """Print a line as it is: a command or a path must not be broken."""
        self._print(" " * indent + text)

    def heading(self, text: str) -> None:
        self._print(f"\n{text}")

    def already(self, title: str) -> None:
        self._print(f"  {self._done} {title}: nothing to do")

    def note(self, title: str) -> None:
        self._print(f"  {self._done} {title}")

    def failure(self, title: str) -> None:
        self._print(f"  {self._failed} {title}")

    @contextmanager
    def step(self, title: str) -> Iterator[tuple[Progress, Callable[[str], None]]]:
        """Show a step while the block runs. Yields what it may call for progress and for its closing remark."""
        line = _StepLine(title, self._full, self._empty)
        started = time.monotonic()
        with self._redrawing(line, started):
            try:
                yield line.progress, line.close
            except BaseException:
                self._print(f"\r\033[K  {self._failed} {title}" if self._live else f"  {self._failed} {title}")
                raise
        seconds = time.monotonic() - started
        remark = f": {line.remark}" if line.remark else ""
        self._print(f"  {self._done} {title}{remark} ({seconds:.1f} s)")

    @contextmanager
    def _redrawing(self, line: _StepLine, started: float) -> Iterator[None]:
        if not self._live:
            yield
            return
        ended = threading.Event()

        def redraw() -> None:
            while not ended.wait(REDRAW_SECONDS):
                self._stream.write("\r\033[K" + line.render(time.monotonic() - started, self._width))
                self._stream.flush()

        thread = threading.Thread(target=redraw, daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()
            self._stream.write("\r\033[K")

    def _print(self, text: str) -> None:
        self._stream.write(f"{text}\n")
        self._stream.flush()


class _StepLine:
    """The moving line of a step."""

    def __init__(self, title: str, full: str, empty: str) -> None:
        self.remark = ""
        self._title = title
        self._detail, self._completed, self._total = "", 0, 0
        self._full, self._empty = full, empty

    def progress(self, detail: str, completed: int = 0, total: int = 0) -> None:
        self._detail, self._completed, self._total = detail, completed, total

    def close(self, remark: str) -> None:
        self.remark = remark

    def render(self, seconds: float, width: int) -> str:
        parts = [f"  {self._title}"]
        if self._total:
            filled = BAR * min(self._completed, self._total) // self._total
            parts.append(f"{self._full * filled}{self._empty * (BAR - filled)} {self._completed}/{self._total}")
        parts += [f"{seconds:.0f} s", self._detail]
        return "  ".join(part for part in parts if part)[: width - 1]


def _marks(stream: TextIO) -> tuple[str, str, str, str]:
    """Return the signs for done, failed, and the two halves of a bar that this stream can show."""
    signs = ("✓", "✗", "█", "░")
    try:
        "".join(signs).encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return "*", "!", "#", "."
    return signs
