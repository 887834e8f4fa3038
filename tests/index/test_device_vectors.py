"""The search for a GPU, on the processor: torch has the same operations on both."""

import numpy as np
import pytest

from host.index.device_vectors import DeviceVectors

DRAWN = np.random.default_rng(7).normal(size=(500, 32)).astype(np.float32)
VECTORS = DRAWN / np.linalg.norm(DRAWN, axis=1, keepdims=True)
ALL = np.arange(400, dtype=np.int64)


def vectors(chunk_ids):
    return VECTORS[chunk_ids]


def exact(asked, limit, among):
    scores = VECTORS[among] @ asked
    return set(among[np.argsort(-scores)[:limit]].tolist())


@pytest.fixture
def built():
    return DeviceVectors.build(ALL, vectors, "cpu")


def assert_finds_what_exact_search_finds(built, among, allowed=None):
    for asked in VECTORS[450:460]:
        places = None if allowed is None else built.places(allowed)
        found = built.nearest(asked[np.newaxis], 10, places)[0].tolist()
        assert exact(asked, 10, among) <= set(found)
        assert set(found) <= set(among.tolist())


def test_it_finds_what_exact_search_finds(built):
    assert_finds_what_exact_search_finds(built, ALL)


def test_only_among_what_is_allowed(built):
    allowed = ALL[::7]
    assert_finds_what_exact_search_finds(built, allowed, allowed)
    assert built.nearest(VECTORS[:1], 10, built.places(ALL[:0])).shape == (1, 0)


def test_what_is_gone_is_not_found_and_what_is_new_is(built):
    built.change(gone=ALL[:3], new=np.array([420, 421]), vectors=vectors)
    assert len(built) == 399
    assert_finds_what_exact_search_finds(built, np.append(ALL[3:], [420, 421]))


def test_it_grows_beyond_its_room_and_shrinks_when_much_is_gone(built):
    more = np.arange(400, 500, dtype=np.int64)
    built.change(gone=ALL[:0], new=more, vectors=vectors)
    assert_finds_what_exact_search_finds(built, np.append(ALL, more))
    built.change(gone=ALL[:300], new=ALL[:0], vectors=vectors)
    assert len(built) == 200
    assert_finds_what_exact_search_finds(built, np.append(ALL[300:], more))


def test_several_are_asked_for_at_once(built):
    assert built.nearest(VECTORS[:3], 5)[:, 0].tolist() == [0, 1, 2]


def test_where_there_is_no_gpu_there_is_nothing(monkeypatch):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    monkeypatch.setattr("torch.backends.mps.is_available", lambda: False)
    assert DeviceVectors.build(ALL, vectors) is None


def test_what_does_not_fit_is_left_to_the_processor(caplog):
    def too_much(chunk_ids):
        raise RuntimeError("out of memory")

    assert DeviceVectors.build(ALL, too_much, "cpu") is None
    assert "out of memory" in caplog.text
