"""What the installer remembers, for `ambry doctor` and for taking it out again. Standard library only."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from host.paths import Paths


@dataclass(frozen=True, slots=True)
class Installation:
    source: Path
    prefix: Path
    launcher: Path
    profiles: tuple[Path, ...] = ()
    """Chromium profiles with a folder of their own, which no table of browsers knows."""

    def to_json(self) -> bytes:
        values = {"source": str(self.source), "prefix": str(self.prefix), "launcher": str(self.launcher)}
        return json.dumps({**values, "profiles": [str(profile) for profile in self.profiles]}, indent=2).encode()


def record_file(paths: Paths) -> Path:
    return paths.data / "installation.json"


def read_installation(paths: Paths) -> Installation | None:
    """Return what was installed last, or nothing when there is no record that can be read."""
    try:
        record = json.loads(record_file(paths).read_bytes())
        return Installation(
            Path(record["source"]),
            Path(record["prefix"]),
            Path(record["launcher"]),
            tuple(Path(profile) for profile in record["profiles"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
