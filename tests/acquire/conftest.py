import pytest

from tests.acquire.web import serve_web


@pytest.fixture
def web():
    with serve_web() as server:
        yield server


@pytest.fixture
def other_web():
    with serve_web() as server:
        yield server
