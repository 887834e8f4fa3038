import io
import json
from pathlib import Path

import pytest

from host.browsers import find
from host.installation import read_installation
from host.setup.browsers import (
    all_places,
    choose_browsers,
    register_host,
    tell_how_to_load,
    tell_what_is_unsupported,
)
from host.setup.console import Console
from host.setup.failure import SetupError
from tests.setup.fakes import make_setup, silent


def told(tell, *arguments):
    stream = io.StringIO()
    setup, *rest = arguments
    tell(setup, Console(stream, 100), *rest)
    return stream.getvalue()


def names(browsers):
    return [browser.name for browser in browsers]


def test_the_browsers_that_are_here_are_chosen(tmp_path):
    (tmp_path / "chromium").touch()
    setup = make_setup(tmp_path, environ={"PATH": str(tmp_path)})
    assert names(choose_browsers(setup, [])) == ["chromium"]


def test_browsers_that_are_named_are_chosen_whether_here_or_not(tmp_path):
    assert names(choose_browsers(make_setup(tmp_path), ["Firefox", "edge"])) == ["firefox", "edge"]


def test_profiles_stand_in_for_the_own_places_of_chromium_browsers(tmp_path):
    (tmp_path / "chromium").touch()
    setup, profiles = make_setup(tmp_path, environ={"PATH": str(tmp_path)}), [tmp_path / "profile"]
    assert choose_browsers(setup, [], profiles) == []
    assert names(choose_browsers(setup, ["chromium", "firefox"], profiles)) == ["firefox"]
    on_windows = make_setup(tmp_path, platform="win32")
    assert names(choose_browsers(on_windows, ["chromium"], profiles)) == ["chromium"]


def test_an_unknown_browser_is_told_with_those_that_are_known(tmp_path):
    with pytest.raises(SetupError, match="no browser called 'netscape'") as caught:
        choose_browsers(make_setup(tmp_path), ["netscape"])
    assert "chromium" in caught.value.next_step


def test_browsers_that_share_a_folder_are_registered_there_once(tmp_path):
    places = all_places(make_setup(tmp_path), [find("chrome"), find("opera")], [])
    assert len(places) == len({place.manifest for place in places}) == 2
    assert [place.label for place in places] == ["Google Chrome", "Opera"]


def test_mode_14_the_host_is_registered_and_the_profile_remembered(tmp_path):
    setup, profile = make_setup(tmp_path), tmp_path / "profile"
    step = register_host(setup, [find("firefox")], [profile])
    assert step.perform(silent) == f"Firefox, the profile {profile}"
    manifests = [
        profile / "NativeMessagingHosts" / "ai.ambry.host.json",
        tmp_path / "home" / ".mozilla" / "native-messaging-hosts" / "ai.ambry.host.json",
    ]
    assert {json.loads(manifest.read_bytes())["path"] for manifest in manifests} == {str(setup.launcher)}
    register_host(setup, [], []).perform(silent)
    assert read_installation(setup.paths).profiles == (profile,)


def test_a_person_is_told_how_to_load_the_extension_in_each_family(tmp_path):
    setup = make_setup(tmp_path)
    text = told(tell_how_to_load, setup, [find("chromium"), find("brave"), find("firefox")], [])
    assert "in Chromium and Brave:" in text
    assert f"{setup.extension / 'chrome'}\n" in text
    assert f"{setup.extension / 'firefox' / 'manifest.json'}\n" in text
    assert "forgets a temporary add-on" in text


def test_a_person_with_a_profile_alone_is_told_too(tmp_path):
    text = told(tell_how_to_load, make_setup(tmp_path), [], [Path("/profile")])
    assert "in the profile:" in text
    assert "Firefox" not in text


def test_a_person_without_a_browser_is_told_what_to_do(tmp_path):
    text = told(tell_how_to_load, make_setup(tmp_path), [], [])
    assert "No browser was found here." in text
    assert "--browser chromium" in text


def test_mode_20_a_sandboxed_browser_is_told_plainly(tmp_path):
    setup = make_setup(tmp_path)
    assert told(tell_what_is_unsupported, setup) == ""
    (tmp_path / "home" / "snap" / "chromium").mkdir(parents=True)
    assert "Chromium (Snap) was found and cannot be served." in told(tell_what_is_unsupported, setup)
