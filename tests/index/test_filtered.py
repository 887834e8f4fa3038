"""What a filter leaves, by the order of the database's index, is what it says; and no document's row is read for it."""

import pytest

from host.core.candidates import SearchFilter
from host.core.collections import CollectionKind
from host.core.documents import About
from host.index.filtered import documents_left
from host.index.library import SqliteLibrary
from tests.index.factories import make_document, open_collection, put

DOCUMENTS = {
    "top": {"date": "2024-12-31"},
    "in": {"folder": "a/", "language": "pt"},
    "below": {"folder": "a/b/", "language": "pt-BR", "date": "2025"},
    "before": {"folder": "a-b/", "language": "PT-br", "date": "2025-01-01"},
    "beside": {"folder": "a0/", "language": "ptolemaic"},
}


@pytest.fixture
def vault(database):
    library = SqliteLibrary(database)
    other, vault = (open_collection(library, key, CollectionKind.VAULT) for key in ("other", "vault"))
    put(library, other, make_document("file:other", folder="a/", language="pt", about=About(published="2025-01-01")))
    for title, fields in DOCUMENTS.items():
        about = About(published=fields.get("date", ""))
        names = {name: fields.get(name, "") for name in ("folder", "language")}
        put(library, vault, make_document(f"file:{title}", title=title, about=about, **names))
    return vault.id


def left(database, vault, only):
    with database.transaction() as connection:
        titles = dict(connection.execute("SELECT id, title FROM documents"))
        return {titles[number] for number in documents_left(connection, vault, only).tolist()}


@pytest.mark.parametrize(
    ("only", "titles"),
    [
        (SearchFilter(), set(DOCUMENTS)),
        (SearchFilter(folder="a"), {"in", "below"}),
        (SearchFilter(folder="/a/b/"), {"below"}),
        (SearchFilter(folder="a-b"), {"before"}),
        (SearchFilter(folder="A"), set()),
        (SearchFilter(language="pt"), {"in", "below", "before"}),
        (SearchFilter(language="Pt-Br"), {"below", "before"}),
        (SearchFilter(language="p%"), set()),
        (SearchFilter(since="2025"), {"below", "before"}),
        (SearchFilter(since="2025-01-01"), {"before"}),
        (SearchFilter(until="2024"), {"top"}),
        (SearchFilter(until="2025"), {"top", "below", "before"}),
        (SearchFilter(since="2025", until="2025-01"), {"below", "before"}),
        (SearchFilter(folder="a", language="pt-BR", since="2025"), {"below"}),
        (SearchFilter(document=10**9), set()),
    ],
)
def test_documents_are_left_by_folder_language_and_date(database, vault, only, titles):
    assert left(database, vault, only) == titles


def test_one_document_is_left_where_it_agrees_with_the_rest_of_the_filter(database, vault):
    with database.transaction() as connection:
        ((number,),) = connection.execute("SELECT id FROM documents WHERE title = 'in'").fetchall()
    assert left(database, vault, SearchFilter(document=number)) == {"in"}
    assert left(database, vault, SearchFilter(document=number, folder="a/b")) == set()


def test_no_row_is_read(database, vault):
    asked = []
    with database.transaction() as connection:
        connection.set_trace_callback(asked.append)
        documents_left(connection, vault, SearchFilter(folder="a", since="2025"))
        connection.set_trace_callback(None)
        plan = connection.execute(f"EXPLAIN QUERY PLAN {asked[0]}").fetchall()
    assert "COVERING INDEX documents_by_filter (collection_id=? AND folder>? AND folder<?)" in plan[0][-1]
