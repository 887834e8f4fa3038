import json
import stat

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail, null
from keyring.errors import KeyringLocked, PasswordDeleteError

from host.answer.keys import StoredKeys
from host.errors import StoreError

SECRET = "sk-very-secret"


class MemoryKeyring(KeyringBackend):
    priority = 1

    def __init__(self):
        super().__init__()
        self.passwords = {}

    def get_password(self, service, username):
        return self.passwords.get((service, username))

    def set_password(self, service, username, password):
        self.passwords[service, username] = password

    def delete_password(self, service, username):
        if self.passwords.pop((service, username), None) is None:
            raise PasswordDeleteError("not there")


class LockedKeyring(MemoryKeyring):
    def get_password(self, service, username):
        raise KeyringLocked("locked")

    def set_password(self, service, username, password):
        raise KeyringLocked("locked")


@pytest.fixture
def use_keyring():
    before = keyring.get_keyring()
    yield keyring.set_keyring
    keyring.set_keyring(before)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "data" / "keys.json"


@pytest.mark.parametrize("backend", [null.Keyring(), fail.Keyring()], ids=["null", "fail"])
def test_without_a_usable_keyring_the_key_goes_to_a_file_that_only_the_user_can_read(use_keyring, file, backend):
    use_keyring(backend)
    keys = StoredKeys(file)
    assert keys.key("anthropic") == ""
    keys.set_key("anthropic", SECRET)
    keys.set_key("other", "two")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert StoredKeys(file).key("anthropic") == SECRET
    assert [path.name for path in file.parent.iterdir()] == ["keys.json"]


def test_an_empty_key_removes_the_stored_one(use_keyring, file):
    use_keyring(null.Keyring())
    keys = StoredKeys(file)
    keys.set_key("anthropic", SECRET)
    keys.set_key("anthropic", "")
    assert keys.key("anthropic") == ""
    assert SECRET not in file.read_text()


def test_a_keyring_is_preferred_and_the_file_then_holds_nothing(use_keyring, file):
    use_keyring(null.Keyring())
    StoredKeys(file).set_key("anthropic", "old")
    ring = MemoryKeyring()
    use_keyring(ring)
    keys = StoredKeys(file)
    assert keys.key("anthropic") == "old"
    keys.set_key("anthropic", SECRET)
    assert keys.key("anthropic") == SECRET
    assert ring.passwords == {("Ambry", "anthropic"): SECRET}
    assert json.loads(file.read_text()) == {}


def test_an_empty_key_removes_it_from_the_keyring_and_twice_is_no_error(use_keyring, file):
    ring = MemoryKeyring()
    use_keyring(ring)
    keys = StoredKeys(file)
    keys.set_key("anthropic", SECRET)
    keys.set_key("anthropic", "")
    keys.set_key("anthropic", "")
    assert ring.passwords == {}
    assert not file.exists()


def test_a_locked_keyring_falls_back_to_the_file_and_logs_no_secret(use_keyring, file, caplog):
    use_keyring(LockedKeyring())
    keys = StoredKeys(file)
    keys.set_key("anthropic", SECRET)
    assert keys.key("anthropic") == SECRET
    assert "KeyringLocked" in caplog.text
    assert SECRET not in caplog.text


def test_the_repr_shows_no_key(file):
    keys = StoredKeys(file)
    keys.set_key("anthropic", SECRET)
    assert repr(keys) == "StoredKeys(keys.json)"


@pytest.mark.parametrize("content", ["{", "[]", "\xff"])
def test_a_damaged_file_is_named_with_what_to_do(file, content):
    file.parent.mkdir()
    file.write_text(content, "latin-1")
    with pytest.raises(StoreError) as caught:
        StoredKeys(file).key("anthropic")
    assert "keys.json" in caught.value.next_step


def test_a_disk_that_refuses_is_a_store_error_that_shows_no_key(tmp_path):
    blocked = tmp_path / "data"
    blocked.write_text("a file where the folder should be")
    keys = StoredKeys(blocked / "keys.json")
    with pytest.raises(StoreError) as caught:
        keys.set_key("anthropic", SECRET)
    assert SECRET not in str(caught.value)


def test_a_failed_write_leaves_the_old_file_and_no_scratch(file, monkeypatch):
    keys = StoredKeys(file)
    keys.set_key("anthropic", "old")

    def refuse(*arguments):
        raise OSError("no space")

    monkeypatch.setattr("os.fsync", refuse)
    with pytest.raises(StoreError):
        keys.set_key("anthropic", SECRET)
    assert keys.key("anthropic") == "old"
    assert [path.name for path in file.parent.iterdir()] == ["keys.json"]
