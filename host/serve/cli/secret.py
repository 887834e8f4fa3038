"""What a person types and nobody sees: keys and passwords."""

from __future__ import annotations

import getpass
import sys


def interactive() -> bool:
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


def read_secret(prompt: str) -> str:
    """From the terminal without echo, else the first line of stdin; never waits for a terminal that is not there."""
    if interactive():
        return getpass.getpass(prompt)
    return "" if sys.stdin is None or sys.stdin.closed else sys.stdin.readline().rstrip("\r\n")
