"""Takes Ambry out again. What the person has indexed stays, unless they say otherwise."""

from __future__ import annotations

import shutil
from pathlib import Path

from host.browsers import BROWSERS
from host.installation import read_installation, record_file
from host.registration import unregister
from host.setup.browsers import all_places
from host.setup.console import Console
from host.setup.environment import stop_engine
from host.setup.plan import Setup


def uninstall(setup: Setup, console: Console) -> None:
    """Remove registrations, the launcher, the environment and the extension's folders."""
    if stop_engine(setup.paths.lock):
        console.note("Stopped the engine")
    remembered = read_installation(setup.paths)
    profiles = remembered.profiles if remembered else ()
    removed = unregister(all_places(setup, BROWSERS, profiles), setup.registry)
    labels = ", ".join(dict.fromkeys(place.label for place in removed))
    console.note(f"Registrations: {f'removed from {labels}' if labels else 'there were none'}")
    if setup.stamps.file.exists():
        shutil.rmtree(setup.prefix)
        console.note(f"Removed {setup.prefix}")
    for folder in (setup.extension, setup.paths.manifests):
        if folder.exists():
            shutil.rmtree(folder)
            console.note(f"Removed {folder}")
    record_file(setup.paths).unlink(missing_ok=True)


def kept_folders(setup: Setup) -> list[Path]:
    """Return the folders that still hold the person's data and logs."""
    candidates = dict.fromkeys([setup.paths.data, setup.paths.state, setup.paths.runtime])
    folders = [folder for folder in candidates if folder.exists() and any(folder.iterdir())]
    return [folder for folder in folders if not any(other in folder.parents for other in folders)]


def purge(folders: list[Path], console: Console) -> None:
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
        console.note(f"Removed {folder}")


def tell_what_stays(folders: list[Path], console: Console) -> None:
    if not folders:
        console.say("Nothing of yours is left behind.")
        return
    console.heading("Your collections and logs stay in:")
    for folder in folders:
        console.line(str(folder), 2)
    console.say("Delete these folders to remove them too, or run:")
    console.line("python3 install.py --uninstall --purge", 2)
    console.say('API keys, if you stored any, are in the system keyring under "Ambry", or in the first folder.')
    console.say("The extension is removed in each browser's own list of extensions.")
