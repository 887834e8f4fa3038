"""Documents that come together: embedded in one go, each with an end of its own."""

import pytest

from host.core.collections import CollectionKind
from host.core.documents import Document
from host.core.jobs import ItemState
from host.service.ingest import Ingest


@pytest.fixture
async def story(world):
    ingest = Ingest(world.parts.library, world.parts.embedders)
    return ingest, await ingest.open_collection(CollectionKind.VAULT, "boat", "boat")


def documents(*words):
    return [Document(f"ambry:///boat/{word}.md", word, f"The {word} is high.") for word in words]


async def taken(ingest, collection, some):
    return [await ingest.store(prepared) for prepared in await ingest.prepare(collection, some)]


async def test_documents_that_come_together_are_embedded_in_one_go(story, world, monkeypatch):
    ingest, collection = story
    embedder, calls = world.parts.embedders.current, []
    embed = embedder.embed_passages
    monkeypatch.setattr(embedder, "embed_passages", lambda texts: (calls.append(len(texts)), embed(texts))[1])
    ended = await taken(ingest, collection, documents("mast", "sail", "rope"))
    assert [one.state for one in ended] == [ItemState.INDEXED] * 3
    assert calls == [3]


async def test_those_that_are_there_already_are_left_alone(story, world):
    ingest, collection = story
    await taken(ingest, collection, documents("mast"))
    ended = await taken(ingest, collection, documents("mast", "sail"))
    assert [one.state for one in ended] == [ItemState.UNCHANGED, ItemState.INDEXED]
    assert await taken(ingest, collection, []) == []


async def test_an_index_that_changes_between_two_of_them_gets_all_of_them(story, world, monkeypatch):
    ingest, collection = story
    library, calls = world.parts.library, []
    put = library.put_document

    def once_refused(*arguments):
        calls.append(arguments)
        return None if len(calls) == 2 else put(*arguments)

    monkeypatch.setattr(library, "put_document", once_refused)
    ended = await taken(ingest, collection, documents("mast", "sail", "rope"))
    assert [one.state for one in ended] == [ItemState.INDEXED] * 3
    assert len(library.documents(collection.id)) == 3
