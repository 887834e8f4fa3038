import io
from dataclasses import replace

from host.browsers import find
from host.paths import Paths
from host.setup.browsers import register_host
from host.setup.console import Console
from host.setup.removal import kept_folders, purge, tell_what_stays, uninstall
from tests.setup.fakes import make_setup, silent


def installed(tmp_path):
    setup = make_setup(tmp_path)
    setup.stamps.write("environment", "1")
    register_host(setup, [find("chromium")], [tmp_path / "profile"]).perform(silent)
    (setup.extension / "chrome").mkdir(parents=True)
    setup.paths.database.write_text("mine")
    return setup


def test_everything_but_the_data_goes(tmp_path):
    setup, stream = installed(tmp_path), io.StringIO()
    uninstall(setup, Console(stream, 100))
    assert f"Registrations: removed from Chromium, profile {tmp_path / 'profile'}" in stream.getvalue()
    assert not setup.prefix.exists()
    assert not setup.extension.exists()
    assert [file.name for file in setup.paths.data.iterdir()] == ["ambry.db"]
    assert list(tmp_path.rglob("ai.ambry.host.json")) == []


def test_removing_twice_is_no_error(tmp_path):
    setup, stream = installed(tmp_path), io.StringIO()
    uninstall(setup, Console(io.StringIO(), 100))
    uninstall(setup, Console(stream, 100))
    assert "there were none" in stream.getvalue()


def test_a_folder_that_is_not_ours_is_left(tmp_path):
    setup = make_setup(tmp_path)
    setup.prefix.mkdir()
    (setup.prefix / "thesis.odt").touch()
    uninstall(setup, Console(io.StringIO(), 100))
    assert (setup.prefix / "thesis.odt").exists()


def test_the_person_is_told_where_the_data_stays(tmp_path):
    setup, stream = installed(tmp_path), io.StringIO()
    tell_what_stays(kept_folders(setup), Console(stream, 100))
    assert f"  {setup.paths.data}\n" in stream.getvalue()
    assert "--purge" in stream.getvalue()


def test_a_folder_inside_another_is_not_named_again(tmp_path):
    setup = make_setup(tmp_path)
    inside = replace(setup, paths=Paths(tmp_path / "data", tmp_path / "state", tmp_path / "state" / "run"))
    inside.paths.runtime.mkdir(parents=True)
    (inside.paths.runtime / "engine.lock").touch()
    assert kept_folders(inside) == [tmp_path / "state"]


def test_a_purge_leaves_nothing(tmp_path):
    setup, stream = installed(tmp_path), io.StringIO()
    purge(kept_folders(setup), Console(stream, 100))
    assert not setup.paths.data.exists()
    assert kept_folders(setup) == []
    tell_what_stays([], Console(stream, 100))
    assert "Nothing of yours is left behind." in stream.getvalue()
