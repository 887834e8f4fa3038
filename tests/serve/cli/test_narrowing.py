"""Options that leave only some documents of a collection."""

import pytest

from host.contract import requests, results
from tests.serve.cli.conftest import make_source
from tests.serve.cli.test_documents import make_document


@pytest.fixture
def searching(client):
    client.script[requests.Search] = results.Found(sources=(make_source(1),))
    client.script[requests.ListDocuments] = results.Documents(
        documents=(make_document(3, "a.md", "Alpha"), make_document(4, "b.md", "Beta"))
    )
    return client


def test_each_option_is_a_field_of_the_request(ambry, searching):
    options = ["--folder", "notes/", "--written-in", "de", "--since", "2024", "--until", "2025-03-31"]
    assert ambry("search", "cells", "--vault", "garden", *options, "--document", "Beta").exit_code == 0
    sent = searching.last(requests.Search)
    assert (sent.folder, sent.language, sent.since, sent.until) == ("notes/", "de", "2024", "2025-03-31")
    assert sent.document == 4


def test_without_options_nothing_is_left_out(ambry, searching):
    ambry("search", "cells", "--vault", "garden")
    sent = searching.last(requests.Search)
    assert (sent.folder, sent.document, sent.language, sent.since, sent.until) == ("", 0, "", "", "")


def test_a_document_that_is_not_there_is_said_before_anything_is_searched(ambry, searching):
    result = ambry("search", "cells", "--vault", "garden", "--document", "Gamma")
    assert result.exit_code == 1
    assert "Gamma" in result.stderr


@pytest.mark.parametrize(
    ("option", "value", "mend"),
    [
        ("--since", "yesterday", "2025-03-31"),
        ("--until", "03/2025", "2025-03-31"),
        ("--since", "2025-13", "there is no 2025-13"),
        ("--until", "2025-02-30", "there is no 2025-02-30"),
        ("--written-in", "German!", "de or"),
    ],
)
def test_a_value_that_cannot_be_meant_is_refused_in_words(ambry, searching, option, value, mend):
    result = ambry("ask", "How long?", "--vault", "garden", option, value)
    assert result.exit_code == 2
    assert mend in result.stderr
