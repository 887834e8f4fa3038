"""Codes of vectors: what is put in is found, whatever was added, taken out and saved in between."""

import numpy as np
import pytest

from host.index import quantised
from host.index.quantised import QuantisedVectors, available

TurboQuantIndex = pytest.importorskip("turbovec").TurboQuantIndex

DIMENSION = 64
DRAWN = np.random.default_rng(7).normal(size=(400, DIMENSION)).astype(np.float32)
VECTORS = DRAWN / np.linalg.norm(DRAWN, axis=1, keepdims=True)
EVERY_OTHER = np.arange(0, 400, 2, dtype=np.int64)
ALL = np.arange(400, dtype=np.int64)


@pytest.fixture(autouse=True, params=[0.0, 1.0], ids=["coded at once", "put off"])
def put_off(request, monkeypatch):
    monkeypatch.setattr(quantised, "_PUT_OFF", request.param)


def vectors(chunk_ids):
    return VECTORS[chunk_ids]


def refused(chunk_ids):
    raise AssertionError("nothing is to be coded")


def nearest(codes, chunk_id, allowed=None):
    places = None if allowed is None else codes.places(allowed)
    return codes.nearest(VECTORS[chunk_id][np.newaxis], 1, places)[0].tolist()


def test_each_vector_finds_itself():
    codes = QuantisedVectors.build(EVERY_OTHER, vectors)
    assert len(codes) == 200
    assert all(nearest(codes, chunk_id)[0] == chunk_id for chunk_id in EVERY_OTHER.tolist())


def test_what_was_taken_out_is_not_found_and_what_was_added_is():
    codes = QuantisedVectors.build(EVERY_OTHER, vectors)
    codes.change(gone=EVERY_OTHER[:5], new=np.array([1, 3]), vectors=vectors)
    assert len(codes) == 197
    assert 3 in nearest(codes, 3)
    assert 4 not in nearest(codes, 4)


def test_only_what_is_allowed_is_found_and_no_more_than_there_is():
    codes = QuantisedVectors.build(ALL, vectors)
    assert set(nearest(codes, 0, np.array([5, 9]))) == {5, 9}
    assert nearest(codes, 0, ALL[:0]) == []


@pytest.mark.parametrize("nearer", [0, 20, 100], ids=["all", "most", "most, but not the nearest"])
def test_the_best_of_most_are_found_wherever_the_others_are(nearer):
    codes = QuantisedVectors.build(ALL, vectors)
    for asked in VECTORS[:20]:
        order = np.argsort(-(VECTORS @ asked))
        left = np.sort(order[nearer:])
        found = codes.nearest(asked[np.newaxis], 5, codes.places(left))[0]
        assert set(order[nearer : nearer + 5].tolist()) <= set(found.tolist()) <= set(left.tolist())
        assert len(found) == len(set(found.tolist())) >= 30


def test_few_changes_wait_until_there_are_more(monkeypatch):
    monkeypatch.setattr(quantised, "_PUT_OFF", 0.1)
    codes = QuantisedVectors.build(EVERY_OTHER, vectors)
    codes.change(EVERY_OTHER[:10], np.array([1, 3, 5]), refused)
    codes.change(np.array([3]), np.array([7, 9]), refused)
    odd = np.array([1, 5, 7, 9])
    assert all(chunk_id in nearest(codes, chunk_id) for chunk_id in [*EVERY_OTHER[10:].tolist(), *odd.tolist()])
    assert set(nearest(codes, 5, odd)) == set(odd.tolist())
    assert set(nearest(codes, 5, np.array([7, 100]))) == {7, 100}
    with pytest.raises(AssertionError, match="coded"):
        codes.change(EVERY_OTHER[10:20], ALL[:0], refused)


def test_several_are_asked_for_at_once():
    codes = QuantisedVectors.build(ALL, vectors)
    assert codes.nearest(VECTORS[:3], 10)[:, 0].tolist() == [0, 1, 2]


def test_what_was_saved_is_brought_up_to_date_when_it_is_loaded(tmp_path):
    path = tmp_path / "codes.tv"
    QuantisedVectors.build(EVERY_OTHER, vectors).save(path)
    wanted = np.sort(np.append(EVERY_OTHER[3:], 7))
    loaded = QuantisedVectors.load(path, DIMENSION, wanted, vectors)
    assert len(loaded) == len(wanted)
    assert 7 in nearest(loaded, 7)
    assert 0 not in nearest(loaded, 0)


def test_what_was_taken_out_before_it_was_saved_leaves_the_others_their_ids(tmp_path):
    path = tmp_path / "codes.tv"
    codes = QuantisedVectors.build(ALL, vectors)
    codes.change(gone=ALL[[0, 7, 398]], new=ALL[:0], vectors=vectors)
    codes.save(path)
    kept = np.delete(ALL, [0, 7, 398])
    loaded = QuantisedVectors.load(path, DIMENSION, kept, vectors)
    assert all(nearest(loaded, chunk_id)[0] == chunk_id for chunk_id in kept.tolist())
    assert nearest(loaded, 399, np.array([5, 399]))[0] == 399


def within(first, last):
    """Vectors that lie along some of the dimensions alone."""
    flat = np.zeros_like(VECTORS)
    flat[:, first:last] = DRAWN[:, first:last]
    return flat / np.linalg.norm(flat, axis=1, keepdims=True)


def test_only_the_axes_that_tell_vectors_apart_are_coded(tmp_path):
    flat = within(8, 32)
    codes = QuantisedVectors.build(ALL, lambda chunk_ids: flat[chunk_ids])
    assert codes.nearest(flat, 1)[:, 0].tolist() == ALL.tolist()
    codes.save(tmp_path / "codes.tv")
    assert TurboQuantIndex.load(str(tmp_path / "codes.tv")).dim == 32
    # Drawn in all directions alike: none can be left out.
    QuantisedVectors.build(ALL, vectors).save(tmp_path / "codes.tv")
    assert TurboQuantIndex.load(str(tmp_path / "codes.tv")).dim == 64


def test_axes_are_found_again_when_the_vectors_have_outgrown_them(tmp_path):
    mixed = np.where(ALL[:, np.newaxis] < 60, within(0, 16), within(32, 64))

    def vectors(chunk_ids):
        return mixed[chunk_ids]

    codes = QuantisedVectors.build(ALL[:60], vectors)
    codes.save(tmp_path / "codes.tv")
    codes.change(gone=ALL[:2], new=ALL[60:], vectors=vectors)
    codes.save(tmp_path / "codes.tv")
    for grown in (codes, QuantisedVectors.load(tmp_path / "codes.tv", DIMENSION, ALL[2:], vectors)):
        assert grown.nearest(mixed[2:], 1)[:, 0].tolist() == ALL[2:].tolist()


def test_codes_whose_save_was_cut_short_are_made_again(tmp_path):
    path = tmp_path / "codes.tv"
    codes = QuantisedVectors.build(ALL, vectors)
    codes.save(path)
    assert QuantisedVectors.load(path, DIMENSION, ALL, vectors) is not None
    path.with_suffix(".npz").unlink()
    assert QuantisedVectors.load(path, DIMENSION, ALL, vectors) is None


def test_codes_of_a_model_with_another_dimension_are_not_used(tmp_path, caplog):
    path = tmp_path / "codes.tv"
    QuantisedVectors.build(ALL, vectors).save(path)
    assert QuantisedVectors.load(path, DIMENSION * 2, ALL, vectors) is None
    assert "another model" in caplog.text


def test_there_are_no_codes_for_dimensions_that_do_not_divide_into_groups():
    assert available(384)
    assert not available(386)
