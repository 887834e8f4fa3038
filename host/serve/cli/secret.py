"""What a person types and nobody sees: keys and passwords."""

from __future__ import annotations

import getpass
import sys

from host.errors import AmbryError, ErrorCode


def interactive() -> bool:
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


def read_secret(prompt: str) -> str:
    """From the terminal without echo, else the first line of stdin; never waits for a terminal that is not there."""
    if interactive():
        return getpass.getpass(prompt)
    return "" if sys.stdin is None or sys.stdin.closed else sys.stdin.readline().rstrip("\r\n")


def read_password() -> str:
    """Of locked files. Raises AmbryError when there is none."""
    password = read_secret("Password of the files (not shown): ")
    if not password:
        raise AmbryError(ErrorCode.BAD_REQUEST, "No password was given.", "Type it when asked, or pipe it in.")
    return password
