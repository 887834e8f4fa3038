import json
import os
from pathlib import Path

import pytest

from host.browsers import find
from host.identity import CHROMIUM_ID, FIREFOX_ID, HOST_NAME
from host.machine import Machine
from host.registration import (
    NoRegistry,
    Place,
    Templates,
    places,
    profile_place,
    register,
    system_registry,
    unregister,
    write_if_changed,
)

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = Templates.read(ROOT / "manifests")
LAUNCHER = Path("/opt/ambry/bin/ambry-host")


class DictRegistry:
    """Windows' registry, as far as it matters here."""

    def __init__(self):
        self.values = {}

    def read(self, key):
        return self.values.get(key)

    def write(self, key, value):
        self.values[key] = value

    def delete(self, key):
        self.values.pop(key, None)


def place_of(name, platform, home):
    return list(places(find(name), Machine(platform, home, {}), home / "manifests"))


def test_a_chromium_manifest_lets_our_extension_in(tmp_path):
    (place,) = place_of("chromium", "linux", tmp_path)
    assert register(place, TEMPLATES, LAUNCHER, NoRegistry())
    assert place.manifest == tmp_path / ".config/chromium/NativeMessagingHosts/ai.ambry.host.json"
    manifest = json.loads(place.manifest.read_bytes())
    assert manifest["name"] == HOST_NAME == place.manifest.stem
    assert manifest["path"] == str(LAUNCHER)
    assert manifest["type"] == "stdio"
    assert manifest["allowed_origins"] == [f"chrome-extension://{CHROMIUM_ID}/"]
    assert "allowed_extensions" not in manifest


def test_a_firefox_manifest_lets_our_extension_in(tmp_path):
    (place,) = place_of("firefox", "linux", tmp_path)
    register(place, TEMPLATES, LAUNCHER, NoRegistry())
    manifest = json.loads(place.manifest.read_bytes())
    assert manifest["allowed_extensions"] == [FIREFOX_ID]
    assert "allowed_origins" not in manifest


def test_everybody_may_read_a_manifest_and_only_the_owner_write_it(tmp_path):
    (place,) = place_of("chromium", "linux", tmp_path)
    previous = os.umask(0o077)
    try:
        register(place, TEMPLATES, LAUNCHER, NoRegistry())
    finally:
        os.umask(previous)
    assert place.manifest.stat().st_mode & 0o777 == 0o644


def test_registering_twice_changes_nothing(tmp_path):
    (place,) = place_of("chromium", "linux", tmp_path)
    assert register(place, TEMPLATES, LAUNCHER, NoRegistry())
    before = place.manifest.stat().st_mtime_ns
    assert not register(place, TEMPLATES, LAUNCHER, NoRegistry())
    assert place.manifest.stat().st_mtime_ns == before


def test_a_moved_launcher_is_registered_anew(tmp_path):
    (place,) = place_of("chromium", "linux", tmp_path)
    register(place, TEMPLATES, LAUNCHER, NoRegistry())
    assert register(place, TEMPLATES, Path("/elsewhere/ambry-host"), NoRegistry())
    assert json.loads(place.manifest.read_bytes())["path"] == "/elsewhere/ambry-host"


def test_windows_finds_the_manifest_through_the_registry(tmp_path):
    registry = DictRegistry()
    both = place_of("brave", "win32", tmp_path)
    for place in both:
        register(place, TEMPLATES, LAUNCHER, registry)
    manifest = tmp_path / "manifests" / "chromium" / "ai.ambry.host.json"
    assert registry.values == {
        rf"Software\Google\Chrome\NativeMessagingHosts\{HOST_NAME}": str(manifest),
        rf"Software\BraveSoftware\Brave-Browser\NativeMessagingHosts\{HOST_NAME}": str(manifest),
    }
    assert not manifest.read_bytes().startswith(b"\xef\xbb\xbf")
    assert not any(register(place, TEMPLATES, LAUNCHER, registry) for place in both)


def test_the_backslashes_of_windows_survive(tmp_path):
    launcher = r"C:\Users\Ada\Ambry\env\Scripts\ambry-host.bat"
    assert json.loads(TEMPLATES.render("chromium", launcher))["path"] == launcher


def test_a_browser_that_reads_two_folders_gets_both(tmp_path):
    folders = [place.manifest.parent for place in place_of("brave", "darwin", tmp_path)]
    support = tmp_path / "Library" / "Application Support"
    assert folders == [
        support / "BraveSoftware/Brave-Browser/NativeMessagingHosts",
        support / "Google/Chrome/NativeMessagingHosts",
    ]


def test_mode_14_a_profile_of_its_own_can_be_registered(tmp_path):
    place = profile_place(tmp_path / "profile")
    register(place, TEMPLATES, LAUNCHER, NoRegistry())
    assert (tmp_path / "profile/NativeMessagingHosts/ai.ambry.host.json").exists()


def test_unregistering_removes_what_is_there_and_says_where(tmp_path):
    registry = DictRegistry()
    (chromium,) = place_of("chromium", "linux", tmp_path)
    (firefox,) = place_of("firefox", "linux", tmp_path)
    windows = place_of("vivaldi", "win32", tmp_path)
    for place in (chromium, *windows):
        register(place, TEMPLATES, LAUNCHER, registry)
    assert unregister([chromium, firefox, *windows], registry) == [chromium, *windows]
    assert not chromium.manifest.exists()
    assert registry.values == {}
    assert unregister([chromium, firefox, *windows], registry) == []


def test_a_failed_write_leaves_the_old_manifest_and_no_other_file(tmp_path, monkeypatch):
    target = tmp_path / "manifest.json"
    target.write_bytes(b"old")

    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="No space"):
        write_if_changed(target, b"new", 0o644)
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_wrong_mode_is_corrected(tmp_path):
    target = tmp_path / "launcher"
    target.write_bytes(b"#!/bin/sh\n")
    target.chmod(0o600)
    assert write_if_changed(target, b"#!/bin/sh\n", 0o755)
    assert target.stat().st_mode & 0o777 == 0o755


def test_a_system_without_registry_says_so():
    registry = NoRegistry()
    assert registry.read("Software") is None
    registry.delete("Software")
    with pytest.raises(OSError, match="no registry"):
        registry.write("Software", "value")
    assert isinstance(system_registry(), NoRegistry) == (os.name != "nt")


def test_a_place_without_key_has_none():
    assert Place("Chromium", "chromium", Path("/x")).key == ""
