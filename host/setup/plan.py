"""What an installation is made of: where things go, and steps that know whether they are needed."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from host.machine import Machine
from host.paths import Paths
from host.registration import Registry, write_if_changed
from host.setup.console import Progress
from host.setup.runner import Runner


@dataclass(frozen=True, slots=True)
class Setup:
    """One installation: from where, to where, and with what."""

    source: Path
    prefix: Path
    paths: Paths
    machine: Machine
    runner: Runner
    registry: Registry
    interpreter: Path
    lock: str = "requirements.lock"
    allow_cuda: bool = False

    @property
    def programs(self) -> Path:
        return self.prefix / ("Scripts" if self.is_windows else "bin")

    @property
    def python(self) -> Path:
        return self.programs / ("python.exe" if self.is_windows else "python")

    @property
    def command(self) -> Path:
        return self.programs / ("ambry.exe" if self.is_windows else "ambry")

    @property
    def launcher(self) -> Path:
        """What browsers start."""
        return self.programs / ("ambry-host.bat" if self.is_windows else "ambry-host")

    @property
    def is_windows(self) -> bool:
        return self.machine.platform == "win32"

    @property
    def extension(self) -> Path:
        """Where a person loads the extension from: it must stay when the source is moved."""
        return self.paths.data / "extension"

    @property
    def stamps(self) -> Stamps:
        return Stamps(self.prefix / "ambry-stamps.json")


@dataclass(frozen=True, slots=True)
class Stamps:
    """What each step worked on when it last succeeded, so that the same work is not done twice."""

    file: Path

    def matches(self, step: str, digest: str) -> bool:
        return self._read().get(step) == digest

    def write(self, step: str, digest: str) -> None:
        content = json.dumps(self._read() | {step: digest}, indent=2)
        write_if_changed(self.file, content.encode(), 0o644)

    def _read(self) -> dict[str, str]:
        try:
            stamps = json.loads(self.file.read_bytes())
        except (OSError, ValueError):
            return {}
        return stamps if isinstance(stamps, dict) else {}


@dataclass(frozen=True, slots=True)
class Step:
    title: str
    plan: str
    """What would be done, for a dry run: a sentence."""
    is_done: Callable[[], bool]
    perform: Callable[[Progress], str]
    """Do it; return a few words for the person, or nothing."""


def digest_of(files: Iterable[Path], *words: str) -> str:
    """Return a hash of files, with their names, and of anything else that matters."""
    total = hashlib.sha256("\0".join(words).encode())
    for file in sorted(files):
        total.update(f"\0{file.as_posix()}\0".encode())
        total.update(file.read_bytes())
    return total.hexdigest()


def files_below(folder: Path, skipped: frozenset[str]) -> Iterable[Path]:
    """Yield the files of a tree, leaving out folders by name."""
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in skipped]
        yield from (Path(parent) / name for name in names)
