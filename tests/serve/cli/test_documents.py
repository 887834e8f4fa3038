"""`ambry show` and `ambry vault remove`, against a scripted engine."""

import pytest

from host.contract import requests, results
from host.contract.views import DocumentView
from tests.serve.cli.conftest import COLLECTION


def make_document(number, name, title):
    return DocumentView(
        id=number, collection=7, uri=f"ambry:///papers/{name}", title=title, name=name, folder="", media_type="",
        chunks=1, url="",
    )  # fmt: skip


SETUP, NOTES, COPY = (
    make_document(1, "guides/setup.md", "Setup"),
    make_document(2, "notes.md", "Notes"),
    make_document(3, "copy.md", "Notes"),
)


@pytest.fixture(autouse=True)
def vault(client):
    client.script[requests.ListDocuments] = results.Documents(documents=(SETUP, NOTES, COPY))
    client.script[requests.ReadDocument] = results.DocumentText(
        document=SETUP, collection=COLLECTION, markdown="# Setup\n\nTurn the screw.", places=()
    )


def test_without_a_name_all_are_listed(ambry):
    result = ambry("show", "--vault", "papers")
    assert result.stdout.splitlines() == ["guides/setup.md  Setup", "notes.md  Notes", "copy.md  Notes"]
    assert "3 documents." in result.stderr


@pytest.mark.parametrize("name", ["guides/setup.md", "ambry:///papers/guides/setup.md", "Setup"])
def test_a_document_is_printed_by_its_path_address_or_title(ambry, client, name):
    assert "Turn the screw." in ambry("show", name, "--vault", "papers").stdout
    assert client.last(requests.ReadDocument).document == 1


def test_both_print_json(ambry_json):
    listed = ambry_json("show", "--vault", "papers")[1]["documents"]
    assert [document["name"] for document in listed] == ["guides/setup.md", "notes.md", "copy.md"]
    assert ambry_json("show", "Setup", "--vault", "papers")[1]["markdown"].startswith("# Setup")


def test_a_title_of_two_documents_asks_which(ambry):
    result = ambry("show", "Notes", "--vault", "papers")
    assert result.exit_code == 1
    assert "notes.md, copy.md" in result.stderr


def test_a_document_that_is_not_there_is_said(ambry):
    assert "There is no document called x.md." in ambry("show", "x.md", "--vault", "papers").stderr


def test_it_has_to_be_said_where(ambry):
    assert "--vault NAME or --site HOST" in ambry("show", "x.md").stderr


def test_a_document_is_taken_out_of_its_vault(ambry, ambry_json, client):
    assert "Removed from papers: notes.md." in ambry("vault", "remove", "papers", "notes.md").stdout
    assert client.last(requests.RemoveDocument).document == 2
    assert ambry_json("vault", "remove", "papers", "notes.md")[1] == {"removed": "notes.md"}
