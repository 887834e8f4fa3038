import pytest

from host.core.chunks import Chunk, ChunkSettings, EmbeddedChunk
from host.core.collections import CollectionKind
from host.core.documents import Document
from host.core.resemblance import Imprint
from host.core.site import KnownPage
from host.index import pagestore
from host.index.library import SqliteLibrary
from host.index.pagestore import SqlitePageStore
from tests.fakes import HashingEmbedder

A, B, C = "https://a.example/a", "https://a.example/b", "https://a.example/c"
PAGE = KnownPage('"1"', "Mon, 01 Jan 2024 00:00:00 GMT", "2024-01-01", "bytes", (B, C), 5.0)
MODEL = HashingEmbedder().model


class World:
    def __init__(self, database):
        self.library = SqliteLibrary(database)
        self.store = SqlitePageStore(database)
        self.collection = self.library.open_collection(CollectionKind.SITE, "a.example", "a", MODEL, ChunkSettings())
        self.site = self.collection.id

    def put_document(self, uri):
        chunk = Chunk("text", 0, 4)
        vector = HashingEmbedder().embed_question("text")
        chunks = [EmbeddedChunk(chunk, "text", vector)]
        self.library.put_document(self.collection, Document(uri, "A", "text"), chunks)

    def put(self, uri, words="words", job=1, page=PAGE, marks=()):
        self.store.put(self.site, uri, page, job, Imprint(words, marks, "") if words else None)

    def lookalikes(self, uri, *marks, job=1):
        return [page for page, title, markdown in self.store.lookalikes(self.site, uri, marks, job)]

    @property
    def documents(self):
        return [uri for _, uri, _ in self.library.documents(self.site)]


@pytest.fixture
def world(database):
    return World(database)


def test_what_was_learned_of_a_page_is_remembered(world):
    assert world.store.page(world.site, A) is None
    world.put(A)
    assert world.store.page(world.site, A) == PAGE
    newer = KnownPage(etag='"2"')
    world.put(A, page=newer)
    assert world.store.page(world.site, A) == newer


def test_another_version_of_ambry_may_read_a_page_differently(world, monkeypatch):
    world.put(A)
    monkeypatch.setattr(pagestore, "__version__", "99.0")
    assert world.store.page(world.site, A) is None


def test_a_page_that_was_not_read_again_keeps_its_words(world):
    world.put(A, "words", job=1)
    world.put(A, "", job=2)
    assert world.store.twin(world.site, B, "words", 2) == A


def test_a_twin_is_a_page_of_this_job_or_one_that_the_address_belonged_to(world):
    world.put(A, "words", job=1)
    assert world.store.twin(world.site, B, "words", 1) == A
    assert world.store.twin(world.site, A, "words", 1) == ""
    assert world.store.twin(world.site, A, "", 1) == ""
    assert world.store.twin(world.site, B, "other", 1) == ""
    assert world.store.twin(world.site, B, "words", 2) == ""
    world.store.merge(world.site, B, A, 1)
    assert world.store.twin(world.site, B, "words", 2) == A
    assert world.store.aliases(world.site, A) == [B]


def test_an_alias_that_becomes_a_page_of_its_own_is_none_any_more(world):
    world.store.merge(world.site, B, A, 1)
    world.put(B)
    assert world.store.aliases(world.site, A) == []


def test_pages_that_a_job_did_not_come_by_are_known(world):
    for uri in (A, B, C):
        world.put(uri, job=1)
    world.store.keep(world.site, A, 2)
    world.put(B, job=2)
    assert world.store.unseen(world.site, 2) == [C]


def test_a_removed_page_takes_its_text_and_other_addresses_along(world):
    world.put_document(A)
    world.put(A)
    world.store.merge(world.site, B, A, 1)
    assert world.store.remove(world.site, A)
    assert world.documents == []
    assert world.store.page(world.site, A) is None
    assert world.store.aliases(world.site, A) == []
    assert world.library.missing_vectors(MODEL, ["text"]) == {"text"}
    assert not world.store.remove(world.site, A)


def test_a_page_lives_on_under_an_address_that_the_job_found_alive(world):
    world.put_document(A)
    world.put(A, job=1)
    world.store.merge(world.site, B, A, 1)
    world.store.merge(world.site, C, A, 2)
    assert world.store.heir(world.site, A, 3) == ""
    assert world.store.heir(world.site, A, 2) == C
    world.store.move(world.site, A, C, 2)
    assert world.documents == [C]
    assert world.store.aliases(world.site, C) == [B]
    assert world.store.page(world.site, C).links == PAGE.links
    assert world.store.page(world.site, C).etag == ""
    assert world.store.unseen(world.site, 2) == []


def test_pages_with_marks_in_common_look_alike_the_likeliest_first(world):
    for uri, marks in ((A, (1, 2, 3)), (B, (2, 3, 4)), (C, (7, 8, 9))):
        world.put_document(uri)
        world.put(uri, marks=marks)
    other = "https://a.example/d"
    assert world.lookalikes(other, 3, 4, 5) == [B, A]
    assert world.lookalikes(B, 3, 4, 5) == [A]
    assert world.lookalikes(other, 5) == []
    assert world.lookalikes(other, 3, 4, job=2) == []
    world.store.merge(world.site, other, A, 2)
    assert world.store.lookalikes(world.site, other, [3, 4], 2) == [(A, "A", "text")]
    world.put(A, "new", marks=(9,))
    assert world.lookalikes(other, 1, 2, 3, job=1) == [B]
    world.store.remove(world.site, B)
    assert world.lookalikes(other, 2, 3, 4) == []


def test_a_page_that_is_merged_takes_its_addresses_along_and_loses_its_text(world):
    for uri in (A, B):
        world.put_document(uri)
        world.put(uri)
    world.store.merge(world.site, C, B, 1)
    world.store.merge(world.site, B, A, 1)
    assert world.documents == [A]
    assert world.store.aliases(world.site, A) == [B, C]
    assert [world.store.owner(world.site, uri) for uri in (A, B, C)] == [A, A, A]


def test_what_text_stood_at_another_address_is_remembered(world):
    world.put(A)
    world.store.merge(world.site, B, A, 1, Imprint("", (5,), "a core"))
    world.store.merge(world.site, C, A, 1)
    assert world.store.cores(world.site, A) == {"a core"}
    world.put_document(A)
    assert world.lookalikes(C, 5) == [A]


def test_a_job_that_goes_on_late_takes_nothing_from_a_later_one(world):
    world.put_document(A)
    world.put(A, job=2)
    world.store.keep(world.site, A, 1)
    world.put(A, job=1)
    assert world.store.unseen(world.site, 1) == []
    assert world.store.unseen(world.site, 3) == [A]
    world.store.merge(world.site, B, A, 2)
    assert world.store.heir(world.site, A, 1) == B
    world.store.move(world.site, A, B, 1)
    assert world.store.unseen(world.site, 2) == []
