"""Where output goes: results to stdout, everything about them to stderr. No colours and no bars when piped."""

from __future__ import annotations

import json
import re
from typing import Any

from rich.console import Console
from rich.status import Status
from rich.table import Table
from rich.text import Text

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""All but tab and line feed. Pages and files are data: their escape sequences must not reach the terminal."""


_PIPED_WIDTH = 1000
"""Columns: a table's row stays one line for whatever reads it."""


class Terminal:
    """Two consoles; a quiet one keeps stderr empty, for programs."""

    def __init__(self, *, quiet: bool = False) -> None:
        self.out = Console(highlight=False, markup=False, soft_wrap=True)
        if not self.out.is_terminal:
            self.out.width = _PIPED_WIDTH
        self.err = Console(highlight=False, markup=False, soft_wrap=True, stderr=True, quiet=quiet)

    def say(self, text: str, style: str = "", *, end: str = "\n") -> None:
        """Print to stdout, as it is."""
        self.out.print(Text(printable(text), style), end=end)

    def table(self, table: Table) -> None:
        """To stdout; in a pipe no row goes on in blanks to the width of the widest."""
        if self.out.is_terminal:
            self.out.print(table)
            return
        with self.out.capture() as captured:
            self.out.print(table)
        self.out.file.write(re.sub(r" +$", "", captured.get(), flags=re.MULTILINE))

    def write(self, text: str) -> None:
        """A piece of a stream to stdout, at once."""
        self.say(text, end="")
        self.out.file.flush()

    def remark(self, text: str) -> None:
        """Something about the result, to stderr."""
        self.err.print(Text(printable(text), "dim"))

    def complain(self, text: str) -> None:
        self.err.print(Text(printable(text), "bold red"))

    def json(self, value: Any) -> None:
        """One line to stdout, at once: whoever reads it may work on it while the next is made."""
        self.out.file.write(json.dumps(value, ensure_ascii=False) + "\n")
        self.out.file.flush()

    def working(self, stage: str = "") -> Status:
        """A spinner on stderr, invisible when that is piped."""
        return self.err.status(stage)


def counted(count: int, noun: str) -> str:
    """`1 page`, `2 pages`; for nouns that take an s."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def printable(text: str) -> str:
    """Text without the control characters that could drive a terminal."""
    return _CONTROLS.sub("", text)
