"""Where the engine is met: a Unix socket that only this user can open, or loopback and a token on Windows.

Both ends are here, so that they cannot disagree: `listen` is the engine's, `dial` a client's.
"""

from __future__ import annotations

import os
import secrets
import socket
import sys
from dataclasses import dataclass
from pathlib import Path

from host import __version__, private
from host.errors import ErrorCode, StoreError
from host.paths import Paths

VERSION_HEADER = "X-Ambry-Version"
BACKLOG = 128
"""Connections that may wait while the engine is still being built."""


@dataclass(frozen=True, slots=True)
class Listener:
    """The engine's listening socket. `token` is empty where file permissions do the guarding."""

    socket: socket.socket
    token: str


def listen(paths: Paths, platform: str = sys.platform) -> Listener:
    """Bind and listen. The caller holds the engine's lock: whatever is there is stale and removed.

    Raises StoreError when the folder or the path cannot be used.
    """
    private.make_folder(paths.runtime)
    forget(paths)
    return _listen_on_loopback(paths) if platform == "win32" else _listen_on_unix_socket(paths)


def dial(paths: Paths, platform: str = sys.platform) -> tuple[socket.socket, dict[str, str]]:
    """Connect to the engine; return the socket and the headers for the handshake.

    Raises OSError when nobody listens, StoreError when nobody ever can.
    """
    headers = {VERSION_HEADER: __version__}
    if platform == "win32":
        port, token = _read_endpoint(paths.endpoint)
        return socket.create_connection(("127.0.0.1", port)), {**headers, "Authorization": bearer(token)}
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.connect(_checked(paths.socket))
    except BaseException:
        connection.close()
        raise
    return connection, headers


def forget(paths: Paths) -> None:
    """Remove what clients look for, so that they start a new engine. For the holder of the lock only."""
    paths.socket.unlink(missing_ok=True)
    paths.endpoint.unlink(missing_ok=True)


def bearer(token: str) -> str:
    return f"Bearer {token}"


def _listen_on_unix_socket(paths: Paths) -> Listener:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    # The socket must never exist with wider permissions, not even before a chmod.
    umask = os.umask(0o177)
    try:
        listener.bind(_checked(paths.socket))
    except BaseException:
        listener.close()
        raise
    finally:
        os.umask(umask)
    listener.listen(BACKLOG)
    return Listener(listener, token="")


def _listen_on_loopback(paths: Paths) -> Listener:
    listener = socket.create_server(("127.0.0.1", 0), backlog=BACKLOG)
    token = secrets.token_urlsafe(32)
    draft = paths.endpoint.with_suffix(".new")
    draft.unlink(missing_ok=True)
    # Windows: the folder under the user's LOCALAPPDATA passes its access list on to the file.
    with open(draft, "x", encoding="ascii", opener=private.opener) as file:
        file.write(f"{listener.getsockname()[1]}\n{token}\n")
    draft.replace(paths.endpoint)
    return Listener(listener, token)


def _read_endpoint(path: Path) -> tuple[int, str]:
    try:
        port, token = path.read_text(encoding="ascii").split()
        return int(port), token
    except ValueError as exc:
        raise OSError(f"{path} is damaged") from exc


def _checked(path: Path) -> str:
    limit = 103 if sys.platform == "darwin" else 107  # sizeof(sockaddr_un.sun_path), less the final NUL
    if len(os.fsencode(path)) > limit:
        message = f"The path {path} is too long for a socket ({limit} bytes at most)."
        raise StoreError(ErrorCode.ENGINE_UNAVAILABLE, message, "Set AMBRY_HOME to a folder with a shorter path.")
    return str(path)
