from pathlib import Path

import pytest

from host.installation import Installation, read_installation, record_file
from host.paths import user_paths


def test_what_was_remembered_is_read_again():
    paths = user_paths()
    installation = Installation(Path("/src"), Path("/env"), Path("/env/bin/ambry-host"), (Path("/profile"),))
    paths.data.mkdir(parents=True)
    record_file(paths).write_bytes(installation.to_json())
    assert read_installation(paths) == installation


@pytest.mark.parametrize("content", [None, "{", "[]", '{"source": "/src"}', '{"source": 1}'])
def test_a_record_that_is_missing_or_damaged_is_none(content):
    paths = user_paths()
    paths.data.mkdir(parents=True)
    if content is not None:
        record_file(paths).write_text(content)
    assert read_installation(paths) is None
