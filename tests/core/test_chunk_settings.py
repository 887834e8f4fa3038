import re

import pytest

from host.core.chunk_settings import beyond_cap, checked
from host.core.chunks import ChunkSettings
from host.core.collections import Collection, CollectionKind
from host.errors import AmbryError, ErrorCode


@pytest.mark.parametrize(
    "settings",
    [ChunkSettings(), ChunkSettings(32, 15, 1), ChunkSettings(33, 16, 2_000), ChunkSettings(100_000, 0, 200)],
)
def test_what_makes_sense_is_taken_as_it_is(settings):
    assert checked(settings) is settings


@pytest.mark.parametrize(
    ("settings", "what", "next_step"),
    [
        (ChunkSettings(31, 0), "31 tokens", "32 to 100,000"),
        (ChunkSettings(100_001, 0), "100001 tokens", "32 to 100,000"),
        (ChunkSettings(32, 16), "overlap of 16", "0 to 15"),
        (ChunkSettings(512, -1), "overlap of -1", "0 to 255"),
        (ChunkSettings(cap=0), "cap of 0", "1 to 2,000"),
        (ChunkSettings(cap=2_001), "cap of 2001", "1 to 2,000"),
    ],
)
def test_what_nobody_can_mean_is_refused_with_what_can_be_set(settings, what, next_step):
    with pytest.raises(AmbryError, match=what) as caught:
        checked(settings)
    assert caught.value.code is ErrorCode.BAD_REQUEST
    assert next_step in caught.value.next_step


@pytest.mark.parametrize(
    ("kind", "cap", "told"),
    [
        ("vault", 200, "first 200 passages.*: ambry vault set boat --cap 2000, then ambry reindex --vault boat$"),
        ("site", 200, "first 200 passages.*: ambry site set boat --cap 2000, then ambry reindex --site boat$"),
        ("vault", 2_000, "first 2,000 passages.* Split it to search all of it.$"),
        ("page", 200, "first 200 passages.* Add it to a vault"),
    ],
)
def test_a_document_that_is_cut_short_says_what_takes_more_of_it(kind, cap, told):
    collection = Collection(1, CollectionKind(kind), "boat", "The boat", "", ChunkSettings(), 0, 0)
    assert re.search(told, beyond_cap(collection, cap))


def test_the_command_takes_a_name_of_several_words_for_one():
    collection = Collection(1, CollectionKind.VAULT, "My boat", "My boat", "", ChunkSettings(), 0, 0)
    told = beyond_cap(collection, 200)
    assert told.endswith('ambry vault set "My boat" --cap 2000, then ambry reindex --vault "My boat"')
