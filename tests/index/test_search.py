import os
import shutil
import sys
import weakref

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host.core.candidates import SearchFilter, SearchMode
from host.core.collections import CollectionKind
from host.core.documents import About
from host.errors import ErrorCode, ModelError, NotFoundError
from host.index import quantised
from host.index.collection_index import Sizes
from host.index.database import Database
from host.index.library import SqliteLibrary, remove_document
from host.index.quantised import QuantisedVectors
from host.index.search import LocalSearch
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
def search(database, tmp_path):
    return LocalSearch(database, tmp_path / "index")


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
    assert found.coverage.max() == 1


def test_scores_of_the_dense_search_are_cosines(search, library, collection):
    text = "cats\nThe cat sleeps on the mat."
    assert ask(search, collection, text).dense[0].score == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize(("question", "page"), [("barking dog", "dogs"), ("user name", "code"), ("cats", "cats")])
def test_keywords_are_found_by_stem_by_part_and_in_titles(library, search, collection, question, page):
    assert names(library, ask(search, collection, question).keyword)[0] == page


def test_each_search_says_what_it_thinks_of_the_finds_of_the_other(search, collection):
    found = ask(search, collection, "cat dogs user", limit=1)
    assert len(found.chunk_ids) == 2
    cosines, bm25 = (dict(zip(found.chunk_ids.tolist(), values, strict=True)) for values in (found.cosines, found.bm25))
    everything = ask(search, collection, "cat dogs user")
    assert cosines == {key: pytest.approx(dict(scored(everything.dense))[key], abs=1e-6) for key in cosines}
    assert bm25 == {key: pytest.approx(dict(scored(everything.keyword))[key], abs=1e-5) for key in bm25}
    assert found.vectors.shape == (2, EMBEDDER.model.dimension)


def scored(found):
    return [(item.chunk_id, item.score) for item in found]


def test_each_chunk_is_compared_with_what_stands_around_it_in_its_document_too(library, search, collection):
    sentences = [f"The {name} of the cat number {at} is long." for at, name in enumerate(["tail", "ear", "paw", "fur"])]
    for title in ("one", "two"):
        put(library, collection, make_document(f"https://a.test/{title}", "\n\n".join(sentences * 2), title=title))
    question = EMBEDDER.embed_question("the cat's tail")
    found = ask(search, collection, "the cat's tail")
    stored = library.chunks(found.chunk_ids.tolist())
    vectors = dict(zip(found.chunk_ids.tolist(), found.vectors, strict=True))
    several = [chunk for chunk in stored if chunk.title in ("one", "two")]
    assert len(several) > 4
    for chunk, cosine in zip(stored, found.wider_cosines, strict=True):
        near = [other for other in stored if other.document_id == chunk.document_id and abs(other.id - chunk.id) <= 1]
        mean = sum(vectors[other.id] for other in near)
        assert cosine == pytest.approx(mean @ question / np.linalg.norm(mean), abs=1e-5)


@pytest.mark.parametrize(
    ("mode", "vector", "dense", "keyword"),
    [
        (SearchMode.HYBRID, True, 3, 1),
        (SearchMode.SEMANTIC, True, 3, 0),
        (SearchMode.KEYWORD, True, 0, 1),
        (SearchMode.HYBRID, False, 0, 1),  # its model is not here
    ],
)
def test_only_the_searches_that_are_asked_for_are_made(search, collection, mode, vector, dense, keyword):
    asked = EMBEDDER.embed_question("cat") if vector else None
    found = search.candidates(collection.id, "cat", asked, mode=mode)
    assert (len(found.dense), len(found.keyword)) == (dense, keyword)
    assert found.cosines.any() == bool(dense)


def test_words_that_no_page_has_lower_the_coverage(search, collection):
    assert ask(search, collection, "cat quantum chromodynamics").coverage.max() < 0.5
    nothing = ask(search, collection, "quantum chromodynamics")
    assert nothing.keyword == () and not nothing.coverage.any()


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


def test_a_question_is_understood_in_each_language_of_a_collection(library, search):
    collection = open_collection(library)
    put(library, collection, make_document("de", "Die Häuser am See.", language="de", title="de"))
    put(library, collection, make_document("en", "The connections are made.", language="en", title="en"))
    # A stem that only the other language would make, and its stop words, are no missing words of the question.
    for question, name in (("How are connections made?", "en"), ("Wo sind die Häuser?", "de")):
        found = ask(search, collection, question)
        assert names(library, found.keyword) == [name]
        assert found.coverage.max() == pytest.approx(1, abs=0.5 if name == "de" else 1e-6)


@pytest.mark.parametrize("name", ["C++", "C#", "--max-pages", "3.11", "foo.bar()", "snake_case"])
def test_code_is_found_before_what_has_only_parts_of_it(library, search, vault, name):
    for number, text in enumerate(["C max pages 3 and 11", "foo, bar, snake, case", f"Use {name} here."]):
        put(library, vault, make_document(f"file:{number}", text, title=f"T{number}"))
    assert names(library, ask(search, vault, f"What is {name}?").keyword)[0] == "T2"


@pytest.mark.parametrize("question", ["", " ", "?", "the", "x" * 100_000, "\ud800"])
def test_odd_questions_are_answered(search, collection, question):
    assert len(ask(search, collection, question).dense) == 3


def test_an_empty_collection_finds_nothing(library, search):
    found = ask(search, open_collection(library), "cat")
    assert (found.dense, found.keyword, len(found.chunk_ids)) == ((), (), 0)


def test_a_deleted_collection_is_told_and_forgotten(library, search, collection):
    ask(search, collection, "cat")
    library.delete_collection(collection.id)
    with pytest.raises(NotFoundError):
        ask(search, collection, "cat")


def test_a_vector_of_another_model_is_refused(search, collection):
    with pytest.raises(ModelError) as caught:
        search.candidates(collection.id, "cat", HashingEmbedder(dimension=32).embed_question("cat"))
    assert caught.value.code == ErrorCode.MODEL_MISMATCH


def test_an_index_made_anew_gives_the_same(database, tmp_path, search, library, collection):
    ask(search, collection, "cat")
    put(library, collection, make_document("https://a.test/new", "A cat and a dog.", title="new"))
    updated, fresh = (
        ask(search, collection, "cat dog"),
        ask(LocalSearch(database, tmp_path / "new"), collection, "cat dog"),
    )
    assert [item.chunk_id for item in updated.keyword] == [item.chunk_id for item in fresh.keyword]
    assert np.allclose([item.score for item in updated.dense], [item.score for item in fresh.dense])


SMALL = Sizes(kept=4, coded=24, scored=8)
"""So that a few chunks are written to disk and coded."""


def many(library, collection, count, first=0):
    for number in range(first, first + count):
        text = f"Text {number} tells of {WORDS[number % len(WORDS)]} and {WORDS[number * 7 % 5]}."
        folder = "even/deep/" if number % 2 == 0 else "odd/"
        put(library, collection, make_document(f"https://a.test/{number}", text, title=f"T{number}", folder=folder))


WORDS = ["winter", "harbour", "engine", "violin", "granite", "orchard", "lantern"]


def scores(candidates):
    return [
        [(item.chunk_id, pytest.approx(item.score, abs=1e-5)) for item in found]
        for found in (candidates.dense, candidates.keyword)
    ]


def anew(database, folder):
    return LocalSearch(database, folder, Sizes(kept=10**9, coded=10**9))


@pytest.fixture
def vault(library):
    return open_collection(library, "vault", CollectionKind.VAULT)


def test_codes_and_files_give_what_exact_search_in_memory_gives(database, tmp_path, library, vault):
    many(library, vault, 40)
    coded = LocalSearch(database, tmp_path / "index", SMALL)
    expected = scores(ask(anew(database, tmp_path / "new"), vault, "violin in winter", 10))
    assert scores(ask(coded, vault, "violin in winter", 10)) == expected
    assert (tmp_path / "index" / str(vault.id) / "codes.tv").exists()
    assert scores(ask(LocalSearch(database, tmp_path / "index", SMALL), vault, "violin in winter", 10)) == expected


STEPS = st.lists(st.tuples(st.sampled_from(["put", "remove", "ask", "reopen"]), st.integers(0, 30)), max_size=25)


@pytest.mark.parametrize("put_off", [0.0, 0.5])
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS)
def test_an_index_kept_up_to_date_is_like_one_made_anew(tmp_path_factory, monkeypatch, put_off, steps):
    monkeypatch.setattr(quantised, "_PUT_OFF", put_off)
    folder = tmp_path_factory.mktemp("kept")
    database = Database(folder / "ambry.db")
    library = SqliteLibrary(database)
    vault = open_collection(library, "vault", CollectionKind.VAULT)
    many(library, vault, 26)
    search = LocalSearch(database, folder / "index", SMALL)
    for step, number in steps:
        if step == "put":
            text = f"Changed {number} {WORDS[number % 7]} {WORDS[number % 3]}"
            put(library, vault, make_document(f"https://a.test/{number}", text, title="New", folder="odd/"))
        elif step == "remove":
            with database.transaction() as connection:
                remove_document(connection, vault.id, f"https://a.test/{number}")
        elif step == "ask":
            ask(search, vault, "violin")
        else:
            search = LocalSearch(database, folder / "index", SMALL)
    fresh = anew(database, folder / "new")
    for only in (SearchFilter(), SearchFilter(folder="odd")):
        question = "winter engine changed"
        vector = EMBEDDER.embed_question(question)
        found = [index.candidates(vault.id, question, vector, 100, only) for index in (search, fresh)]
        assert scores(found[0]) == scores(found[1])
        assert found[0].chunk_ids.tolist() == found[1].chunk_ids.tolist()
        for name in ("cosines", "bm25", "coverage", "vectors"):
            assert np.allclose(getattr(found[0], name), getattr(found[1], name), atol=1e-5)
    database.close()


def damage_nothing_but_a_number(folder):
    for path in folder.rglob("vectors.npy"):
        vectors = np.load(path)
        vectors[:] = 0.5
        np.save(path, vectors)


DAMAGE = {
    "all files gone": shutil.rmtree,
    "a file gone": lambda folder: next(folder.rglob("terms.npy")).unlink(),
    "a file cut short": lambda folder: os.truncate(next(folder.rglob("vectors.npy")), 300),
    "an empty file": lambda folder: os.truncate(next(folder.rglob("rows.npy")), 0),
    "a text in place of numbers": lambda folder: next(folder.rglob("chunk_ids.npy")).write_text("numbers"),
    "arrays that do not belong together": lambda folder: np.save(next(folder.rglob("lengths.npy")), np.ones(2)),
    "another format": lambda folder: next(folder.rglob("about.json")).write_text('{"format": 0, "languages": []}'),
    "no format": lambda folder: next(folder.rglob("about.json")).write_text("{}"),
    "a segment gone": lambda folder: shutil.rmtree(
        min(folder.rglob("*-*-*"), key=lambda path: int(path.name.split("-")[0]))
    ),
    "codes gone": lambda folder: next(folder.rglob("codes.tv")).unlink(),
    "codes cut short": lambda folder: os.truncate(next(folder.rglob("codes.tv")), 100),
    "codes of fewer chunks": lambda folder: np.savez(
        next(folder.rglob("codes.npz")), ids=np.arange(3), axes=np.eye(64, dtype=np.float32), fitted_to=3
    ),
    "codes without axes": lambda folder: np.savez(next(folder.rglob("codes.npz")), ids=np.arange(3)),
    "axes cut short": lambda folder: os.truncate(next(folder.rglob("codes.npz")), 100),
    "other vectors": damage_nothing_but_a_number,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_what_is_missing_or_damaged_is_made_again(database, tmp_path, library, vault, damage):
    many(library, vault, 40)
    before = scores(ask(LocalSearch(database, tmp_path / "index", SMALL), vault, "granite lantern", 10))
    DAMAGE[damage](tmp_path / "index")
    assert scores(ask(LocalSearch(database, tmp_path / "index", SMALL), vault, "granite lantern", 10)) == before
    assert scores(ask(LocalSearch(database, tmp_path / "index", SMALL), vault, "granite lantern", 10)) == before


def test_files_of_another_database_are_not_used(tmp_path):
    for name, shift in (("one", 0), ("two", 3)):
        database = Database(tmp_path / f"{name}.db")
        library = SqliteLibrary(database)
        vault = open_collection(library, "vault", CollectionKind.VAULT)
        many(library, vault, 30, first=shift)
        found = ask(LocalSearch(database, tmp_path / "index", SMALL), vault, "T3 winter", 5)
        assert scores(found) == scores(ask(anew(database, tmp_path / "new"), vault, "T3 winter", 5))
        shutil.rmtree(tmp_path / "new", ignore_errors=True)
        database.close()


def test_a_deleted_collection_is_let_go_at_once(database, tmp_path, library, vault):
    search = LocalSearch(database, tmp_path / "index", SMALL)
    many(library, vault, 30)
    search.candidates(vault.id, "violin", EMBEDDER.embed_question("violin"), only=SearchFilter(folder="even"))
    (structures,) = (weakref.ref(index.structures) for index in search._open.values())
    library.delete_collection(vault.id)
    search.forget()
    assert structures() is None


def test_a_deleted_collection_leaves_nothing_on_disk(database, tmp_path, library, vault):
    search = LocalSearch(database, tmp_path / "index", SMALL)
    other = open_collection(library, "other", CollectionKind.VAULT)
    for collection in (vault, other):
        many(library, collection, 30)
        ask(search, collection, "violin")
    library.delete_collection(vault.id)
    search.forget()
    assert [folder.name for folder in (tmp_path / "index").iterdir()] == [str(other.id)]
    assert ask(search, other, "violin").keyword


def test_nothing_is_written_for_a_small_collection(tmp_path, search, collection):
    ask(search, collection, "cat")
    assert not (tmp_path / "index").exists()


FILTERS = [
    (SearchFilter(folder="even"), {0}),
    (SearchFilter(folder="/even/deep/"), {0}),
    (SearchFilter(folder="even/dee"), set()),
    (SearchFilter(folder="odd/"), {1}),
    (SearchFilter(folder="even", language="de"), set()),
]


@pytest.mark.parametrize("sizes", [SMALL, Sizes()], ids=["coded", "exact"])
@pytest.mark.parametrize(("only", "remainders"), FILTERS)
def test_only_documents_that_are_asked_for_are_searched(database, tmp_path, library, vault, sizes, only, remainders):
    many(library, vault, 60)
    search = LocalSearch(database, tmp_path / "index", sizes)
    found = search.candidates(vault.id, "violin", EMBEDDER.embed_question("violin"), 5, only)
    for list_of in (found.dense, found.keyword):
        assert {int(name[1:]) % 2 for name in names(library, list_of)} == remainders
        assert len(list_of) == (5 if remainders else 0) or list_of is found.keyword


@pytest.mark.parametrize("sizes", [SMALL, Sizes()], ids=["coded", "exact"])
def test_a_filter_is_worked_out_once_until_something_changes(database, tmp_path, library, vault, monkeypatch, sizes):
    many(library, vault, 60)
    search = LocalSearch(database, tmp_path / "index", sizes)

    def found():
        only = SearchFilter(folder="even")
        return search.candidates(vault.id, "violin", EMBEDDER.embed_question("violin"), 100, only)

    first = found()
    with monkeypatch.context() as patched:
        patched.delattr("host.index.search.documents_left")
        assert scores(found()) == scores(first)
    with database.transaction() as connection:
        connection.execute("UPDATE documents SET folder = 'odd/' WHERE uri = 'https://a.test/0'")
        connection.execute("UPDATE documents SET folder = 'even/' WHERE uri = 'https://a.test/1'")
    before, after = ({name for name in names(library, one.dense)} for one in (first, found()))
    assert (before - after, after - before) == ({"T0"}, {"T1"})


def test_few_that_a_filter_leaves_are_scored_without_a_scan(database, tmp_path, library, vault, monkeypatch):
    many(library, vault, 60)
    search = LocalSearch(database, tmp_path / "index", Sizes(kept=4, coded=24, scored=30))
    ask(search, vault, "violin")
    monkeypatch.delattr(QuantisedVectors, "nearest")
    few, vector = SearchFilter(folder="even"), EMBEDDER.embed_question("violin lantern")
    exact = anew(database, tmp_path / "new").candidates(vault.id, "violin lantern", vector, 5, few)
    found = search.candidates(vault.id, "violin lantern", vector, 5, few)
    assert len(found.dense) == 5
    assert scores(found) == scores(exact)


@pytest.mark.parametrize(
    ("language", "titles"), [("de", {"a", "b"}), ("DE-at", {"b"}), ("en", {"c"}), ("d", set()), ("", {"a", "b", "c"})]
)
def test_a_language_holds_its_varieties(library, search, vault, language, titles):
    for title, tag in (("a", "de"), ("b", "de-AT"), ("c", "en")):
        put(library, vault, make_document(f"file:{title}", "Jazz.", title=title, language=tag))
    found = search.candidates(vault.id, "jazz", EMBEDDER.embed_question("jazz"), 5, SearchFilter(language=language))
    assert set(names(library, found.keyword)) == set(names(library, found.dense)) == titles


DATES = [
    ("", "", {"old", "new", "undated"}),
    ("2024", "", {"new"}),
    ("2024-06-02", "", set()),
    ("", "2023", {"old"}),
    ("", "2024-06", {"old", "new"}),
    ("2023-12-31", "2024-05", {"old"}),
]


@pytest.mark.parametrize(("since", "until", "titles"), DATES)
def test_dates_are_inclusive_and_leave_out_what_has_none(library, search, vault, since, until, titles):
    for title, date in (("old", "2023-12-31"), ("new", "2024-06-01"), ("undated", "")):
        put(library, vault, make_document(f"file:{title}", "Jazz.", title=title, about=About(published=date)))
    only = SearchFilter(since=since, until=until)
    found = search.candidates(vault.id, "jazz", EMBEDDER.embed_question("jazz"), 5, only)
    assert set(names(library, found.keyword)) == set(names(library, found.dense)) == titles


def test_one_document_can_be_asked_alone(library, search, vault):
    for title in ("a", "b"):
        put(library, vault, make_document(f"file:{title}", "Jazz.", title=title))
    ((first, _, _), _) = library.documents(vault.id)
    found = search.candidates(vault.id, "jazz", EMBEDDER.embed_question("jazz"), 5, SearchFilter(document=first))
    assert names(library, found.keyword) == names(library, found.dense) == ["a"]


PHRASES = [
    ('"red fox"', {"exact", "marked"}),
    ('"Red  fox" in snow', {"exact", "marked"}),
    ("„red fox“", {"exact", "marked"}),
    ('"fox red"', {"turned"}),
    ('"red foxes"', {"exact", "marked", "turned", "apart"}),  # nobody has it: as if it were not in quotes
    ('"in the"', {"exact", "marked", "turned", "apart"}),  # too common to look for
    # one word of many: the quotes are those of a text that was put in place of a question
    (f'"turned" {"fox red sun ran slept " * 4}', {"exact", "marked", "turned", "apart"}),
]


@pytest.mark.parametrize(("question", "titles"), PHRASES)
def test_words_in_quotes_are_found_just_so(library, search, vault, question, titles):
    texts = {
        "exact": "A red fox ran.",
        "marked": "The **red\nfox** slept.",
        "turned": "A fox red in the sun, turned.",
        "apart": "Red is the fox.",
    }
    for title, text in texts.items():
        put(library, vault, make_document(f"file:{title}", text, title=title))
    found = ask(search, vault, question)
    assert set(names(library, found.dense)) == titles
    assert set(names(library, found.keyword)) <= titles


def test_without_a_build_of_the_library_search_is_exact(database, tmp_path, library, vault, monkeypatch):
    monkeypatch.setitem(sys.modules, "turbovec", None)
    many(library, vault, 30)
    search = LocalSearch(database, tmp_path / "index", SMALL)
    assert scores(ask(search, vault, "violin")) == scores(ask(anew(database, tmp_path / "new"), vault, "violin"))
    assert not (tmp_path / "index" / str(vault.id) / "codes.tv").exists()


def test_a_gpu_gives_what_exact_search_gives(database, tmp_path, library, vault, monkeypatch):
    monkeypatch.setattr("host.index.device_vectors._gpu", lambda: "cpu")
    many(library, vault, 60)
    on_gpu = LocalSearch(database, tmp_path / "index", Sizes(kept=4, coded=24, gpu=True))
    exactly = anew(database, tmp_path / "new")
    for question in ("violin", "lantern river"):
        assert scores(ask(on_gpu, vault, question)) == scores(ask(exactly, vault, question))
    many(library, vault, 80)
    assert scores(ask(on_gpu, vault, "violin")) == scores(ask(exactly, vault, "violin"))
    assert not list((tmp_path / "index").rglob("codes.tv"))


def test_without_the_gpu_that_was_expected_codes_are_scanned(database, tmp_path, library, vault, monkeypatch):
    monkeypatch.setattr("host.index.device_vectors._gpu", lambda: "")
    many(library, vault, 60)
    search = LocalSearch(database, tmp_path / "index", Sizes(kept=4, coded=24, gpu=True))
    assert scores(ask(search, vault, "violin")) == scores(ask(anew(database, tmp_path / "new"), vault, "violin"))
    assert list((tmp_path / "index").rglob("codes.tv"))


def test_codes_that_find_other_things_than_exact_search_are_not_used(database, tmp_path, library, vault, monkeypatch):
    def wrong(self, asked, limit, places=None):
        return np.tile(self._ids[places][:limit], (len(asked), 1))

    monkeypatch.setattr(QuantisedVectors, "nearest", wrong)
    many(library, vault, 60)
    search = LocalSearch(database, tmp_path / "index", SMALL)
    expected = scores(ask(anew(database, tmp_path / "new"), vault, "violin lantern", 5))
    assert scores(ask(search, vault, "violin lantern", 5)) == expected
