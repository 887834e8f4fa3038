import asyncio
import logging
import os
import signal
import stat
import subprocess
import sys
import threading
import time

import pytest

from host import lifetime
from host.contract.requests import Search
from host.errors import AmbryError, StoreError
from host.listen import Engine
from host.paths import Paths, user_paths
from host.serve.client import connect
from tests.browser_port import ROOT, engine_pid, wait_until
from tests.echo_engine import handle


@pytest.fixture
def paths():
    return user_paths()


@pytest.fixture(autouse=True)
def process_state():
    """What an engine changes in its own process, put back in ours."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    umask = os.umask(0o022)
    os.umask(umask)
    level = logging.getLogger().level
    yield
    os.umask(umask)
    logging.getLogger().setLevel(level)
    for number, handler in handlers.items():
        signal.signal(number, handler)


class Service:
    """Builds an engine and remembers what became of it."""

    def __init__(self, action=None) -> None:
        self.built = self.closed = 0
        self._action = action

    async def build(self):
        self.built += 1
        if self._action:
            self._action()
        return Engine(handle, busy=lambda: False, close=self._close)

    async def _close(self):
        self.closed += 1


def start(module: str = "tests.echo_engine") -> subprocess.Popen:
    return subprocess.Popen([sys.executable, "-m", module], cwd=ROOT)


def test_an_engine_lives_until_it_is_idle_and_leaves_nothing_in_the_way(paths):
    seen = []
    service = Service(lambda: seen.append((paths.socket.exists(), engine_pid(paths.data.parent))))
    assert lifetime.run(paths, service.build, idle_seconds=0.05) == 0
    assert seen == [(True, os.getpid())]
    assert (service.built, service.closed) == (1, 1)
    assert not paths.socket.exists()
    assert paths.log.read_text().count("engine: started") == 1
    assert "engine: stopped" in paths.log.read_text()


def test_what_the_engine_writes_is_for_its_user_alone(paths):
    def write():
        (paths.state / "x").touch()

    lifetime.run(paths, Service(write).build, idle_seconds=0.05)
    for file in (paths.log, paths.lock, paths.state / "x"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(paths.runtime.stat().st_mode) == 0o700


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_the_engine_in_good_order(paths, number):
    service = Service(lambda: os.kill(os.getpid(), number))
    assert lifetime.run(paths, service.build) == 0
    assert service.closed == 1


def test_the_second_engine_leaves_quietly_before_it_builds_or_logs_anything(paths, ambry_home):
    with start() as first:
        wait_until(paths.socket.exists)
        service = Service()
        assert lifetime.run(paths, service.build) == 0
        assert service.built == 0
        assert engine_pid(ambry_home) == first.pid
        first.terminate()
        assert first.wait(5) == 0
    assert paths.log.read_text().count("engine: started") == 1


def test_nothing_heavy_is_imported_before_the_lock_is_held():
    script = "import sys; import host.lifetime; sys.exit(any(m in sys.modules for m in ('websockets', 'pydantic')))"
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT).returncode == 0


def test_the_socket_of_a_killed_engine_is_taken_over(paths):
    with start() as first:
        wait_until(paths.socket.exists)
        first.kill()
    assert paths.socket.exists()
    service = Service()
    lifetime.run(paths, service.build, idle_seconds=0.05)
    assert service.built == 1


def test_a_service_that_cannot_be_built_is_logged_and_leaves_nothing_in_the_way(paths):
    def fail():
        raise RuntimeError("no model")

    with pytest.raises(RuntimeError):
        lifetime.run(paths, Service(fail).build)
    assert "no model" in paths.log.read_text()
    assert not paths.socket.exists()


def test_a_path_too_long_for_a_socket_is_refused_in_words(ambry_home):
    long = Paths(ambry_home / "data", ambry_home / "state", ambry_home / ("x" * 120))
    with pytest.raises(StoreError, match="too long"):
        lifetime.run(long, Service().build)


def test_work_that_does_not_end_does_not_keep_the_engine(paths, monkeypatch):
    """The end of the process is put in place by a timer, which we let pass by."""
    ended = threading.Event()
    monkeypatch.setattr(lifetime, "STOP_SECONDS", 0.1)
    monkeypatch.setattr(os, "_exit", lambda code: ended.set())

    async def close():
        await asyncio.to_thread(ended.wait, 10)

    async def build():
        return Engine(handle, busy=lambda: False, close=close)

    started = time.monotonic()
    lifetime.run(paths, build, idle_seconds=0.05)
    assert ended.is_set()
    assert time.monotonic() - started < 5


async def test_early_clients_wait_while_the_service_is_built(paths):
    script = """
import asyncio, sys
from host.lifetime import run
from host.listen import Engine
from host.paths import user_paths
from tests.echo_engine import handle
async def close(): pass
async def build():
    await asyncio.sleep(1)
    return Engine(handle, lambda: False, close)
sys.exit(run(user_paths(), build))
"""
    engine = await asyncio.create_subprocess_exec(sys.executable, "-c", script, cwd=ROOT)
    while not paths.socket.exists():
        await asyncio.sleep(0.01)
    async with connect(paths, "tests.no_such_engine"):
        assert engine_pid(paths.data.parent) == engine.pid
    engine.terminate()
    assert await asyncio.wait_for(engine.wait(), 5) == 0


def test_a_stop_takes_no_more_than_two_seconds_with_clients_connected(paths):
    async def stay():
        async with connect(paths, "tests.echo_engine") as client:
            os.kill(engine_pid(paths.data.parent), signal.SIGTERM)
            started = time.monotonic()
            with pytest.raises(AmbryError):
                await client.call(Search(id="1", collection=1, query="wait"))
            return time.monotonic() - started

    assert asyncio.run(stay()) < 2
