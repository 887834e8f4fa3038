import os
import stat

import pytest

from host import private
from host.errors import StoreError


def mode(path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_folder_is_made_for_its_user_alone(ambry_home):
    private.make_folder(ambry_home / "a" / "b")
    assert mode(ambry_home / "a" / "b") == 0o700


def test_a_folder_that_was_open_to_others_is_closed(ambry_home):
    (ambry_home / "open").mkdir(mode=0o755)
    private.make_folder(ambry_home / "open")
    assert mode(ambry_home / "open") == 0o700


def test_a_folder_that_cannot_be_is_a_sentence(ambry_home):
    (ambry_home / "file").touch()
    with pytest.raises(StoreError, match="cannot be used") as caught:
        private.make_folder(ambry_home / "file")
    assert caught.value.next_step


def test_a_file_is_private_whatever_the_umask(ambry_home):
    umask = os.umask(0)
    try:
        with open(ambry_home / "secret", "w", opener=private.opener) as file:
            file.write("x")
    finally:
        os.umask(umask)
    assert mode(ambry_home / "secret") == 0o600
