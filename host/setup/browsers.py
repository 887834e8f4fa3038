"""Registers the host with browsers, and tells the person how to load the extension in each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from host.browsers import BROWSERS, Browser, find, installed
from host.errors import ErrorCode
from host.installation import Installation, read_installation, record_file
from host.registration import Place, Templates, places, profile_place, register, write_if_changed
from host.sandboxed import sandboxed
from host.setup.console import Console, Progress
from host.setup.failure import SetupError
from host.setup.plan import Setup, Step


def choose_browsers(setup: Setup, names: Sequence[str], profiles: Sequence[Path] = ()) -> list[Browser]:
    """Return those that were named, else those found here; profiles stand in for the own places of Chromium browsers.

    Raises SetupError for an unknown name.
    """
    # On Windows a browser looks in the registry whatever profile it has.
    instead = bool(profiles) and not setup.is_windows
    if not names:
        return [] if instead else list(installed(setup.machine))
    chosen = []
    for name in names:
        browser = find(name)
        if browser is None:
            known = ", ".join(browser.name for browser in BROWSERS)
            raise SetupError(ErrorCode.NOT_FOUND, f"Ambry knows no browser called {name!r}.", f"It knows: {known}.")
        if not (instead and browser.family == "chromium"):
            chosen.append(browser)
    return chosen


def register_host(setup: Setup, browsers: Sequence[Browser], profiles: Sequence[Path]) -> Step:
    remembered = read_installation(setup.paths)
    known = dict.fromkeys([*(remembered.profiles if remembered else ()), *profiles])
    record = Installation(setup.source, setup.prefix, setup.launcher, tuple(known))
    labels = [browser.label for browser in browsers] + [f"the profile {profile}" for profile in profiles]
    where = ", ".join(labels) or "no browser"

    def perform(progress: Progress) -> str:
        templates = Templates.read(setup.source / "manifests")
        for place in all_places(setup, browsers, profiles):
            register(place, templates, setup.launcher, setup.registry)
        write_if_changed(record_file(setup.paths), record.to_json(), 0o644)
        return where

    return Step("Registration", f"Register the host with {where}.", lambda: False, perform)


def all_places(setup: Setup, browsers: Iterable[Browser], profiles: Iterable[Path]) -> list[Place]:
    """Return the places of some browsers and profiles, each once: several browsers share a folder."""
    found = [place for browser in browsers for place in places(browser, setup.machine, setup.paths.manifests)]
    found += [profile_place(profile) for profile in profiles]
    unique: dict[tuple[Path, str], Place] = {}
    for place in found:
        unique.setdefault((place.manifest, place.key), place)
    return list(unique.values())


def tell_how_to_load(setup: Setup, console: Console, browsers: Sequence[Browser], profiles: Sequence[Path]) -> None:
    """Say what the person must still do by hand: no program may add an extension to a browser."""
    chromium = [browser.label for browser in browsers if browser.family == "chromium"]
    firefox = [browser.label for browser in browsers if browser.family == "firefox"]
    if not (browsers or profiles):
        console.heading("No browser was found here.")
        console.say("Install one and run this again, or name one: --browser chromium", 2)
    if chromium or profiles:
        console.heading(f"Load the extension in {' and '.join(chromium) or 'the profile'}:")
        console.line("1. Open chrome://extensions and switch on Developer mode (top right).", 2)
        console.line('2. Press "Load unpacked" and choose this folder:', 2)
        console.line(str(setup.extension / "chrome"), 5)
    if firefox:
        console.heading(f"Load the extension in {' and '.join(firefox)}:")
        console.line('1. Open about:debugging#/runtime/this-firefox and press "Load Temporary Add-on".', 2)
        console.line("2. Choose this file:", 2)
        console.line(str(setup.extension / "firefox" / "manifest.json"), 5)
        console.say("Firefox forgets a temporary add-on when it closes; only signed ones stay. Load it again then.", 2)


def tell_what_is_unsupported(setup: Setup, console: Console) -> None:
    for browser in sandboxed(setup.machine):
        console.heading(f"{browser.label} was found and cannot be served.")
        console.say(browser.why, 2)
        console.say(browser.mend, 2)
