"""The next edition of a collection beside the one that answers, in the real database."""

import dataclasses

import numpy as np
import pytest

from host.core.chunks import ChunkSettings
from host.errors import ErrorCode, ModelError, NotFoundError
from host.index.edition_store import SqliteEditions
from host.index.library import SqliteLibrary
from host.index.search import LocalSearch
from tests.fakes import HashingEmbedder
from tests.index.factories import EMBEDDER, SETTINGS, embedded, make_document, open_collection, put

OTHER = HashingEmbedder(dimension=32, name="other")


@pytest.fixture
def library(database):
    return SqliteLibrary(database)


@pytest.fixture
def editions(database):
    return SqliteEditions(database)


@pytest.fixture
def collection(library):
    collection = open_collection(library)
    for number in range(4):
        put(library, collection, make_document(f"https://a.test/{number}", f"# Page {number}\n\nIt says {number}."))
    put(library, collection, make_document("https://a.test/empty", ""))
    return library.collection(collection.id)


def fill(editions, edition, embedder=OTHER, characters=10**6):
    made = [(number, embedded(document, embedder)) for number, document in editions.missing(edition, characters)]
    editions.put(edition, made)
    return [number for number, _ in made]


def ids(library, collection):
    return [number for number, _, _ in sorted(library.documents(collection.id))]


def count(database, table):
    with database.transaction() as connection:
        return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def test_one_begun_for_the_same_goes_on_and_for_anything_else_begins_again(editions, collection):
    first = editions.begin(collection.id, OTHER.model, SETTINGS)
    assert editions.begin(collection.id, OTHER.model, SETTINGS) == first
    fill(editions, first, characters=1)
    second = editions.begin(collection.id, OTHER.model, ChunkSettings())
    assert second > first
    assert len(editions.missing(second, 10**6)) == 5
    assert editions.missing(first, 10**6) == []


def test_documents_come_in_order_about_as_many_as_asked_for(editions, library, collection):
    edition = editions.begin(collection.id, OTHER.model, SETTINGS)
    seen = []
    while step := fill(editions, edition, characters=30):
        assert len(step) <= 2
        seen += step
    assert seen == ids(library, collection)


def test_nothing_of_it_is_seen_before_the_switch_and_all_of_it_after(editions, library, database, collection):
    number = ids(library, collection)[0]
    before = library.document_chunks(number)
    edition = editions.begin(collection.id, OTHER.model, ChunkSettings(cap=7))
    fill(editions, edition)
    assert library.document_chunks(number) == before
    assert library.collection(collection.id) == collection
    assert editions.switch(edition)
    after = library.collection(collection.id)
    assert (after.edition, after.model, after.settings.cap) == (edition, "other", 7)
    assert (after.documents, after.chunks) == (collection.documents, collection.chunks)
    assert library.document_chunks(number)[0].id not in [stored.id for stored in before]
    assert library.edition(collection.id) == edition


def test_it_is_not_switched_to_while_it_lacks_a_document(editions, library, collection):
    edition = editions.begin(collection.id, OTHER.model, SETTINGS)
    fill(editions, edition)
    put(library, collection, make_document("https://a.test/new"))
    assert not editions.switch(edition)
    assert library.collection(collection.id).edition == collection.edition
    fill(editions, edition)
    assert editions.switch(edition)
    assert not editions.switch(edition + 1)


def test_documents_replaced_or_deleted_meanwhile_are_left_out(editions, library, database, collection):
    edition = editions.begin(collection.id, OTHER.model, SETTINGS)
    step = editions.missing(edition, 10**6)
    put(library, collection, make_document("https://a.test/0", "Another."))
    editions.put(edition, [(number, embedded(document, OTHER)) for number, document in step])
    assert [document.markdown for _, document in editions.missing(edition, 10**6)] == ["Another."]
    other = open_collection(library, "b.test")
    stranger = put(library, other, make_document())
    editions.put(edition, [(stranger, embedded(make_document(), OTHER))])
    assert len(editions.missing(edition, 10**6)) == 1


def test_a_document_whose_shared_vectors_went_away_meanwhile_is_left_out_and_missing_still(
    editions, library, collection
):
    number = put(library, collection, make_document())
    edition = editions.begin(collection.id, OTHER.model, SETTINGS)
    without = [dataclasses.replace(item, vector=None) for item in embedded(make_document())]
    editions.put(edition, [(number, without)])
    assert number in [found for found, _ in editions.missing(edition, 1_000)]


def test_throwing_it_away_leaves_the_one_that_answers_and_not_a_row_more(editions, library, database, collection):
    tables = ("chunks", "vectors", "editions", "edition_documents")
    before = [count(database, table) for table in tables]
    fill(editions, editions.begin(collection.id, OTHER.model, SETTINGS))
    assert [count(database, table) for table in tables] != before
    editions.discard(collection.id)
    assert [count(database, table) for table in tables] == before
    assert library.collection(collection.id) == collection


def test_what_the_old_one_left_behind_goes_but_not_what_others_share(editions, library, database, collection):
    spare = open_collection(library, "spare")
    put(library, spare, make_document("https://a.test/0", "# Page 0\n\nIt says 0."))
    edition = editions.begin(collection.id, OTHER.model, SETTINGS)
    fill(editions, edition)
    editions.switch(edition)
    editions.discard(collection.id)
    chunks = library.collection(collection.id).chunks
    assert (count(database, "chunks"), count(database, "vectors")) == (chunks + 1, chunks + 1)
    assert len(library.missing_vectors(EMBEDDER.model, ["Animals\nPage 0\n# Page 0\n\nIt says 0."])) == 0


def test_a_vector_of_another_length_or_of_no_numbers_is_refused_and_nothing_is_stored(editions, library, collection):
    edition = editions.begin(collection.id, OTHER.model, SETTINGS)
    number, document = editions.missing(edition, 1)[0]
    with pytest.raises(ModelError, match="gave 64 numbers for a passage, and the index has 32") as caught:
        editions.put(edition, [(number, embedded(document, EMBEDDER))])
    assert caught.value.code is ErrorCode.MODEL_MISMATCH

    class Broken(HashingEmbedder):
        def embed_passages(self, texts):
            return super().embed_passages(texts) * np.float32("nan")

    with pytest.raises(ModelError, match="numbers that are none"):
        editions.put(edition, [(number, embedded(document, Broken(32, name="other")))])
    with pytest.raises(ModelError, match="numbers that are none"):
        put(library, collection, make_document("https://a.test/new"), Broken(64))
    assert len(editions.missing(edition, 10**6)) == 5
    assert library.collection(collection.id) == collection


def test_searching_is_ready_before_the_switch_and_the_old_structures_go_after_it(
    editions, library, database, collection, tmp_path
):
    search = LocalSearch(database, tmp_path / "index")
    found = search.candidates(collection.id, "page 2", EMBEDDER.embed_question("page 2"))
    edition = editions.begin(collection.id, OTHER.model, SETTINGS)
    fill(editions, edition)
    search.prepare(edition)
    assert search.candidates(collection.id, "page 2", EMBEDDER.embed_question("page 2")).dense == found.dense
    put(library, collection, make_document("https://a.test/new", "A volcano."))
    fill(editions, edition)
    editions.switch(edition)
    editions.discard(collection.id)
    search.forget()
    fresh = LocalSearch(database, tmp_path / "fresh")
    for question in ("page 2", "volcano"):
        vector = OTHER.embed_question(question)
        new, made_anew = (one.candidates(collection.id, question, vector) for one in (search, fresh))
        assert (new.dense, new.keyword) == (made_anew.dense, made_anew.keyword)
        assert new.keyword
    search.prepare(edition + 7)
    with pytest.raises(ModelError):
        search.candidates(collection.id, "page 2", EMBEDDER.embed_question("page 2"))


def test_structures_of_an_edition_that_has_just_gone_are_told(database, collection):
    from host.index.segment_reader import SegmentReader

    with pytest.raises(NotFoundError, match="such index"):
        SegmentReader(database, collection.edition + 1)
