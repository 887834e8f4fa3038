"""Names in the commands that a person is told, as they have to be typed."""

from __future__ import annotations

import re

_ONE_WORD = re.compile(r"[\w./:@%+=,-]+")


def typed(name: str) -> str:
    """In double quotes where a shell would take it for several words: all shells know those, on Windows too."""
    if _ONE_WORD.fullmatch(name):
        return name
    inside = re.sub(r'(["$`])', r"\\\1", name)
    return f'"{inside}"'
