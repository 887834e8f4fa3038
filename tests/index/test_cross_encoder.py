"""Reranking by a real cross-encoder of random weights."""

import pytest

from host.errors import ErrorCode, ModelError, NotFoundError
from host.index.cross_encoder import CrossEncoderReranker
from host.index.library import SqliteLibrary
from host.index.model_folder import find_model
from tests.index.models import tiny_cross_encoder

pytestmark = pytest.mark.model

TEXTS = ["The mast is two metres high.", "Bake at 180 degrees.", "The mast " * 400]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    packaged = find_model(tmp_path_factory.mktemp("data"))
    return tiny_cross_encoder(tmp_path_factory.mktemp("models") / "tiny-ranker", packaged)


@pytest.fixture
def settings(database):
    return SqliteLibrary(database)


def test_it_is_off_until_a_model_is_chosen_and_after_it_is_turned_off(settings, folder):
    reranker = CrossEncoderReranker(settings)
    assert reranker.name == ""
    reranker.use(str(folder))
    assert reranker.name == "tiny-ranker"
    reranker.use("")
    assert reranker.name == ""


def test_each_text_gets_the_score_that_the_library_gives_it(settings, folder):
    from sentence_transformers import CrossEncoder

    reranker = CrossEncoderReranker(settings)
    reranker.use(str(folder))
    expected = CrossEncoder(str(folder)).predict([("How high is the mast?", text) for text in TEXTS])
    assert reranker.scores("How high is the mast?", TEXTS) == pytest.approx(list(expected), abs=1e-5)


def test_the_choice_outlives_the_engine(settings, folder):
    CrossEncoderReranker(settings).use(str(folder))
    again = CrossEncoderReranker(settings)
    assert again.name == "tiny-ranker"
    assert len(again.scores("How high?", TEXTS)) == 3


def test_a_folder_that_is_gone_or_not_whole_changes_nothing(settings, folder, tmp_path):
    reranker = CrossEncoderReranker(settings)
    reranker.use(str(folder))
    half = tmp_path / "half"
    half.mkdir()
    (half / "config.json").write_bytes((folder / "config.json").read_bytes()[:50])
    with pytest.raises(ModelError, match="missing or not whole") as caught:
        reranker.use(str(half))
    assert caught.value.code is ErrorCode.MODEL_MISSING
    assert "rerank off" in caught.value.next_step
    with pytest.raises(NotFoundError, match="no folder called 'nowhere'"):
        reranker.use("nowhere")
    assert reranker.name == "tiny-ranker"


def test_a_model_that_classifies_is_refused(settings, tmp_path):
    packaged = find_model(tmp_path)
    classifier = tiny_cross_encoder(tmp_path / "classifier", packaged, outputs=3)
    with pytest.raises(ModelError, match="one score") as caught:
        CrossEncoderReranker(settings).use(str(classifier))
    assert caught.value.code is ErrorCode.MODEL_MISMATCH
