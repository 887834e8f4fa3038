"""The system that browsers run on, as a value: each system can be tested on any other.

Standard library only. Roots call `this_machine`; tests make up a `Machine` of their own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Machine:
    platform: str
    home: Path
    environ: Mapping[str, str]
    root: Path = Path("/")
    """Where system folders start: `/`, or a temporary folder in tests."""

    def folder(self, template: str) -> Path:
        """Return the folder that a template such as `{config}/chromium` names here."""
        place, _, rest = template.partition("/")
        return self._places()[place] / rest

    def _places(self) -> dict[str, Path]:
        home, environ = self.home, self.environ
        return {
            "{home}": home,
            "{config}": Path(environ.get("XDG_CONFIG_HOME") or home / ".config"),
            "{share}": Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share"),
            "{support}": home / "Library" / "Application Support",
            "{local}": Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local"),
            "{roaming}": Path(environ.get("APPDATA") or home / "AppData" / "Roaming"),
            "{root}": self.root,
        }

    def has_program(self, name: str) -> bool:
        """Tell whether a program is on the PATH. Snap's wrappers do not count: they are another case."""
        folders = [Path(folder) for folder in self.environ.get("PATH", "").split(os.pathsep) if folder]
        return any((folder / name).is_file() for folder in folders if "snap" not in folder.parts)


def this_machine(environ: Mapping[str, str] | None = None) -> Machine:
    """Return the machine that this process runs on."""
    environ = dict(os.environ) if environ is None else environ
    home = Path(environ.get("HOME") or environ.get("USERPROFILE") or Path.home())
    return Machine(sys.platform, home, environ)
