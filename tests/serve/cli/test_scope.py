"""How the four options find a collection."""

import pytest

from host.contract import requests, results
from host.serve.cli.scope import site_key
from tests.serve.cli.conftest import COLLECTION
from tests.serve.cli.test_asking import ANSWER


@pytest.fixture(autouse=True)
def opening(client):
    opened = results.Opened(collection=COLLECTION, document=1, state="indexed", characters=10)
    for request in (requests.OpenPage, requests.OpenUrl, requests.OpenVideo):
        client.script[request] = opened
    client.script[requests.Search] = results.Found(sources=())
    return client


def test_a_page_by_url_is_fetched_by_the_engine(ambry, client):
    assert ambry("search", "cells", "--page", "https://larkspur.example/faq.html").exit_code == 0
    assert client.last(requests.OpenUrl).url == "https://larkspur.example/faq.html"


@pytest.mark.parametrize(
    ("name", "media_type"), [("page.html", ""), ("guide.pdf", "application/pdf"), ("notes.unknown", "")]
)
def test_a_file_is_handed_over_and_its_own_declaration_decides_the_encoding_of_html(
    ambry, client, tmp_path, name, media_type
):
    path = tmp_path / name
    path.write_bytes(b"\xe4")
    assert ambry("search", "cells", "--page", path).exit_code == 0
    page = client.last(requests.OpenPage).page
    assert (page.url, page.title, page.media_type) == (path.as_uri(), name, media_type)
    assert client.uploads == {name: b"\xe4"}


def test_a_file_that_is_not_there_is_named(ambry, tmp_path):
    result = ambry("search", "cells", "--page", tmp_path / "nothing.html")
    assert result.exit_code == 1
    assert "nothing.html: No such file or directory." in result.stderr


def test_a_video_goes_to_the_engine_as_it_was_typed(ambry, client):
    assert ambry("search", "cells", "--video", "https://youtu.be/Lrk5pur0001").exit_code == 0
    assert client.last(requests.OpenVideo).video == "https://youtu.be/Lrk5pur0001"


def test_languages_and_a_translation_of_the_captions_may_be_asked_for(ambry, client):
    options = ("--language", "de", "--language", "pt-BR", "--translate", "fr")
    assert ambry("search", "cells", "--video", "Lrk5pur0001", *options).exit_code == 0
    request = client.last(requests.OpenVideo)
    assert (request.languages, request.translate_to) == (("de", "pt-BR"), "fr")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--video", "Lrk5pur0001", "--language", "?"), "? is no language code"),
        (("--site", "larkspur.example", "--translate", "fr"), "Only a video has captions to choose."),
    ],
)
def test_captions_that_cannot_be_chosen_are_refused(ambry, client, options, message):
    result = ambry("ask", "How long?", *options)
    assert result.exit_code != 0
    assert message in " ".join(result.stderr.split())
    assert requests.OpenVideo not in {type(request) for request in client.asked}


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("Larkspur.example", "larkspur.example"),
        ("https://larkspur.example", "larkspur.example"),
        ("127.0.0.1:8461", "127.0.0.1:8461"),
        ("https://docs.example/guide/", "docs.example/guide"),
        ("docs.example/guide", "docs.example/guide"),
    ],
)
def test_a_site_may_be_typed_as_a_host_a_path_or_a_url(typed, key):
    assert site_key(typed) == key


@pytest.mark.parametrize(
    ("options", "message", "advice"),
    [
        (("--site", "other.example"), "There is no site called other.example.", "ambry site index other.example"),
        (("--vault", "papers"), "There is no vault called papers.", "ambry vault add papers PATH..."),
    ],
)
def test_what_is_not_indexed_yet_says_how_to_index_it_and_what_there_is(ambry, client, options, message, advice):
    client.script[requests.FindCollection] = results.CollectionFound(collection=None)
    result = ambry("ask", "How long?", *options)
    assert result.exit_code == 1
    assert message in result.stderr
    assert advice in result.stderr
    assert "--site larkspur.example" in result.stderr


def test_with_nothing_indexed_the_advice_says_so(ambry, client):
    client.script[requests.Status] = client.script[requests.Status].model_copy(update={"collections": ()})
    assert "Nothing is indexed yet." in ambry("ask", "How long?").stderr


def test_what_should_be_known_about_a_page_is_among_the_notices(ambry_json, client):
    client.script[requests.OpenVideo] = results.Opened(
        collection=COLLECTION, document=1, state="indexed", characters=10, notices=("It was cut.",)
    )
    client.script[requests.Ask] = [ANSWER]
    _, printed = ambry_json("ask", "How long?", "--video", "Lrk5pur0001")
    assert printed["notices"] == ["It was cut.", "Ollama was slow."]
