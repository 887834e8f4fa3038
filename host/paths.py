"""Where things live on disk. Standard library only: the relay starts with nothing else.

The folders follow the XDG specification on Linux and the platform's habits elsewhere; `AMBRY_HOME`
puts everything under one folder (portable installs, tests). Nothing here creates a file.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Paths:
    """The folders of one user's Ambry."""

    data: Path
    """Survives everything: the database, the private environment, the launcher."""
    state: Path
    """Logs. May be deleted at any time."""
    runtime: Path
    """Socket, lock and token of the running engine; mode 0700."""

    @property
    def database(self) -> Path:
        return self.data / "ambry.db"

    @property
    def index(self) -> Path:
        """Search structures, derived from the database. May be deleted at any time."""
        return self.data / "index"

    @property
    def uploads(self) -> Path:
        return self.data / "uploads"

    @property
    def manifests(self) -> Path:
        """Windows only: what elsewhere lies in each browser's own folder."""
        return self.data / "manifests"

    @property
    def keys(self) -> Path:
        """API keys where there is no keyring; mode 0600."""
        return self.data / "keys.json"

    @property
    def log(self) -> Path:
        return self.state / "engine.log"

    @property
    def relay_log(self) -> Path:
        return self.state / "relay.log"

    @property
    def socket(self) -> Path:
        return self.runtime / "engine.sock"

    @property
    def lock(self) -> Path:
        """Held by the engine for its whole life; holds its process id."""
        return self.runtime / "engine.lock"

    @property
    def endpoint(self) -> Path:
        """Windows only: the loopback port and the token, readable by this user alone."""
        return self.runtime / "engine.endpoint"


def user_paths(environ: dict[str, str] | None = None, platform: str = sys.platform) -> Paths:
    """Return the folders for this user. Reads the environment; called by roots only."""
    env = dict(os.environ) if environ is None else environ
    home = Path(env.get("HOME") or env.get("USERPROFILE") or Path.home())
    if env.get("AMBRY_HOME"):
        root = Path(env["AMBRY_HOME"])
        return Paths(root / "data", root / "state", root / "run")
    if platform == "win32":
        local = Path(env.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Ambry"
        return Paths(local / "Data", local / "State", local / "Run")
    if platform == "darwin":
        support = home / "Library" / "Application Support" / "Ambry"
        return Paths(support, home / "Library" / "Logs" / "Ambry", support / "run")
    data = Path(env.get("XDG_DATA_HOME") or home / ".local" / "share") / "ambry"
    state = Path(env.get("XDG_STATE_HOME") or home / ".local" / "state") / "ambry"
    # A browser inside a session has XDG_RUNTIME_DIR and a cron job or ssh shell may not: both must
    # find the same engine, so the runtime folder does not depend on that variable.
    return Paths(data, state, state / "run")
