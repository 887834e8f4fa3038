"""`ambry status`, `provider`, `key` and `delete`, against a scripted engine."""

import pytest

from host.contract import requests, results
from host.contract.views import ProviderView
from host.errors import NotFoundError


def test_status_shows_model_providers_and_collections(ambry):
    result = ambry("status")
    assert result.exit_code == 0
    assert "Ambry 0.1.0, embedding with hashing" in result.stdout
    assert "larkspur.example" in result.stdout
    assert any(line.split()[:1] == ["●"] and "quotes" in line for line in result.stdout.splitlines())


def test_status_says_when_nothing_is_indexed(ambry, client):
    client.script[requests.Status] = client.script[requests.Status].model_copy(update={"collections": ()})
    assert "Nothing is indexed yet" in ambry("status").stderr


def test_status_prints_json(ambry_json):
    code, printed = ambry_json("status")
    assert (code, printed["model"], printed["collections"][0]["key"]) == (0, "hashing", "larkspur.example")


def test_providers_are_listed_with_what_to_do_for_those_that_are_not_ready(ambry, client):
    assert "Start it." in ambry("provider").stdout
    assert not any(isinstance(request, requests.ChooseProvider) for request in client.asked)


def test_a_piped_table_keeps_each_row_on_one_line(ambry, client):
    long = "Start it. " * 20
    providers = (ProviderView(name="ollama", label="Ollama", place="on_device", ready=False, next_step=long),)
    client.script[requests.Status] = client.script[requests.Status].model_copy(update={"providers": providers})
    heading, row = ambry("provider").stdout.splitlines()
    assert row.endswith(long.strip())
    assert heading == heading.rstrip()


def test_a_provider_is_chosen_by_name(ambry_json, client):
    code, printed = ambry_json("provider", "ollama", "--model", "llama")
    assert (code, printed["chosen"]) == (0, "quotes")
    request = client.last(requests.ChooseProvider)
    assert (request.provider, request.model) == ("ollama", "llama")


def test_a_provider_that_is_chosen_before_it_is_ready_says_what_it_needs_and_who_answers(ambry):
    assert ambry("provider", "anthropic").stderr == (
        "Claude is chosen and not ready. Set a key.\nUntil then quotes answers.\n"
    )
    assert ambry("provider", "quotes").stderr == ""


def test_a_piped_key_is_stored_and_never_printed(ambry, client):
    result = ambry("key", "anthropic", stdin="secret-key\n")
    assert result.exit_code == 0
    assert "secret-key" not in result.output
    assert client.last(requests.SetKey).key == "secret-key"


@pytest.mark.parametrize("stdin", ["", "  \n"])
def test_a_missing_key_is_an_error_and_waits_for_nobody(ambry, client, stdin):
    result = ambry("key", "anthropic", stdin=stdin)
    assert result.exit_code == 1
    assert "No key was given." in result.stderr
    assert not any(isinstance(request, requests.SetKey) for request in client.asked)


@pytest.mark.parametrize("name", ["foo", "ollama"])
def test_no_key_is_asked_for_that_no_provider_takes(ambry, client, name):
    client.script[requests.SetKey] = NotFoundError(f"provider called {name!r}", "Choose one of: anthropic.")
    result = ambry("key", name, stdin="secret-key\n")
    assert result.stderr == f"There is no provider called {name!r}.\nChoose one of: anthropic.\n"
    assert client.last(requests.SetKey).key == ""


def test_a_key_can_be_forgotten(ambry_json, client):
    code, printed = ambry_json("key", "anthropic", "--remove")
    assert (code, printed) == (0, {"provider": "anthropic", "key": "removed"})
    assert client.last(requests.SetKey).key == ""


def test_deleting_without_a_terminal_needs_yes(ambry, client):
    result = ambry("delete", "--site", "larkspur.example")
    assert result.exit_code == 1
    assert "This would delete site larkspur.example (12 documents)." in result.stderr
    assert "--yes" in result.stderr
    assert not any(isinstance(request, requests.DeleteCollection) for request in client.asked)


def test_deleting_names_what_is_gone(ambry, ambry_json, client):
    assert ambry("delete", "--site", "larkspur.example", "--yes").stdout == (
        "Deleted: site larkspur.example (12 documents).\n"
    )
    assert client.last(requests.DeleteCollection).collection == 7
    assert ambry_json("delete", "--vault", "garden", "-y")[0] == 0


@pytest.mark.parametrize("options", [(), ("--site", "a.example", "--vault", "b")])
def test_deleting_needs_exactly_one_name(ambry, options):
    result = ambry("delete", *options, "--yes")
    assert result.exit_code == 1
    assert "Add --site HOST or --vault NAME." in result.stderr


def test_deleting_what_is_not_there_is_an_error(ambry, client):
    client.script[requests.FindCollection] = results.CollectionFound(collection=None)
    assert "There is no site called a.example." in ambry("delete", "--site", "a.example", "--yes").stderr
