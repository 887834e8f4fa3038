"""Start the engine when nobody answers. Used by the relay and by clients written in Python.

It does no connecting itself, so that it serves blocking and asynchronous callers alike: try, and
after each failure wait for as long as `next_delay` says.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

from host import private
from host.errors import AmbryError, ErrorCode
from host.paths import Paths

ENGINE = "host.engine"
PATIENCE = 30.0
"""Seconds for an engine to answer: a cold disk and a slow machine, and then some."""

_FIRST_DELAY = 0.05
_LONGEST_DELAY = 1.0


class Rendezvous:
    """One client's attempt to meet the engine."""

    def __init__(self, paths: Paths, engine: str = ENGINE, patience: float = PATIENCE) -> None:
        self._paths = paths
        self._engine = engine
        self._deadline = time.monotonic() + patience
        self._delay = _FIRST_DELAY
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def remaining(self) -> float:
        """Seconds of patience left; never zero, which some callers take to mean no limit."""
        return max(self._deadline - time.monotonic(), 0.1)

    def next_delay(self) -> float:
        """Start an engine unless ours is on its way; return the seconds to wait before the next try.

        Raises AmbryError when the engine fails or patience is at its end.
        """
        if time.monotonic() >= self._deadline:
            raise self._unavailable("Ambry's engine does not answer.")
        if self._child is None or self._child.poll() == 0:
            # Exit code 0 while nobody answers: ours came second to an engine that has since gone.
            self._child = start_engine(self._paths, self._engine)
        elif self._child.poll() is not None:
            raise self._unavailable(f"Ambry's engine stopped while starting (code {self._child.poll()}).")
        delay = self._delay
        self._delay = min(delay * 2, _LONGEST_DELAY)
        return delay

    def _unavailable(self, message: str) -> AmbryError:
        next_step = f"Run `ambry doctor`; the reason is at the end of {self._paths.log}."
        return AmbryError(ErrorCode.ENGINE_UNAVAILABLE, message, next_step)


def start_engine(paths: Paths, engine: str = ENGINE) -> subprocess.Popen[bytes]:
    """Start an engine that outlives us. Starting two is harmless: the second leaves at once.

    Raises AmbryError when the process cannot be started.
    """
    private.make_folder(paths.runtime)
    private.make_folder(paths.state)
    # -E, -s: a browser's environment does not decide which code runs. `-m` puts the working folder
    # on the module path, so the engine is found whether or not the package is installed.
    command = [sys.executable, "-E", "-s", "-X", "utf8", "-m", engine]
    try:
        with open(paths.log, "ab", opener=private.opener) as log:
            child = _detached(command, Path(__file__).resolve().parent.parent, log.fileno())
    except OSError as exc:
        message = f"Ambry's engine cannot be started: {exc.strerror}."
        raise AmbryError(ErrorCode.ENGINE_UNAVAILABLE, message, "Run `python3 install.py` again.") from exc
    # Collects the exit status, so that a long-lived client keeps no zombie.
    threading.Thread(target=child.wait, daemon=True).start()
    return child


def _detached(command: list[str], folder: Path, log: int) -> subprocess.Popen[bytes]:
    if sys.platform != "win32":
        return _popen(command, folder, log, start_new_session=True)
    flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
    try:
        # Browsers put the relay in a job and end the job with the port.
        return _popen(command, folder, log, creationflags=flags | subprocess.CREATE_BREAKAWAY_FROM_JOB)
    except PermissionError:
        return _popen(command, folder, log, creationflags=flags)


def _popen(
    command: list[str], folder: Path, log: int, *, start_new_session: bool = False, creationflags: int = 0
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=log,
        close_fds=True,
        start_new_session=start_new_session,
        creationflags=creationflags,
    )
