"""The limit in a process of its own: it would hold for the tests as well."""

import subprocess
import sys

import pytest

from host.acquire.workers import memory_limit
from host.acquire.workers.memory_limit import MemoryLimit

linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems have other means")

SCRIPT = """
from host.acquire.workers.memory_limit import MemoryLimit
limit = MemoryLimit(200)
kept = []
for turn in range(2):
    limit.renew()
    kept.append(bytearray(150_000_000))
    print(limit.spent)
try:
    kept.append(bytearray(150_000_000))
except MemoryError:
    print("refused")
"""


@linux
def test_each_file_has_its_own_amount_and_a_process_that_holds_too_much_is_spent():
    said = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True).stdout.split()
    assert said == ["False", "True", "refused"]


def test_where_nobody_tells_what_is_in_use_nothing_is_spent(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    limit = MemoryLimit(1)
    limit.renew()
    assert not limit.spent
    assert memory_limit.OVER_LIMIT == 77
