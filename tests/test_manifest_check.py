import json
import sys
from pathlib import Path

import pytest

from host.browsers import find
from host.identity import HOST_NAME
from host.machine import Machine
from host.manifest_check import check_browser_place, check_launcher, check_manifest, check_place
from host.registration import NoRegistry, Place, Templates, places, register
from tests.test_registration import DictRegistry

TEMPLATES = Templates.read(Path(__file__).resolve().parent.parent / "manifests")


@pytest.fixture
def launcher(tmp_path):
    path = tmp_path / "bin" / "ambry-host"
    path.parent.mkdir()
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -S "relay.py" "$@"\n')
    path.chmod(0o755)
    return path


@pytest.fixture
def place(tmp_path, launcher):
    place = Place("Chromium", "chromium", tmp_path / "user" / f"{HOST_NAME}.json")
    register(place, TEMPLATES, launcher, NoRegistry())
    return place


def change(place, **fields):
    manifest = json.loads(place.manifest.read_bytes())
    place.manifest.write_text(json.dumps(manifest | fields))


def wrongs(place):
    return [problem.what for problem in check_place(place, NoRegistry())]


def test_what_register_writes_is_found_good(place):
    assert wrongs(place) == []


def test_a_firefox_manifest_is_found_good(tmp_path, launcher):
    place = Place("Firefox", "firefox", tmp_path / f"{HOST_NAME}.json")
    register(place, TEMPLATES, launcher, NoRegistry())
    assert wrongs(place) == []


# What is changed in a good manifest, and what must be said about it.
FAULTS = [
    ({"name": "other"}, "is for 'other'"),
    ({"type": "pipe"}, "lacks the type"),
    ({"allowed_origins": ["chrome-extension://other/"]}, "does not let Ambry's extension in"),
    ({"allowed_origins": "chrome-extension://*/"}, "does not let Ambry's extension in"),
    ({"path": "bin/ambry-host"}, "no absolute path"),
    ({"path": 7}, "no absolute path"),
    ({"path": "/nowhere/ambry-host"}, "is gone"),
]


@pytest.mark.parametrize(("fields", "complaint"), FAULTS)
def test_mode_13_a_fault_in_the_manifest_is_named_with_its_mend(place, fields, complaint):
    change(place, **fields)
    (problem,) = check_place(place, NoRegistry())
    assert complaint in problem.what
    assert "install.py" in problem.mend


def test_mode_13_an_origin_without_its_slash_is_refused(place):
    origin = json.loads(place.manifest.read_bytes())["allowed_origins"][0]
    change(place, allowed_origins=[origin.rstrip("/")])
    assert len(wrongs(place)) == 1


def test_mode_13_a_manifest_under_another_name_is_refused(place, tmp_path):
    other = place.manifest.rename(tmp_path / "other.json")
    assert "is for" in check_manifest(other, "chromium")[0].what


@pytest.mark.parametrize("content", ["{", "[]", "\ufeff{}", '"text"'])
def test_mode_13_what_is_not_a_json_object_is_named(place, content):
    place.manifest.write_text(content, "utf-8")
    assert "not valid JSON" in wrongs(place)[0]


def test_mode_13_a_missing_manifest_is_named(place):
    place.manifest.unlink()
    assert "There is no manifest" in wrongs(place)[0]


def test_mode_13_a_manifest_that_cannot_be_read_is_named(place):
    place.manifest.unlink()
    place.manifest.mkdir()
    assert "cannot be read" in wrongs(place)[0]


def test_mode_13_a_launcher_that_may_not_be_executed_is_named_with_its_mend(place, launcher):
    launcher.chmod(0o644)
    (problem,) = check_place(place, NoRegistry())
    assert "not executable" in problem.what
    assert problem.mend == f'Run: chmod +x "{launcher}"'


# The launcher's text, and what must be said about it.
LAUNCHERS = [
    ("#!/nowhere/sh\n", "needs /nowhere/sh, which is not there"),
    ('#!/bin/sh\nexec "/nowhere/python" -I -S relay.py\n', "needs /nowhere/python, which is not there"),
    ("#!/bin/sh\r\n", "Windows line ends"),
    ("exec python\n", "does not name its interpreter"),
]


@pytest.mark.parametrize(("text", "complaint"), LAUNCHERS)
def test_mode_13_a_launcher_that_cannot_start_is_named(place, launcher, text, complaint):
    launcher.write_bytes(text.encode())
    assert [complaint in what for what in wrongs(place)] == [True]


def test_mode_13_a_launcher_that_cannot_be_read_is_named(tmp_path):
    assert "cannot be read" in check_launcher(tmp_path)[0].what


def test_mode_13_a_registry_key_that_is_missing_or_names_another_file_is_named(place):
    registry, key = DictRegistry(), rf"Software\Chromium\NativeMessagingHosts\{HOST_NAME}"
    windows = Place(place.label, place.family, place.manifest, key)
    assert "is missing" in check_place(windows, registry)[0].what
    registry.write(key, r"C:\old.json")
    assert r"names C:\old.json" in check_place(windows, registry)[0].what
    registry.write(key, str(place.manifest))
    assert check_place(windows, registry) == []


@pytest.fixture
def chromium(tmp_path, launcher):
    """Chromium with a manifest for every user, and the place of this user's."""
    machine = Machine("linux", tmp_path / "home", {}, tmp_path / "system")
    browser = find("chromium")
    system = browser.system_folders(machine)[0] / f"{HOST_NAME}.json"
    register(Place("", "chromium", system), TEMPLATES, launcher, NoRegistry())
    (place,) = places(browser, machine, tmp_path)
    return browser, place, machine, system


def test_mode_13_a_stale_manifest_of_the_user_that_hides_a_good_one_is_named(chromium, launcher):
    browser, place, machine, system = chromium
    register(place, TEMPLATES, launcher.with_name("gone"), NoRegistry())
    gone, hides = check_browser_place(browser, place, machine, NoRegistry())
    assert "is gone" in gone.what
    assert hides.what == f"{place.manifest} hides {system}, which works."
    assert f"Delete {place.manifest}" in hides.mend


def test_a_manifest_for_every_user_is_enough(chromium):
    browser, place, machine, _ = chromium
    assert check_browser_place(browser, place, machine, NoRegistry()) == []


def test_a_broken_manifest_for_every_user_is_no_excuse(chromium):
    browser, place, machine, system = chromium
    system.write_text("{")
    (problem,) = check_browser_place(browser, place, machine, NoRegistry())
    assert "There is no manifest" in problem.what


def test_two_good_manifests_are_good(chromium, launcher):
    browser, place, machine, _ = chromium
    register(place, TEMPLATES, launcher, NoRegistry())
    assert check_browser_place(browser, place, machine, NoRegistry()) == []
