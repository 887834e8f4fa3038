import stat
import sys
from pathlib import Path

import pytest

from host import __version__
from host.endpoint import VERSION_HEADER, bearer, dial, forget, listen
from host.errors import ErrorCode, StoreError
from host.paths import Paths, user_paths


@pytest.fixture
def paths():
    return user_paths()


def meet(listener, paths, platform) -> dict[str, str]:
    connection, headers = dial(paths, platform)
    accepted, _ = listener.socket.accept()
    with connection, accepted:
        connection.sendall(b"x")
        assert accepted.recv(1) == b"x"
    return headers


@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_a_client_finds_the_listening_engine_and_says_its_version(paths, platform):
    with listen(paths, platform).socket:
        connection, headers = dial(paths, platform)
        connection.close()
        assert headers[VERSION_HEADER] == __version__


def test_a_unix_socket_is_guarded_by_its_mode(paths):
    listener = listen(paths, "linux")
    with listener.socket:
        assert listener.token == ""
        assert stat.S_IMODE(paths.socket.stat().st_mode) == 0o600
        assert "Authorization" not in meet(listener, paths, "linux")


def test_loopback_is_guarded_by_a_token_in_a_private_file(paths):
    listener = listen(paths, "win32")
    with listener.socket:
        assert listener.socket.getsockname()[0] == "127.0.0.1"
        assert len(listener.token) >= 32
        assert stat.S_IMODE(paths.endpoint.stat().st_mode) == 0o600
        assert meet(listener, paths, "win32")["Authorization"] == bearer(listener.token)
        assert [file.name for file in paths.runtime.iterdir()] == [paths.endpoint.name]


@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_what_a_dead_engine_left_behind_is_in_nobodys_way(paths, platform):
    listen(paths, platform).socket.close()
    with pytest.raises(OSError):
        dial(paths, platform)
    with listen(paths, platform).socket:
        dial(paths, platform)[0].close()


@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_nobody_is_found_where_nobody_listens(paths, platform):
    with pytest.raises(OSError):
        dial(paths, platform)
    with listen(paths, platform).socket:
        forget(paths)
        with pytest.raises(OSError):
            dial(paths, platform)
        forget(paths)


@pytest.mark.parametrize("content", ["", "80", "many words here", "port token"])
def test_a_damaged_endpoint_file_is_nobody(paths, content):
    paths.runtime.mkdir()
    paths.endpoint.write_text(content)
    with pytest.raises(OSError, match="damaged"):
        dial(paths, "win32")


@pytest.mark.parametrize(("platform", "limit"), [("linux", 107), ("darwin", 103)])
def test_a_path_too_long_for_a_socket_is_a_sentence(ambry_home, monkeypatch, platform, limit):
    monkeypatch.setattr(sys, "platform", platform)
    folder = ambry_home / ("x" * (limit - len(str(ambry_home)) - len("//engine.sock")))
    fits = Paths(ambry_home, ambry_home, folder)
    assert len(str(fits.socket)) == limit
    listen(fits).socket.close()
    over = Paths(ambry_home, ambry_home, Path(f"{folder}x"))
    for attempt in (listen, dial):
        with pytest.raises(StoreError, match="too long") as caught:
            attempt(over)
        assert caught.value.code == ErrorCode.ENGINE_UNAVAILABLE
        assert "AMBRY_HOME" in caught.value.next_step


def test_tokens_are_never_the_same_twice(paths):
    tokens = set()
    for _ in range(3):
        listener = listen(paths, "win32")
        listener.socket.close()
        tokens.add(listener.token)
    assert len(tokens) == 3
