"""A console whose tables stay whole in a pipe or a file, where rich would cut them to 80 columns."""

from __future__ import annotations

from rich.console import Console

_COLUMNS = 1000
"""More than any table has; one is drawn as wide as its content."""


def wide_console(*, stderr: bool = False) -> Console:
    console = Console(stderr=stderr)
    if not console.is_terminal:
        console.width = _COLUMNS
    return console
