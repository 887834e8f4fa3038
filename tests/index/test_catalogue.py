import pytest

from host.core.candidates import SearchFilter
from host.core.catalogue import Facets
from host.core.chunking import chunk_document, embedded_text
from host.core.chunks import ChunkSettings, EmbeddedChunk
from host.core.collections import CollectionKind
from host.core.documents import About, Document
from host.errors import NotFoundError
from host.index.catalogue import SqliteCatalogue
from host.index.database import Database
from host.index.library import SqliteLibrary
from tests.fakes import HashingEmbedder


@pytest.fixture
def shelf(tmp_path):
    """A vault with two documents: its library, its catalogue and its id."""
    database = Database(tmp_path / "ambry.db")
    library, embedder = SqliteLibrary(database), HashingEmbedder()
    vault = library.open_collection(CollectionKind.VAULT, "papers", "papers", embedder.model, ChunkSettings())
    for document in (
        Document("ambry:///papers/z.md", "Mast", "The mast is high."),
        Document("ambry:///papers/a/b.md", "Sail", "The sail is white.", folder="a/"),
    ):
        chunks = chunk_document(document, embedder.splitter, ChunkSettings(), embedder.model.max_tokens).chunks
        texts = [embedded_text(document.title, chunk) for chunk in chunks]
        vectors = embedder.embed_passages(texts)
        embedded = [EmbeddedChunk(*parts) for parts in zip(chunks, texts, vectors, strict=True)]
        library.put_document(vault, document, embedded)
    yield library, SqliteCatalogue(database), vault.id
    database.close()


def test_documents_are_listed_by_folder(shelf):
    _, catalogue, vault = shelf
    entries = catalogue.entries(vault)
    assert [(entry.uri, entry.title, entry.folder, entry.chunks) for entry in entries] == [
        ("ambry:///papers/z.md", "Mast", "", 1),
        ("ambry:///papers/a/b.md", "Sail", "a/", 1),
    ]
    assert catalogue.entry(entries[1].id) == entries[1]


def test_a_catalogue_says_what_its_documents_can_be_narrowed_by(shelf):
    library, catalogue, vault = shelf
    assert catalogue.facets(vault) == Facets(("a/",), (), ("", ""))
    for uri, language, day in (("b", "en", "2024-05"), ("c", "de", "2021-01-31"), ("d", "de", "")):
        document = Document(uri, uri, "Text.", folder="a/b/", language=language, about=About(published=day))
        library.put_document(library.collection(vault), document, ())
    assert catalogue.facets(vault) == Facets(("a/", "a/b/"), ("de", "en"), ("2021-01-31", "2024-05"))
    assert catalogue.left(vault, SearchFilter(language="de", since="2021")) == 1


def test_a_removed_document_takes_its_chunks_and_vectors_along(shelf):
    library, catalogue, vault = shelf
    first, second = catalogue.entries(vault)
    catalogue.remove(first.id)
    assert catalogue.entries(vault) == [second]
    assert (library.collection(vault).documents, library.collection(vault).chunks) == (1, 1)
    model = HashingEmbedder().model
    assert library.missing_vectors(model, ["Mast\n\nThe mast is high."]) == {"Mast\n\nThe mast is high."}


@pytest.mark.parametrize(
    "look",
    [
        lambda catalogue: catalogue.entries(99),
        lambda catalogue: catalogue.entry(99),
        lambda catalogue: catalogue.remove(99),
    ],
)
def test_what_is_not_there_is_said(shelf, look):
    with pytest.raises(NotFoundError):
        look(shelf[1])


def test_documents_are_found_by_address_and_by_their_words(shelf):
    _, catalogue, vault = shelf
    first, _ = catalogue.entries(vault)
    assert catalogue.find(vault, first.uri) == catalogue.same_words(vault, first.content_hash) == first
    assert catalogue.find(vault, "ambry:///papers/none.md") is None
    assert catalogue.same_words(vault, "0") is None


def test_only_vaults_are_looked_through_for_what_is_kept(shelf):
    library, catalogue, vault = shelf
    first, _ = catalogue.entries(vault)
    model = HashingEmbedder().model
    page = library.open_collection(CollectionKind.PAGE, "k", "k", model, ChunkSettings())
    library.put_document(page, Document(first.uri, "Mast", "The mast is high."), [])
    assert catalogue.in_vaults(first.uri) == [first]
