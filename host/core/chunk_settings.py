"""Which settings of chunks make sense."""

from __future__ import annotations

from host.core.chunks import ChunkSettings
from host.core.collections import Collection
from host.core.shell import typed
from host.errors import AmbryError, ErrorCode

SMALLEST, LARGEST = 32, 100_000
"""Tokens. Below, a chunk has no room for its title and headings; above, no model reads it."""

LARGEST_CAP = 2_000
"""Chunks of one document: a long book has about as many."""


def checked(settings: ChunkSettings) -> ChunkSettings:
    """The settings themselves. Raises AmbryError for those that nobody can mean."""
    if not SMALLEST <= settings.size <= LARGEST:
        raise _refused(f"A passage of {settings.size} tokens", f"Give a size from {SMALLEST} to {LARGEST:,}.")
    if not 0 <= settings.overlap * 2 < settings.size:
        most = (settings.size - 1) // 2
        raise _refused(f"An overlap of {settings.overlap} tokens", f"Give 0 to {most}: less than half of the size.")
    if not 1 <= settings.cap <= LARGEST_CAP:
        raise _refused(f"A cap of {settings.cap} passages", f"Give 1 to {LARGEST_CAP:,} passages of one document.")
    return settings


def beyond_cap(collection: Collection, cap: int) -> str:
    """What a person is told of a document with more chunks than the `cap` takes, and how to have all of it."""
    kept = f"Only its first {cap:,} passages can be searched"
    if collection.kind.temporary:
        return f"{kept}. Add it to a vault to have more: ambry vault set NAME --cap N says how many are kept there."
    if cap == LARGEST_CAP:
        return f"{kept}: more are not kept of one document. Split it to search all of it."
    kind, key = collection.kind, typed(collection.key)
    return f"{kept}. To keep more: ambry {kind} set {key} --cap {LARGEST_CAP}, then ambry reindex --{kind} {key}"


def _refused(what: str, next_step: str) -> AmbryError:
    return AmbryError(ErrorCode.BAD_REQUEST, f"{what} cannot be set.", next_step)
