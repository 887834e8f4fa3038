"""API keys, in the operating system's keyring when it has a usable one, else in a file of mode 0600.

A key is never logged, and never part of a `repr` or of an error message.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from host.errors import ErrorCode, StoreError

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

_SERVICE = "Ambry"
"""The name under which a person finds the keys in their keyring."""

_log = logging.getLogger(__name__)


class StoredKeys:
    """Keys by provider name. The keyring is asked first, so a key that moved there wins."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"StoredKeys({self._file.name})"

    def key(self, provider: str) -> str:
        """Empty when there is none."""
        with self._lock:
            return _from_keyring(provider) or self._read().get(provider, "")

    def set_key(self, provider: str, key: str) -> None:
        """Store the key in one place only; an empty key removes it from both."""
        with self._lock:
            in_keyring = _into_keyring(provider, key)
            keys = self._read()
            previous = keys.pop(provider, "")
            if key and not in_keyring:
                keys[provider] = key
            if previous or provider in keys:
                self._write(keys)

    def _read(self) -> dict[str, str]:
        try:
            keys = json.loads(self._file.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as exc:
            raise self._damaged() from exc
        if not isinstance(keys, dict):
            raise self._damaged()
        return {str(provider): str(key) for provider, key in keys.items()}

    def _damaged(self) -> StoreError:
        return StoreError(
            ErrorCode.DATABASE_DAMAGED,
            "The file with your API keys cannot be read.",
            f"Delete {self._file} and set the keys again.",
        )

    def _write(self, keys: dict[str, str]) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            # mkstemp makes the file with mode 0600, so the key is at no moment readable by others.
            handle, name = tempfile.mkstemp(dir=self._file.parent, prefix=".keys-")
            with contextlib.ExitStack() as undo:
                undo.callback(Path(name).unlink, missing_ok=True)
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump(keys, file)
                    file.flush()
                    os.fsync(file.fileno())
                Path(name).replace(self._file)
        except OSError as exc:
            raise StoreError(
                ErrorCode.DISK_FULL, "The API key could not be written to the disk.", "Free some space and try again."
            ) from exc


def _usable_keyring() -> KeyringBackend | None:
    """The backend in use; None for the null and fail backends, which keep nothing."""
    import keyring
    from keyring.backends import fail, null

    backend = keyring.get_keyring()
    return None if isinstance(backend, (null.Keyring, fail.Keyring)) else backend


def _from_keyring(provider: str) -> str:
    from keyring.errors import KeyringError

    backend = _usable_keyring()
    if backend is None:
        return ""
    try:
        return backend.get_password(_SERVICE, provider) or ""
    except KeyringError as exc:
        _log.warning("the keyring does not answer (%s); using the key file", type(exc).__name__)
        return ""


def _into_keyring(provider: str, key: str) -> bool:
    """Whether the keyring now holds what it should; False means that the file has to."""
    from keyring.errors import KeyringError, PasswordDeleteError

    backend = _usable_keyring()
    if backend is None:
        return False
    try:
        if key:
            backend.set_password(_SERVICE, provider, key)
        else:
            with contextlib.suppress(PasswordDeleteError):
                backend.delete_password(_SERVICE, provider)
    except KeyringError as exc:
        _log.warning("the keyring refuses (%s); using the key file", type(exc).__name__)
        return False
    return True
