from host.core.types import EmbeddingModel
from host.index.choose_embedder import choose_embedder
from host.index.floor import measure_floor
from host.index.model_folder import FLOORS, find_model
from tests.fakes import HashingEmbedder


def test_the_floor_of_a_bag_of_words_lets_shared_subjects_through_and_no_others():
    floor = measure_floor(HashingEmbedder(dimension=1024))
    assert 0.1 <= floor <= 0.9


def test_what_it_measures_for_a_known_model_is_near_what_public_collections_say(tmp_path, kept_models):
    packaged = choose_embedder(find_model(tmp_path), kept_models, prepare=True, gpu="")
    assert isinstance(packaged.model, EmbeddingModel)
    assert abs(measure_floor(packaged) - FLOORS["all-MiniLM-L6-v2"]) < 0.1
