"""Words that go to the terminal."""

import pytest

from host.serve.cli.terminal import counted


@pytest.mark.parametrize(("count", "words"), [(0, "0 pages"), (1, "1 page"), (2, "2 pages")])
def test_one_of_a_thing_is_not_many(count, words):
    assert counted(count, "page") == words
