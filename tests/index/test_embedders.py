"""Models are chosen, found again and told apart: with the packaged model and tiny ones of BGE's architecture."""

import json
import shutil

import numpy as np
import pytest

from host.core.chunks import ChunkSettings
from host.core.collections import CollectionKind
from host.errors import ErrorCode, ModelError, NotFoundError
from host.index.embedders import LocalEmbedders
from host.index.library import SqliteLibrary
from host.index.model_folder import FLOORS, find_model
from host.index.openvino_embedder import OpenVinoEmbedder
from host.index.torch_embedder import SentenceTransformersEmbedder
from tests.index.models import tiny_bert

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    packaged = find_model(tmp_path_factory.mktemp("data"))
    return tiny_bert(tmp_path_factory.mktemp("models") / "tiny", packaged)


@pytest.fixture
def library(database):
    return SqliteLibrary(database)


@pytest.fixture
def open_embedders(library, tmp_path, kept_models):
    return lambda **changes: LocalEmbedders(library, tmp_path, kept_models, gpu="", **changes)


def collection_of(library, embedder, key="a"):
    return library.open_collection(CollectionKind.VAULT, key, key, embedder.model, ChunkSettings())


def test_the_packaged_model_is_used_until_another_is_chosen(open_embedders):
    embedders = open_embedders()
    assert embedders.current is embedders.current
    assert embedders.current.model.name == "all-MiniLM-L6-v2"
    assert [(known.name, known.in_use) for known in embedders.known()] == [("all-MiniLM-L6-v2", True)]


def test_a_chosen_model_is_used_from_then_on_with_a_floor_of_its_own(open_embedders, tiny):
    embedders = open_embedders()
    used = embedders.use(str(tiny))
    assert (used.model.name, used.model.dimension) == ("tiny", 96)
    assert used is embedders.current
    again = open_embedders().current
    assert again.model == used.model
    assert again.model.floor not in FLOORS.values()
    assert [known.name for known in embedders.known()] == ["tiny", "all-MiniLM-L6-v2"]
    assert embedders.use("all-MiniLM-L6-v2").model.floor == FLOORS["all-MiniLM-L6-v2"]


def test_a_collection_is_asked_with_the_model_that_made_it_while_that_is_on_disk(open_embedders, library, tiny):
    embedders = open_embedders()
    old = collection_of(library, embedders.current)
    assert embedders.of(old) is embedders.current
    embedders.use(str(tiny))
    found = embedders.of(old)
    assert found.model.identity == old.identity
    assert embedders.of(old) is found
    assert isinstance(found, OpenVinoEmbedder)


def test_vectors_of_the_exact_form_are_compared_with_the_exact_form_only(open_embedders, library, tmp_path):
    exact = SentenceTransformersEmbedder(find_model(tmp_path))
    found = open_embedders().of(collection_of(library, exact))
    assert isinstance(found, SentenceTransformersEmbedder)
    assert found.model.identity == exact.model.identity


def test_a_model_that_is_gone_is_told_by_none(open_embedders, library, tiny, tmp_path):
    moving = shutil.copytree(tiny, tmp_path / "moving")
    embedders = open_embedders()
    old = collection_of(library, embedders.use(str(moving)))
    embedders.use("all-MiniLM-L6-v2")
    shutil.rmtree(moving)
    assert open_embedders().of(old) is None


def test_a_model_that_was_replaced_by_another_of_its_name_is_another(open_embedders, library, tiny, tmp_path):
    folder = shutil.copytree(tiny, tmp_path / "tiny")
    old = collection_of(library, open_embedders().use(str(folder)))
    shutil.rmtree(folder)
    tiny_bert(folder, find_model(tmp_path), pooling="mean", hidden_act="gelu", layer_norm_eps=1e-11)
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1] + b"\1")
    assert open_embedders().of(old) is None


@pytest.mark.parametrize("missing", ["model.safetensors", "tokenizer.json", "config.json"])
def test_a_folder_copied_by_half_is_refused_and_the_old_model_stays(open_embedders, tiny, tmp_path, missing):
    half = shutil.copytree(tiny, tmp_path / "half")
    (half / missing).unlink()
    embedders = open_embedders()
    before = embedders.current
    with pytest.raises(ModelError) as caught:
        embedders.use(str(half))
    assert caught.value.code is ErrorCode.MODEL_MISSING
    assert "Copy the model's folder again" in caught.value.next_step
    assert embedders.current is before
    assert open_embedders().current.model.name == "all-MiniLM-L6-v2"


def test_weights_cut_off_are_refused_and_the_old_model_stays(open_embedders, tiny, tmp_path):
    half = shutil.copytree(tiny, tmp_path / "cut")
    weights = half / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[: weights.stat().st_size // 2])
    embedders = open_embedders()
    with pytest.raises(ModelError) as caught:
        embedders.use(str(half))
    assert caught.value.code is ErrorCode.MODEL_MISSING
    assert embedders.current.model.name == "all-MiniLM-L6-v2"


def test_a_model_that_gives_no_numbers_is_refused_and_the_old_model_stays(open_embedders, tiny, tmp_path):
    from safetensors.numpy import load_file, save_file

    broken = shutil.copytree(tiny, tmp_path / "broken")
    weights = load_file(broken / "model.safetensors")
    name = next(name for name in weights if name.endswith("LayerNorm.weight"))
    save_file(weights | {name: weights[name] * np.float32("nan")}, broken / "model.safetensors", {"format": "pt"})
    embedders = open_embedders()
    with pytest.raises(ModelError, match="numbers that are none") as caught:
        embedders.use(str(broken))
    assert caught.value.next_step
    assert embedders.current.model.name == "all-MiniLM-L6-v2"


def test_a_model_of_another_dimension_than_it_says_is_refused(open_embedders, tiny, tmp_path):
    wrong = shutil.copytree(tiny, tmp_path / "wrong")
    pooling = wrong / "1_Pooling" / "config.json"
    pooling.write_text(json.dumps(json.loads(pooling.read_text()) | {"word_embedding_dimension": 64}))
    with pytest.raises(ModelError) as caught:
        open_embedders().use(str(wrong))
    assert caught.value.next_step


def test_a_name_that_nothing_has_lists_what_there_is(open_embedders):
    with pytest.raises(NotFoundError) as caught:
        open_embedders().use("bge-large")
    assert "all-MiniLM-L6-v2" in caught.value.next_step


def test_a_configured_folder_cannot_be_overruled(open_embedders, tiny):
    embedders = open_embedders(configured=tiny)
    assert embedders.current.model.name == "tiny"
    with pytest.raises(ModelError, match="AMBRY_MODEL"):
        embedders.use("all-MiniLM-L6-v2")


def test_a_chosen_folder_that_has_gone_is_told_when_it_is_needed(open_embedders, library, tmp_path):
    library.set_setting("embedding_model", str(tmp_path / "gone"))
    embedders = open_embedders()
    with pytest.raises(ModelError):
        _ = embedders.current
    assert [known.name for known in embedders.known()] == ["all-MiniLM-L6-v2"]
    old = collection_of(library, SentenceTransformersEmbedder(find_model(tmp_path)))
    assert embedders.of(old) is not None


def test_a_damaged_list_of_models_is_taken_for_none(open_embedders, library):
    library.set_setting("embedding_models", "{half")
    assert open_embedders().current.model.floor == FLOORS["all-MiniLM-L6-v2"]
