import dataclasses
import threading

import numpy as np
import pytest

from host.core.chunks import ChunkSettings, EmbeddedChunk
from host.core.collections import CollectionKind
from host.core.documents import About, Anchor
from host.core.models import EmbeddingModel
from host.errors import ErrorCode, ModelError, NotFoundError
from host.index.library import SqliteLibrary, remove_document
from tests.fakes import HashingEmbedder
from tests.index.factories import EMBEDDER, SETTINGS, embedded, make_document, open_collection, put

LONG = "# One\n\n" + " ".join(f"word{n}" for n in range(100)) + "\n\n# Two\n\nThe end of it."


@pytest.fixture
def library(database):
    return SqliteLibrary(database)


def rows(database, table):
    with database.transaction() as connection:
        return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def test_a_collection_is_made_once(library):
    first = open_collection(library)
    again = library.open_collection(CollectionKind.SITE, "a.test", "Other title", EMBEDDER.model, ChunkSettings())
    assert first == again == library.collection(first.id) == library.find_collection(CollectionKind.SITE, "a.test")
    assert (first.model, first.settings, first.documents, first.chunks) == ("hashing", SETTINGS, 0, 0)
    assert open_collection(library, kind=CollectionKind.PAGE).id != first.id
    assert [collection.kind for collection in library.collections()] == [CollectionKind.SITE, CollectionKind.PAGE]


def test_a_document_comes_back_as_it_was(library):
    collection = open_collection(library)
    document = make_document(
        folder="notes/",
        language="en",
        strategy="reader",
        media_type="application/pdf",
        anchors=(Anchor(0, "page", "1"), Anchor(8, "page", "2")),
        file_hash="ab" * 32,
    )
    number = put(library, collection, document)
    assert library.document(number) == document
    assert library.documents(collection.id) == [(number, document.uri, document.title)]
    assert library.content_hash(collection.id, document.uri) == document.content_hash
    assert library.content_hash(collection.id, "https://a.test/other") == ""


def test_what_a_document_says_of_itself_is_kept_and_its_date_can_be_searched(library, database):
    collection = open_collection(library)
    about = About(("Ann Lee", "Ben Roe"), published="2024-05-06", modified="2024-05-08", breadcrumbs=("Home", "Cats"))
    number = put(library, collection, make_document(about=about, language="de-AT"))
    put(library, collection, make_document(uri="https://a.test/2", about=About(modified="2023-01-01")))
    put(library, collection, make_document(uri="https://a.test/3"))
    assert library.document(number).about == about
    assert {chunk.about for chunk in library.document_chunks(number)} == {about}
    with database.transaction() as connection:
        dates = connection.execute("SELECT date FROM documents ORDER BY id").fetchall()
    assert dates == [("2024-05-06",), ("2023-01-01",), ("",)]


def test_a_document_is_found_by_the_bytes_it_was_made_from(library):
    collection, other = open_collection(library), open_collection(library, key="b.test")
    for uri in ("ambry:///v/a.md", "ambry:///v/b.md"):
        put(library, collection, make_document(uri, file_hash="f00"))
    assert library.same_bytes(collection.id, "f00", "ambry:///v/b.md") == "ambry:///v/b.md"
    assert library.same_bytes(collection.id, "f00", "ambry:///v/c.md") == "ambry:///v/a.md"
    assert library.same_bytes(collection.id, "f11", "ambry:///v/a.md") == ""
    assert library.same_bytes(other.id, "f00", "ambry:///v/a.md") == ""


def test_chunks_keep_what_they_have_to_be_read_with(library):
    code = "\n".join(f"line {n} of the code" for n in range(60))
    number = put(library, open_collection(library), make_document(markdown=f"```\n{code}\n```"))
    first, *others = (stored.chunk.opening for stored in library.document_chunks(number))
    assert first == ""
    assert set(others) == {"```\n"}


def test_chunks_come_back_with_exact_text_and_in_the_order_asked_for(library):
    collection = open_collection(library)
    number = put(library, collection, make_document(markdown=LONG))
    chunks = library.document_chunks(number)
    assert len(chunks) > 3
    assert all(stored.chunk.text == LONG[stored.chunk.start : stored.chunk.end] for stored in chunks)
    assert chunks[-1].chunk.headings == ("Two",)
    assert (chunks[0].uri, chunks[0].title, chunks[0].document_id) == ("https://a.test/1", "Animals", number)
    ids = [stored.id for stored in chunks]
    assert library.chunks([ids[2], 999_999, ids[0]]) == [chunks[2], chunks[0]]
    assert library.chunks([]) == []
    assert library.collection(collection.id).chunks == len(chunks)


def test_a_chunk_has_the_anchor_before_it_and_those_inside(library):
    anchors = tuple(Anchor(start, "second", str(start)) for start in (0, 20, 90, 100, 700, 720))
    number = put(library, open_collection(library), make_document(markdown=LONG, anchors=anchors))
    for stored in library.document_chunks(number):
        start, end = stored.chunk.start, stored.chunk.end
        before = [anchor for anchor in anchors if anchor.start <= start][-1:]
        assert list(stored.anchors) == before + [anchor for anchor in anchors if start < anchor.start < end]


def test_a_new_version_takes_the_place_of_the_old_one(library, database):
    collection = open_collection(library)
    old = put(library, collection, make_document(markdown=LONG))
    new = put(library, collection, make_document())
    assert library.documents(collection.id) == [(new, "https://a.test/1", "Animals")]
    with pytest.raises(NotFoundError):
        library.document(old)
    assert rows(database, "chunks") == rows(database, "vectors") == 1


def test_the_same_text_is_embedded_once_for_all_collections(library, database):
    first, second = open_collection(library), open_collection(library, "b.test")
    chunks = embedded(make_document())
    texts = [item.text for item in chunks]
    assert library.missing_vectors(EMBEDDER.model, texts) == set(texts)
    put(library, first, make_document())
    assert library.missing_vectors(EMBEDDER.model, [*texts, "other"]) == {"other"}
    assert library.missing_vectors(dataclasses.replace(EMBEDDER.model, revision="2"), texts) == set(texts)
    without = [EmbeddedChunk(item.chunk, item.text, None) for item in chunks]
    library.put_document(second, make_document(), without)
    assert rows(database, "vectors") == len(texts)


def test_deleting_takes_text_and_vectors_but_not_those_of_others(library, database):
    first, second = open_collection(library), open_collection(library, "b.test")
    put(library, first, make_document())
    put(library, first, make_document("https://a.test/2", LONG))
    kept = put(library, second, make_document())
    library.delete_collection(first.id)
    assert rows(database, "documents") == rows(database, "chunks") == rows(database, "vectors") == 1
    assert library.document(kept) == make_document()
    library.delete_collection(second.id)
    assert rows(database, "documents") == rows(database, "chunks") == rows(database, "vectors") == 0
    assert library.collections() == []


def test_numbers_are_never_used_again(library):
    first = open_collection(library)
    number = put(library, first, make_document())
    library.delete_collection(first.id)
    second = open_collection(library)
    assert second.id > first.id
    assert put(library, second, make_document()) > number


def test_a_document_whose_shared_vectors_went_away_in_the_meantime_is_not_stored(library):
    collection = open_collection(library)
    chunks = [EmbeddedChunk(item.chunk, item.text, None) for item in embedded(make_document())]
    assert library.put_document(collection, make_document(), chunks) is None
    assert library.documents(collection.id) == []


def test_a_collection_holds_the_vectors_of_one_model(library):
    collection = open_collection(library)
    put(library, collection, make_document())
    other = HashingEmbedder(dimension=32)
    with pytest.raises(ModelError) as caught:
        put(library, collection, make_document("https://a.test/2"), other)
    assert caught.value.code == ErrorCode.MODEL_MISMATCH
    assert len(library.documents(collection.id)) == 1


def test_an_empty_collection_takes_the_model_in_use(library):
    other = open_collection(library, model=EmbeddingModel("other", "1", 8, 64, 0.1))
    collection = open_collection(library)
    assert (other.id, other.model, collection.model) == (collection.id, "other", "hashing")
    put(library, collection, make_document())
    assert open_collection(library, model=EmbeddingModel("other", "1", 8, 64, 0.1)).model == "hashing"


def test_any_unicode_is_kept_and_lone_surrogates_do_not_stop_the_store(library):
    collection = open_collection(library)
    kept = make_document("https://a.test/ü", "日本語 😀\0é", "T\u2028")
    assert library.document(put(library, collection, kept)) == kept
    broken = make_document("https://a.test/\ud800", "a \ud800 b")
    number = put(library, collection, broken)
    assert library.document(number).markdown == "a \ufffd b"
    assert library.content_hash(collection.id, broken.uri) == broken.content_hash


def test_a_document_without_text_is_kept(library):
    collection = open_collection(library)
    number = put(library, collection, make_document(markdown=""))
    assert library.document_chunks(number) == []
    assert library.collection(collection.id).documents == 1


def test_a_collection_says_how_much_it_has_after_each_change(library, database):
    collection = open_collection(library)

    def size():
        now = library.collection(collection.id)
        assert now.chunks == rows(database, "chunks")
        return now.documents, now.chunks

    put(library, collection, make_document())
    assert size() == (1, 1)
    put(library, collection, make_document("https://a.test/2", LONG))
    documents, chunks = size()
    assert documents == 2 and chunks > 4
    put(library, collection, make_document("https://a.test/2"))
    assert size() == (2, 2)
    with database.transaction() as connection:
        remove_document(connection, collection.id, "https://a.test/2")
        connection.execute("UPDATE documents SET chunk_count = 9")
    assert (library.collection(collection.id).documents, library.collection(collection.id).chunks) == (1, 9)


def test_many_chunks_are_read_in_several_queries(library):
    collection = open_collection(library)
    text = "\n\n".join(f"# Heading {n}\n\n" + " ".join(f"w{n}x{m}" for m in range(18)) for n in range(600))
    number = put(library, collection, make_document(markdown=text))
    ids = [stored.id for stored in library.document_chunks(number)]
    assert len(ids) >= 600
    assert [stored.id for stored in library.chunks(ids[::-1])] == ids[::-1]


@pytest.mark.parametrize(
    "call",
    [
        lambda library: library.collection(7),
        lambda library: library.delete_collection(7),
        lambda library: library.documents(7),
        lambda library: library.document(7),
        lambda library: library.document_chunks(7),
        lambda library: library.set_chunk_settings(7, ChunkSettings()),
    ],
)
def test_what_is_not_there_is_told(library, call):
    with pytest.raises(NotFoundError):
        call(library)
    assert library.find_collection(CollectionKind.SITE, "nowhere.test") is None


def test_settings_are_kept(library):
    assert library.setting("provider") == ""
    library.set_setting("provider", "first")
    library.set_setting("provider", "second")
    assert library.setting("provider") == "second"


def test_threads_may_write_at_the_same_time(library):
    collection = open_collection(library)

    def write(name):
        for number in range(10):
            put(library, collection, make_document(f"https://a.test/{name}/{number}"))

    threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert library.collection(collection.id).documents == 40


def test_vectors_are_stored_bit_by_bit(library, database):
    collection = open_collection(library)
    put(library, collection, make_document())
    with database.transaction() as connection:
        ((blob,),) = connection.execute("SELECT vector FROM vectors")
    assert np.array_equal(np.frombuffer(blob, "<f4"), embedded(make_document())[0].vector)


@pytest.mark.parametrize(
    ("kind", "age", "stays"),
    [
        (CollectionKind.PAGE, 59, True),
        (CollectionKind.PAGE, 61, False),
        (CollectionKind.VIDEO, 61, False),
        (CollectionKind.SITE, 61, True),
        (CollectionKind.VAULT, 61, True),
    ],
)
def test_what_was_only_looked_at_does_not_stay_for_ever(database, kind, age, stays):
    now = [1000.0]
    library = SqliteLibrary(database, clock=lambda: now[0])
    collection = open_collection(library, kind=kind)
    put(library, collection, make_document())
    now[0] += age
    library.forget_temporary(unused_for=60)
    assert bool(library.collections()) is stays
    assert (rows(database, "vectors") > 0) is stays


def test_opening_again_keeps_it(database):
    now = [1000.0]
    library = SqliteLibrary(database, clock=lambda: now[0])
    open_collection(library, kind=CollectionKind.PAGE)
    now[0] += 61
    open_collection(library, kind=CollectionKind.PAGE)
    library.forget_temporary(unused_for=60)
    assert len(library.collections()) == 1
