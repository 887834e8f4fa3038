import shutil
import threading
import time

import numpy as np
import pytest

from host.errors import ErrorCode, ModelError
from host.index.model_folder import find_model
from host.index.torch_embedder import SentenceTransformersEmbedder

pytestmark = pytest.mark.model

SENTENCES = ["A cat sleeps on the sofa.", "Interest rates rose last year.", "The kitten naps on a couch. " * 10]


@pytest.fixture
def folder(tmp_path):
    """A copy of the packaged model's folder, to be damaged."""
    path = tmp_path / "copy"
    shutil.copytree(find_model(tmp_path), path)
    return path


def test_texts_near_in_meaning_are_near(real_embedder):
    vectors = real_embedder.embed_passages(SENTENCES)
    question = real_embedder.embed_question("Where does the cat sleep?")
    near, far, near_too = vectors @ question
    assert near > 0.5 > 0.3 > far
    assert near_too > far


def test_vectors_are_normalised_and_in_the_order_of_the_texts(real_embedder):
    texts = [f"{'word ' * (n * 7 % 40)}{n}" for n in range(20)]
    vectors = real_embedder.embed_passages(texts)
    assert vectors.dtype == np.float32
    assert vectors.shape == (20, real_embedder.model.dimension)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert np.allclose(vectors[7], real_embedder.embed_passages([texts[7]])[0], atol=1e-5)


@pytest.mark.parametrize("text", ["", "\ud800", "日本語", "x" * 100_000])
def test_any_text_has_a_vector(real_embedder, text):
    assert np.isfinite(real_embedder.embed_question(text)).all()
    assert np.isfinite(real_embedder.embed_passages([text])).all()


def test_no_texts_have_no_vectors(real_embedder):
    assert real_embedder.embed_passages([]).shape == (0, 384)


def test_a_text_at_the_limit_is_read_to_its_end(real_embedder):
    splitter, limit = real_embedder.splitter, real_embedder.model.max_tokens - real_embedder.splitter.special_tokens
    text = "word " * (limit - 1)
    assert splitter.count(text + "cat") == limit
    cat, dog = real_embedder.embed_passages([text + "cat", text + "dog"])
    assert not np.array_equal(cat, dog)


def test_a_question_is_answered_before_queued_passages(real_embedder):
    ended = {}

    def embed():
        real_embedder.embed_passages(["some words to read " * 30] * 160)
        ended["passages"] = time.monotonic()

    thread = threading.Thread(target=embed)
    thread.start()
    time.sleep(0.05)
    real_embedder.embed_question("now?")
    asked = time.monotonic()
    thread.join()
    assert asked < ended["passages"]


def test_loading_is_silent(folder, capfd):
    SentenceTransformersEmbedder(folder).warm()
    assert capfd.readouterr() == ("", "")


def test_half_written_weights_are_told(folder):
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:1_000_000])
    with pytest.raises(ModelError) as caught:
        SentenceTransformersEmbedder(folder).warm()
    assert caught.value.code == ErrorCode.MODEL_MISSING
    assert caught.value.next_step


def test_a_missing_folder_is_told_before_anything_is_loaded(tmp_path):
    with pytest.raises(ModelError):
        SentenceTransformersEmbedder(tmp_path / "nowhere").model  # noqa: B018


def test_a_config_that_does_not_fit_the_weights_is_told(folder):
    config = folder / "1_Pooling" / "config.json"
    config.write_text(config.read_text().replace("384", "383"))
    with pytest.raises(ModelError, match="another dimension"):
        SentenceTransformersEmbedder(folder).warm()


def test_a_tokenizer_that_does_not_fit_the_weights_is_told(folder):
    tokenizer = folder / "tokenizer.json"
    tokenizer.write_text(tokenizer.read_text().replace('"cat":4937', '"cat":99999'))
    with pytest.raises(ModelError, match="failed"):
        SentenceTransformersEmbedder(folder).embed_question("cat")


def test_numbers_that_are_none_are_told(folder):
    from safetensors.numpy import load_file, save_file

    weights = folder / "model.safetensors"
    tensors = load_file(weights)
    tensors["embeddings.word_embeddings.weight"] = np.full_like(tensors["embeddings.word_embeddings.weight"], np.nan)
    save_file(tensors, weights, metadata={"format": "pt"})
    with pytest.raises(ModelError, match="numbers that are none"):
        SentenceTransformersEmbedder(folder).embed_passages(["a"])


class SmallMemory:
    """A model on a device that holds two texts at once."""

    def __init__(self, encoder):
        self.encoder = encoder
        self.batches = []

    def encode(self, texts, **options):
        self.batches.append(len(texts))
        if len(texts) > 2:
            raise RuntimeError("MPS backend out of memory")
        return self.encoder.encode(texts, **options)


def test_a_batch_that_is_too_large_for_the_memory_is_halved_and_so_are_later_ones(real_embedder, monkeypatch):
    small = SmallMemory(real_embedder._loaded())
    expected = real_embedder.embed_passages(SENTENCES)
    monkeypatch.setattr(real_embedder, "_encoder", small)
    monkeypatch.setattr(real_embedder, "_budget", 2_048)
    assert np.allclose(real_embedder.embed_passages(SENTENCES), expected, atol=1e-5)
    assert small.batches == [3, 1, 2]
    assert real_embedder._budget == 1_024


def test_it_says_how_it_runs(real_embedder):
    assert (real_embedder.runtime.engine, real_embedder.runtime.why) == ("PyTorch", "it is the reference")
