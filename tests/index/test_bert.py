import json
import shutil

import pytest

from host.index.bert import UnknownShapeError, read_shape, read_weights
from host.index.model_folder import find_model


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "model"
    shutil.copytree(find_model(tmp_path), path)
    return path


def change(file, **values):
    file.write_text(json.dumps(json.loads(file.read_text()) | values))


def test_the_packaged_model_has_a_known_shape(folder):
    shape = read_shape(folder)
    assert (shape.layers, shape.heads, shape.head, shape.pooling) == (6, 12, 32, "mean")
    assert read_weights(folder)["embeddings.word_embeddings.weight"].shape == (shape.vocabulary, shape.hidden)


@pytest.mark.parametrize(
    ("config", "pooling"),
    [
        ({"pooling_mode": "cls"}, "cls"),
        ({"pooling_mode": "mean"}, "mean"),
        ({"pooling_mode": ["cls"]}, "cls"),
        ({"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}, "cls"),
        ({"pooling_mode_mean_tokens": True}, "mean"),
    ],
)
def test_pooling_is_read_from_older_and_newer_folders(folder, config, pooling):
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(config))
    assert read_shape(folder).pooling == pooling


@pytest.mark.parametrize(
    ("file", "values", "why"),
    [
        ("config.json", {"model_type": "roberta"}, "architecture is roberta"),
        ("config.json", {"hidden_act": "relu"}, "activation is relu"),
        ("config.json", {"position_embedding_type": "relative_key"}, "positions are relative_key"),
        ("sentence_bert_config.json", {"do_lower_case": True}, "lower case"),
        ("1_Pooling/config.json", {"pooling_mode_max_tokens": True}, "pools by"),
    ],
)
def test_what_we_do_not_build_is_named(folder, file, values, why):
    change(folder / file, **values)
    with pytest.raises(UnknownShapeError, match=why):
        read_shape(folder)


def test_a_further_module_is_named(folder):
    modules = json.loads((folder / "modules.json").read_text())
    (folder / "modules.json").write_text(json.dumps([*modules, {"type": "sentence_transformers.models.Dense"}]))
    with pytest.raises(UnknownShapeError, match="Dense"):
        read_shape(folder)


def test_a_configuration_with_a_gap_is_named(folder):
    config = json.loads((folder / "config.json").read_text())
    del config["num_attention_heads"]
    (folder / "config.json").write_text(json.dumps(config))
    with pytest.raises(UnknownShapeError, match="num_attention_heads"):
        read_shape(folder)


@pytest.mark.parametrize("content", [b"", b"weights", None])
def test_weights_that_cannot_be_read_are_named(folder, content):
    if content is None:
        (folder / "model.safetensors").unlink()
    else:
        (folder / "model.safetensors").write_bytes(content)
    with pytest.raises(UnknownShapeError, match="safetensors"):
        read_weights(folder)
