import importlib.util
import shutil
from collections import namedtuple

import pytest

from host.setup.failure import SetupError
from host.setup.preflight import check_disk, check_machine, check_prefix, check_venv
from tests.setup.fakes import make_setup

Usage = namedtuple("Usage", "total used free")


def test_a_machine_with_room_and_venv_will_do(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, 20_000_000_000))
    check_machine(make_setup(tmp_path))


@pytest.mark.parametrize(("apt", "mend"), [("/usr/bin/apt-get", "sudo apt-get install python3."), (None, "-venv")])
def test_a_missing_venv_module_is_named_with_the_package_to_install(monkeypatch, apt, mend):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else True)
    monkeypatch.setattr(shutil, "which", lambda _: apt)
    with pytest.raises(SetupError, match="without its venv module") as caught:
        check_venv()
    assert mend in caught.value.next_step


def test_mode_20_a_full_disk_is_told_before_anything_is_installed(tmp_path, monkeypatch):
    seen = []
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: seen.append(folder) or Usage(0, 0, 1_000_000_000))
    with pytest.raises(SetupError, match=r"has 1\.0 GB left; Ambry needs 3 GB") as caught:
        check_disk(tmp_path / "not" / "yet", 3)
    assert seen == [tmp_path]
    assert "--prefix" in caught.value.next_step


def test_cuda_needs_more_room(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, 5_000_000_000))
    check_machine(make_setup(tmp_path))
    with pytest.raises(SetupError, match="10 GB"):
        check_machine(make_setup(tmp_path, allow_cuda=True))


def test_a_folder_that_holds_something_else_is_not_emptied(tmp_path):
    setup = make_setup(tmp_path)
    check_prefix(setup)
    setup.prefix.mkdir()
    check_prefix(setup)
    (setup.prefix / "thesis.odt").touch()
    with pytest.raises(SetupError, match="holds something else"):
        check_prefix(setup)
    (setup.prefix / "pyvenv.cfg").touch()
    check_prefix(setup)


def test_a_file_is_no_folder_to_install_into(tmp_path):
    setup = make_setup(tmp_path)
    setup.prefix.touch()
    with pytest.raises(SetupError, match="holds something else"):
        check_prefix(setup)
