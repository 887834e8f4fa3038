"""The extension as a person loads it, built when that is missing or older than its sources."""

from pathlib import Path

from host.setup.extension import BUILDS, NOT_SOURCE, build_extension
from host.setup.plan import files_below
from tests.e2e.installed_host import ROOT, setup_of

SOURCE = ROOT / "extension"


def built_extension(name: str, folder: Path) -> Path:
    """The folder to load in `chrome` or `firefox`."""
    build = SOURCE / ".output" / BUILDS[name]
    if not _is_fresh(build / "manifest.json"):
        build_extension(setup_of(Path("/"), folder / "log")).perform(lambda *_: None)
    return build


def _is_fresh(manifest: Path) -> bool:
    newest = max(file.stat().st_mtime for file in files_below(SOURCE, NOT_SOURCE) if ".test." not in file.name)
    return manifest.exists() and manifest.stat().st_mtime >= newest
