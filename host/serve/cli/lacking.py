"""Files that lack only a word of the person, and the option that gives it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from host.contract.views import JobItemView
from host.serve.cli.terminal import counted

_OPTIONS = {"encrypted": ("locked", "--password"), "needs_ocr": ("of pictures, as a whole or in part", "--ocr")}
"""By the code of what is lacking: what such files are, and the option that gives it."""


def way(code: str) -> str:
    """The sentence that names the option, for an error of this code; empty when no option helps."""
    return f"Do that with {_OPTIONS[code][1]}." if code in _OPTIONS else ""


def lacking(items: Sequence[JobItemView]) -> Iterator[tuple[str, str]]:
    """For each thing that files lack: how many are so, in words, and the option that gives it."""
    for code, (what, option) in _OPTIONS.items():
        count = sum(item.code == code for item in items)
        if count:
            yield f"{counted(count, 'file')} {'is' if count == 1 else 'are'} {what}.", option
