import numpy as np
import pytest

from host.core.models import EmbeddingModel
from host.index.choose_embedder import choose_embedder
from host.index.floor import measure_floor
from host.index.model_folder import FLOORS, find_model
from tests.fakes import HashingEmbedder


def test_the_floor_of_a_bag_of_words_lets_shared_subjects_through_and_no_others():
    floor = measure_floor(HashingEmbedder(dimension=1024))
    assert 0.1 <= floor <= 0.9


class HighCosines:
    """A model of which no two texts have a cosine below one half: all have a large part in common."""

    def __init__(self, embedder):
        self._embedder = embedder

    def embed_passages(self, texts):
        vectors = self._embedder.embed_passages(texts)
        return np.hstack([vectors, np.ones((len(vectors), 1), np.float32)]) / np.sqrt(2)

    def embed_question(self, text):
        return np.append(self._embedder.embed_question(text), np.float32(1)) / np.sqrt(2)


def test_the_floor_of_a_model_whose_cosines_are_all_high_is_as_high_among_them():
    plain = HashingEmbedder(dimension=1024)
    assert measure_floor(HighCosines(plain)) == pytest.approx(0.5 + 0.5 * measure_floor(plain), abs=0.001)


def test_what_it_measures_for_a_known_model_is_near_what_public_collections_say(tmp_path, kept_models):
    packaged = choose_embedder(find_model(tmp_path), kept_models, prepare=True, gpu="")
    assert isinstance(packaged.model, EmbeddingModel)
    assert abs(measure_floor(packaged) - FLOORS["all-MiniLM-L6-v2"]) < 0.1
