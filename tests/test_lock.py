import os
import subprocess
import sys

from host.lock import LOCKED_BYTE, hold
from tests.browser_port import ROOT

HOLDER = """
import sys
from pathlib import Path
from host.lock import hold
with hold(Path(sys.argv[1])) as held:
    sys.stdout.write(str(held) + "\\n")
    sys.stdout.flush()
    sys.stdin.read()
"""


def holder(path) -> subprocess.Popen:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", HOLDER, path], stdin=pipe, stdout=pipe, text=True, cwd=ROOT)


def test_the_lock_is_held_by_one_at_a_time_and_names_its_process(ambry_home):
    path = ambry_home / "lock"
    with holder(path) as other:
        assert other.stdout.readline() == "True\n"
        assert path.read_text() == f"{other.pid}\n"
        with hold(path) as held:
            assert not held
        assert path.read_text() == f"{other.pid}\n"
        other.stdin.close()
        other.wait(10)
        with hold(path) as held:
            assert held
            assert path.read_text() == f"{os.getpid()}\n"


def test_a_process_that_is_killed_lets_go(ambry_home):
    path = ambry_home / "lock"
    with holder(path) as other:
        other.stdout.readline()
        other.kill()
        other.wait(10)
        with hold(path) as held:
            assert held


class Msvcrt:
    """Windows's locking of bytes: one lock for the whole system."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.locked = False
        self.positions = []

    def locking(self, descriptor, mode, count):
        assert (mode, count) == (self.LK_NBLCK, 1)
        self.positions.append(os.lseek(descriptor, 0, os.SEEK_CUR))
        if self.locked:
            raise PermissionError("locked")
        self.locked = True


def test_on_windows_a_byte_past_the_process_id_is_locked(ambry_home, monkeypatch):
    msvcrt = Msvcrt()
    monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)
    monkeypatch.setattr(sys, "platform", "win32")
    with hold(ambry_home / "lock") as first, hold(ambry_home / "lock") as second:
        assert (first, second) == (True, False)
    assert msvcrt.positions == [LOCKED_BYTE, LOCKED_BYTE]
    assert (ambry_home / "lock").read_text() == f"{os.getpid()}\n"
