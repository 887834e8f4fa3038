"""Ambry's chunker without one of its choices, and corpora whose headings it can see."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from unittest.mock import patch

from host.core import edges

_WIKI_HEADING = re.compile(r"^ ((?:= )+)(.*?) ((?:= ?)+)\s*$", re.MULTILINE)


def _patched(**values: float) -> Callable[[], AbstractContextManager[object]]:
    """With these constants of modules of `host.core`: `edges__NAME=value`."""

    def start() -> AbstractContextManager[object]:
        stack = ExitStack()
        for name, value in values.items():
            stack.enter_context(patch(f"host.core.{name.replace('__', '._', 1)}", value))
        return stack

    return start


VARIANTS: dict[str, Callable[[], AbstractContextManager[object]]] = {
    "cohesion": _patched(chunking__COHESION=0.0),
    "costs of places": lambda: patch.dict(edges.COSTS, dict.fromkeys(edges.COSTS, 0.0)),
    "regard for what introduces": _patched(edges__BEFORE_TITLE=0.0, edges__AFTER_TITLE=0.0, edges__AFTER_COLON=0.0),
    "room to choose": _patched(packing__AIM=1.0),
}
"""What is taken away, and how."""


def markdown_headings(text: str) -> str:
    """` = = Title = = ` as `##  Title`, at the same offsets."""
    return _WIKI_HEADING.sub(_as_markdown, text)


def _as_markdown(match: re.Match[str]) -> str:
    level = match[1].count("=")
    return f"{'#' * level} {match[2]}".ljust(len(match.group()))
