"""The 8-bit path against sentence-transformers itself."""

import json
import shutil
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from host.errors import ErrorCode, ModelError
from host.index import light_model
from host.index.bert import read_shape, read_weights
from host.index.bert_graph import BertGraph
from host.index.choose_embedder import choose_embedder, find_gpu
from host.index.model_folder import find_model
from host.index.openvino_embedder import OpenVinoEmbedder
from host.index.openvino_model import OpenVinoModel, read_tokenizer, token_ids
from host.index.torch_embedder import SentenceTransformersEmbedder
from tests.index.models import tiny_bert

pytestmark = pytest.mark.model

SENTENCES = ["A cat sleeps on the sofa.", "Interest rates rose last year.", "The kitten naps on a couch. " * 10]


@pytest.fixture(scope="module")
def packaged(tmp_path_factory):
    return find_model(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def light(packaged, kept_models):
    embedder = choose_embedder(packaged, kept_models, prepare=True, gpu="")
    assert isinstance(embedder, OpenVinoEmbedder)
    return embedder


@pytest.fixture
def copy(packaged, tmp_path):
    path = tmp_path / "copy"
    shutil.copytree(packaged, path)
    return path


def test_it_agrees_with_the_exact_model(light, real_embedder):
    cosines = (light.embed_passages(SENTENCES) * real_embedder.embed_passages(SENTENCES)).sum(axis=1)
    assert cosines.min() > 0.99
    assert light.embed_question("Where is the cat?") @ real_embedder.embed_question("Where is the cat?") > 0.99


def test_its_vectors_are_never_mixed_with_exact_ones(light, real_embedder):
    assert light.model.name == real_embedder.model.name
    assert light.model.revision != real_embedder.model.revision


def test_it_says_how_it_runs_and_how_well_it_agrees(light):
    runtime = light.runtime
    assert (runtime.engine, runtime.device, runtime.precision) == ("OpenVINO", "processor", "int8")
    assert "mean cosine to full precision 0.99" in runtime.why


def test_vectors_are_normalised_and_in_the_order_of_the_texts(light):
    texts = [f"{'word ' * (n * 7 % 40)}{n}" for n in range(20)]
    vectors = light.embed_passages(texts)
    assert (vectors.dtype, vectors.shape) == (np.float32, (20, 384))
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert vectors[7] @ light.embed_passages([texts[7]])[0] > 0.9999
    assert light.embed_passages([]).shape == (0, 384)


@pytest.mark.parametrize("text", ["", "\ud800", "日本語", "x" * 100_000])
def test_any_text_has_a_vector(light, text):
    assert np.isfinite(light.embed_question(text)).all()
    assert np.isfinite(light.embed_passages([text])).all()


def test_a_text_at_the_limit_is_read_to_its_end_and_no_further(light):
    limit = light.model.max_tokens - light.splitter.special_tokens
    text = "word " * (limit - 1)
    cat, dog, cat_and_more = light.embed_passages([text + "cat", text + "dog", text + "cat " + "more " * 50])
    assert not np.array_equal(cat, dog)
    assert cat @ cat_and_more > 0.9999


def test_a_question_is_answered_before_queued_passages(light):
    ended = {}

    def embed():
        light.embed_passages(["some words to read " * 30] * 300)
        ended["passages"] = time.monotonic()

    thread = threading.Thread(target=embed)
    thread.start()
    time.sleep(0.05)
    light.embed_question("now?")
    asked = time.monotonic()
    thread.join()
    assert asked < ended["passages"]


@pytest.mark.parametrize("pooling", ["cls", "mean"])
def test_the_exact_graph_gives_what_sentence_transformers_gives(packaged, tmp_path, pooling):
    folder = tiny_bert(tmp_path / "tiny", packaged, pooling)
    expected = SentenceTransformersEmbedder(folder).embed_passages(SENTENCES)
    model = OpenVinoModel(BertGraph(read_shape(folder), read_weights(folder)).build(), 128)
    ids = token_ids(read_tokenizer(folder, 128), SENTENCES)
    assert np.allclose(model.vectors(ids), expected, atol=1e-4)


def test_a_text_has_one_vector_however_it_is_padded(packaged, tmp_path):
    folder = tiny_bert(tmp_path / "tiny", packaged, "mean")
    graph = BertGraph(read_shape(folder), read_weights(folder)).build()
    long, short = token_ids(read_tokenizer(folder, 128), ["mast " * 100, "The mast."])
    roomy, tight = OpenVinoModel(graph, 128), OpenVinoModel(graph, len(long))
    alone = tight.vectors([short])[0]
    assert np.allclose(roomy.vectors([long, short])[1], alone, atol=1e-5)
    assert np.allclose(tight.vectors([long, short])[1], alone, atol=1e-5)


def test_no_more_is_kept_of_ever_other_lengths(packaged, tmp_path):
    """OpenVINO keeps something for each length that it sees."""
    folder = tiny_bert(tmp_path / "tiny", packaged, "mean")
    model = OpenVinoModel(BertGraph(read_shape(folder), read_weights(folder)).build(), 128)
    seen = []
    outputs = model.outputs
    model.outputs = lambda batch, length: seen.append(length) or outputs(batch, length)
    for length in range(1, 129):
        model.vectors([[1] * length])
    assert set(seen) == {16, 32, 48, 64, 80, 96, 112, 128}


SIGNAL_AFTER_TWO_MODELS = """
import os, signal, sys
from host.index.openvino_model import OpenVinoModel
models = [OpenVinoModel(sys.argv[1], 512) for _ in range(2)]
for model in models:
    model.vectors([[101, 102]])
while models:
    models.pop(0)
model = None
signal.signal(signal.SIGINT, lambda *_: print("heard"))
os.kill(os.getpid(), signal.SIGINT)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill cannot send Ctrl-C to a process alone")
def test_a_signal_is_heard_after_models_have_come_and_gone(light):
    command = [sys.executable, "-c", SIGNAL_AFTER_TWO_MODELS, str(light.light.graph)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "heard\n")


def test_prefixes_are_the_models_own(packaged, tmp_path):
    folder = tiny_bert(tmp_path / "bge-small-en-v1.5", packaged)
    embedder = OpenVinoEmbedder(folder, tmp_path / "kept")
    if not embedder.light.verdict().usable:  # random weights need not survive 8 bits
        assert embedder.light.graph.exists()
    exact = SentenceTransformersEmbedder(folder)
    assert embedder.embed_question("cat") @ exact.embed_question("cat") > 0.9
    assert embedder.embed_question("cat") @ embedder.embed_passages(["cat"])[0] < 0.999


def test_no_torch_is_imported_and_a_second_start_makes_nothing(packaged, kept_models, light):
    program = """
import sys
from pathlib import Path
from host.index.choose_embedder import choose_embedder
embedder = choose_embedder(Path(sys.argv[1]), Path(sys.argv[2]), gpu="")
embedder.warm()
embedder.splitter.spans("word " * 1000, 100)
assert embedder.embed_passages(["a"]).shape == (1, 384)
print(sorted({"torch", "sentence_transformers", "transformers"} & set(sys.modules)))
"""
    before = light.light.graph.stat().st_mtime_ns
    command = [sys.executable, "-c", program, packaged, kept_models]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
    assert light.light.graph.stat().st_mtime_ns == before


def test_a_model_that_we_cannot_build_is_run_by_the_reference(copy, tmp_path, caplog):
    config = copy / "config.json"
    config.write_text(json.dumps(json.loads(config.read_text()) | {"hidden_act": "relu"}))
    embedder = choose_embedder(copy, tmp_path / "kept", gpu="")
    assert isinstance(embedder, SentenceTransformersEmbedder)
    assert "activation is relu" in caplog.text
    assert embedder.runtime.engine == "PyTorch"
    assert "activation is relu" in embedder.runtime.why


def test_a_gpu_is_used_by_the_reference(packaged, tmp_path):
    assert isinstance(choose_embedder(packaged, tmp_path, gpu="a GPU"), SentenceTransformersEmbedder)
    assert find_gpu() == "" or "GPU" in find_gpu()


def test_without_openvino_the_reference_runs(packaged, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "openvino", None)
    monkeypatch.setattr("host.index.choose_embedder.find_spec", lambda name: None)
    assert isinstance(choose_embedder(packaged, tmp_path, gpu=""), SentenceTransformersEmbedder)


def test_a_damaged_kept_model_is_made_anew(packaged, kept_models, light, tmp_path):
    shutil.copytree(kept_models, tmp_path / "kept")
    embedder = OpenVinoEmbedder(packaged, tmp_path / "kept")
    embedder.light.graph.with_suffix(".bin").write_bytes(b"short")
    assert embedder.embed_question("cat") @ light.embed_question("cat") > 0.999


def test_a_model_that_cannot_be_kept_is_run_by_the_reference(packaged, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    embedder = choose_embedder(packaged, blocked, gpu="")
    assert isinstance(embedder, SentenceTransformersEmbedder)
    assert "no 8-bit form" in embedder.runtime.why


def test_making_that_fails_is_told_and_the_next_start_runs_the_reference(packaged, tmp_path, monkeypatch):
    monkeypatch.setattr(light_model, "PATIENCE", 0.01)
    embedder = choose_embedder(packaged, tmp_path, gpu="")
    with pytest.raises(ModelError, match="cannot run in 8 bits") as caught:
        embedder.warm()
    assert caught.value.next_step
    again = choose_embedder(packaged, tmp_path, gpu="")
    assert isinstance(again, SentenceTransformersEmbedder)
    assert isinstance(choose_embedder(packaged, tmp_path, prepare=True, gpu=""), SentenceTransformersEmbedder)


def test_a_missing_folder_is_told(tmp_path):
    with pytest.raises(ModelError) as caught:
        choose_embedder(tmp_path / "nowhere", tmp_path, gpu="")
    assert caught.value.code == ErrorCode.MODEL_MISSING


def test_a_tokenizer_that_does_not_fit_the_weights_is_told(copy, kept_models, light):
    tokenizer = copy / "tokenizer.json"
    tokenizer.write_text(tokenizer.read_text().replace('"cat":4937', '"cat":99999'))
    embedder = OpenVinoEmbedder(copy, kept_models)
    with pytest.raises(ModelError, match="another model"):
        embedder.embed_question("cat")
