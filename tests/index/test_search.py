import numpy as np
import pytest

from host.core.types import CollectionKind
from host.errors import ErrorCode, ModelError, NotFoundError
from host.index.library import SqliteLibrary
from host.index.search import MemorySearch
from tests.fakes import HashingEmbedder
from tests.index.factories import EMBEDDER, make_document, open_collection, put

PAGES = {
    "cats": "The cat sleeps on the mat.",
    "dogs": "Dogs bark at night.",
    "code": "Call get_user_name before printing.",
    "empty": "",
}


@pytest.fixture
def library(database):
    return SqliteLibrary(database)


@pytest.fixture
def collection(library):
    collection = open_collection(library)
    for name, text in PAGES.items():
        put(library, collection, make_document(f"https://a.test/{name}", text, title=name))
    return collection


@pytest.fixture
def search(database):
    return MemorySearch(database)


def ask(search, collection, question, limit=50):
    return search.candidates(collection.id, question, EMBEDDER.embed_question(question), limit)


def names(library, scored):
    return [stored.title for stored in library.chunks([item.chunk_id for item in scored])]


def test_both_searches_find_the_obvious_page(library, search, collection):
    found = ask(search, collection, "Where does the cat sleep?")
    assert names(library, found.dense)[0] == "cats"
    assert names(library, found.keyword) == ["cats"]
    assert len(found.dense) == 3
    assert found.dense[0].score == max(item.score for item in found.dense)
    assert found.coverage == 1


def test_scores_of_the_dense_search_are_cosines(search, library, collection):
    text = "cats\nThe cat sleeps on the mat."
    assert ask(search, collection, text).dense[0].score == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize(("question", "page"), [("barking dog", "dogs"), ("user name", "code"), ("cats", "cats")])
def test_keywords_are_found_by_stem_by_part_and_in_titles(library, search, collection, question, page):
    assert names(library, ask(search, collection, question).keyword)[0] == page


def test_words_that_no_page_has_lower_the_coverage(search, collection):
    assert ask(search, collection, "cat quantum chromodynamics").coverage < 0.5
    nothing = ask(search, collection, "quantum chromodynamics")
    assert nothing.keyword == () and nothing.coverage == 0


def test_the_limit_holds_for_both(search, collection):
    found = ask(search, collection, "cat dogs user", limit=2)
    assert len(found.dense) == len(found.keyword) == 2


def test_changes_are_seen_by_the_next_question(library, search, collection):
    assert ask(search, collection, "volcano").keyword == ()
    put(library, collection, make_document("https://a.test/new", "A volcano erupts.", title="new"))
    assert names(library, ask(search, collection, "volcano").keyword) == ["new"]
    put(library, collection, make_document("https://a.test/new", "Nothing of it.", title="new"))
    assert ask(search, collection, "volcano").keyword == ()
    assert len(ask(search, collection, "volcano").dense) == 4


def test_a_collection_sees_only_its_own(library, search, collection):
    other = open_collection(library, "notes", CollectionKind.VAULT)
    put(library, other, make_document("file", "The cat again.", title="notes"))
    assert names(library, ask(search, other, "cat").dense) == ["notes"]
    assert "notes" not in names(library, ask(search, collection, "cat").keyword)


def test_documents_of_each_language_are_found_in_their_words(library, search):
    collection = open_collection(library)
    put(library, collection, make_document("de", "Die Häuser am See.", language="de", title="de"))
    put(library, collection, make_document("ja", "日本語の文章", language="ja", title="ja"))
    assert names(library, ask(search, collection, "Haus").keyword) == ["de"]
    assert names(library, ask(search, collection, "日本語").keyword) == ["ja"]


@pytest.mark.parametrize("question", ["", " ", "?", "the", "x" * 100_000, "\ud800"])
def test_odd_questions_are_answered(search, collection, question):
    assert len(ask(search, collection, question).dense) == 3


def test_an_empty_collection_finds_nothing(library, search):
    found = ask(search, open_collection(library), "cat")
    assert (found.dense, found.keyword, found.coverage) == ((), (), 0)


def test_a_deleted_collection_is_told_and_forgotten(library, search, collection):
    ask(search, collection, "cat")
    library.delete_collection(collection.id)
    with pytest.raises(NotFoundError):
        ask(search, collection, "cat")


def test_a_vector_of_another_model_is_refused(search, collection):
    with pytest.raises(ModelError) as caught:
        search.candidates(collection.id, "cat", HashingEmbedder(dimension=32).embed_question("cat"))
    assert caught.value.code == ErrorCode.MODEL_MISMATCH


def test_an_index_made_anew_gives_the_same(database, search, library, collection):
    ask(search, collection, "cat")
    put(library, collection, make_document("https://a.test/new", "A cat and a dog.", title="new"))
    updated, fresh = ask(search, collection, "cat dog"), ask(MemorySearch(database), collection, "cat dog")
    assert [item.chunk_id for item in updated.keyword] == [item.chunk_id for item in fresh.keyword]
    assert np.allclose([item.score for item in updated.dense], [item.score for item in fresh.dense])
