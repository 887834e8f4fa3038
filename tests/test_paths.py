"""Our own paths, because the relay may import nothing; `platformdirs` says whether they are the usual ones."""

from pathlib import Path

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from host.paths import user_paths


@pytest.fixture
def home(monkeypatch, tmp_path):
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_on_linux_they_are_those_of_the_xdg_specification(home):
    paths, usual = user_paths({"HOME": str(home)}, "linux"), Unix("ambry")
    assert (paths.data, paths.state) == (usual.user_data_path, usual.user_state_path)
    assert paths.runtime == usual.user_state_path / "run"


def test_on_linux_the_xdg_variables_count(home, monkeypatch):
    environ = {"HOME": str(home), "XDG_DATA_HOME": str(home / "d"), "XDG_STATE_HOME": str(home / "s")}
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    paths, usual = user_paths(environ, "linux"), Unix("ambry")
    assert (paths.data, paths.state) == (usual.user_data_path, usual.user_state_path)


def test_on_macos_they_are_in_the_library(home):
    paths, usual = user_paths({"HOME": str(home)}, "darwin"), MacOS("Ambry")
    assert (paths.data, paths.state) == (usual.user_data_path, usual.user_log_path)


@pytest.mark.parametrize("environ", [{"LOCALAPPDATA": "/u/AppData/Local"}, {"USERPROFILE": "/u"}])
def test_on_windows_they_are_local_to_the_machine(environ):
    paths = user_paths(environ, "win32")
    local = Path("/u/AppData/Local/Ambry")
    assert (paths.data, paths.state, paths.runtime) == (local / "Data", local / "State", local / "Run")


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_one_variable_moves_everything(platform):
    paths = user_paths({"HOME": "/u", "AMBRY_HOME": "/x"}, platform)
    files = (paths.database, paths.uploads, paths.keys, paths.log, paths.relay_log, paths.socket, paths.lock)
    assert all(path.is_relative_to("/x") for path in (*files, paths.endpoint))


def test_without_arguments_it_reads_the_environment(ambry_home):
    assert user_paths().data == ambry_home / "data"
