from pathlib import Path

import pytest

from host.machine import Machine, this_machine

HOME = Path("/home/ada")

# template, what the environment says, the folder
TEMPLATES = [
    ("{home}/.mozilla", {}, "/home/ada/.mozilla"),
    ("{config}/chromium", {}, "/home/ada/.config/chromium"),
    ("{config}/chromium", {"XDG_CONFIG_HOME": "/elsewhere"}, "/elsewhere/chromium"),
    ("{share}/flatpak", {}, "/home/ada/.local/share/flatpak"),
    ("{share}/flatpak", {"XDG_DATA_HOME": "/data"}, "/data/flatpak"),
    ("{support}/Arc", {}, "/home/ada/Library/Application Support/Arc"),
    ("{local}/Chromium", {"LOCALAPPDATA": "/local"}, "/local/Chromium"),
    ("{roaming}/zen", {"APPDATA": "/roaming"}, "/roaming/zen"),
    ("{root}/etc/chromium", {}, "/etc/chromium"),
]


@pytest.mark.parametrize(("template", "environ", "folder"), TEMPLATES)
def test_a_template_names_a_folder_of_this_user(template, environ, folder):
    assert Machine("linux", HOME, environ).folder(template) == Path(folder)


def test_a_program_is_found_on_the_path(tmp_path):
    (tmp_path / "chromium").touch()
    machine = Machine("linux", HOME, {"PATH": f"/nowhere:{tmp_path}:"})
    assert machine.has_program("chromium")
    assert not machine.has_program("vivaldi")


def test_a_wrapper_of_snap_is_no_program(tmp_path):
    folder = tmp_path / "snap" / "bin"
    folder.mkdir(parents=True)
    (folder / "chromium").touch()
    assert not Machine("linux", HOME, {"PATH": str(folder)}).has_program("chromium")


def test_the_home_of_this_machine_is_the_environments():
    assert this_machine({"HOME": "/home/ada"}).home == HOME
    assert this_machine({"USERPROFILE": "/users/ada"}).home == Path("/users/ada")
    assert this_machine().home.is_absolute()
