"""Whether a collection needs a new index, and why, in words for the person."""

from __future__ import annotations

from host.core.chunking import REVISION
from host.core.collections import Collection
from host.core.models import EmbeddingModel


def why_outdated(collection: Collection, model: EmbeddingModel, chunker: int = REVISION) -> str:
    """Empty when it was made as one would be made now."""
    if collection.model != model.name:
        return f"It was indexed with {collection.model}; the model in use is {model.name}."
    if collection.identity != model.identity:
        return f"It was indexed with another form of {model.name} than the one in use."
    if collection.settings != collection.wanted:
        return "Its settings say that its passages are cut otherwise."
    if collection.chunker != chunker:
        return "This version of Ambry cuts passages otherwise."
    return ""
