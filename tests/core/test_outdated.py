import dataclasses

import pytest

from host.core.chunking import REVISION
from host.core.chunks import ChunkSettings
from host.core.collections import Collection, CollectionKind
from host.core.models import EmbeddingModel
from host.core.outdated import why_outdated

MODEL = EmbeddingModel("small", "1", 8, 64, 0.3)
MADE = Collection(
    1, CollectionKind.VAULT, "boat", "boat", "small", ChunkSettings(), 3, 9, revision="1", dimension=8, chunker=REVISION
)


def test_what_was_made_as_it_would_be_made_now_needs_nothing():
    assert why_outdated(MADE, MODEL) == ""


@pytest.mark.parametrize(
    ("collection", "model", "reason"),
    [
        ({}, {"name": "large"}, "indexed with small; the model in use is large"),
        ({}, {"revision": "2"}, "another form of small"),
        ({}, {"dimension": 16}, "another form of small"),
        ({"wanted": ChunkSettings(size=256)}, {}, "cut otherwise"),
        ({"settings": ChunkSettings(cap=9)}, {}, "cut otherwise"),
        ({"chunker": REVISION - 1}, {}, "This version of Ambry"),
    ],
)
def test_what_differs_is_named(collection, model, reason):
    assert reason in why_outdated(dataclasses.replace(MADE, **collection), dataclasses.replace(MODEL, **model))
