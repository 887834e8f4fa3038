"""`ambry models`, against a scripted engine."""

import pytest

from host.contract import requests, results
from host.contract.views import KnownModelView


@pytest.fixture(autouse=True)
def shown(client):
    known = (
        KnownModelView(name="hashing", folder="/m/hashing", in_use=True),
        KnownModelView(name="bge", folder="/m/bge", in_use=False),
    )
    models = client.script[requests.Models].model_copy(update={"known": known, "reranker": "ranker"})
    client.script.update(dict.fromkeys((requests.Models, requests.UseModel, requests.UseReranker), models))


def test_models_says_how_the_embedding_model_runs_and_why_and_what_else_there_is(ambry):
    result = ambry("models")
    assert result.exit_code == 0
    assert "Run by hashing on processor, exact" in result.stdout
    assert "it is a fake" in result.stdout
    assert "Reranking: ranker" in result.stdout
    assert "Also here: bge  /m/bge" in result.stdout
    assert "Also here: hashing" not in result.stdout


def test_models_prints_json(ambry_json):
    code, printed = ambry_json("models")
    assert (code, printed["embedding"]["model"], printed["embedding"]["dimension"]) == (0, "hashing", 256)
    assert printed["known"][1]["name"] == "bge"


def test_a_folder_is_handed_over_as_the_engine_finds_it_and_a_name_as_it_is(
    ambry, ambry_json, client, tmp_path, monkeypatch
):
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path)
    assert ambry("models", "use", "mine").exit_code == 0
    assert client.last(requests.UseModel).model == str(tmp_path / "mine")
    assert ambry_json("models", "use", "bge")[0] == 0
    assert client.last(requests.UseModel).model == "bge"


def test_reranking_is_turned_on_and_off(ambry, client, tmp_path):
    ambry("models", "rerank", tmp_path)
    assert client.last(requests.UseReranker).model == str(tmp_path)
    ambry("models", "rerank", "off")
    assert client.last(requests.UseReranker).model == ""


def test_status_without_a_model_says_why(ambry, client):
    problem = {"code": "model_missing", "message": "It is not whole.", "next_step": "Copy it again."}
    status = client.script[requests.Status].model_dump() | {"model": "", "problem": problem}
    client.script[requests.Status] = results.Status(**status)
    result = ambry("status")
    assert "embedding with no model" in result.stdout
    assert "It is not whole." in result.stderr and "Copy it again." in result.stderr
