"""Files inside of other files, listed by name and size: what is in them is not read."""

from __future__ import annotations

from collections.abc import Iterable


def attachment_list(files: Iterable[tuple[str, int]]) -> str:
    """A section with a line for each; empty when there is none."""
    lines = dict.fromkeys(f"- {name} ({_size(size)})" for name, size in files if name)
    return "\n".join(["## Attachments", "", *lines]) if lines else ""


def _size(size: int) -> str:
    if size < 1_000:
        return f"{size} bytes"
    return f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{size / 1_000:.1f} kB"
