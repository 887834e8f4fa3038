import json
import os
import subprocess
import sys
from contextlib import contextmanager

import pytest

from host import relay, tunnel
from host.contract.events import EVENT, Starting
from host.identity import FIREFOX_ID, PROTOCOL
from host.paths import user_paths
from tests.browser_port import ORIGIN, ROOT, open_port, stop_engine

# What the interpreter itself loads, and what the first frame may cost beside it.
BEFORE_FIRST_FRAME = {"__future__", "host", "host.relay", "host.identity"}


@pytest.fixture(autouse=True)
def engines(ambry_home):
    yield
    stop_engine(ambry_home)


def test_the_first_frame_is_the_contracts_starting_event():
    assert EVENT.validate_json(relay.STARTING % PROTOCOL) == Starting(protocol=PROTOCOL)


def test_a_bare_relay_file_started_by_its_path_says_starting(ambry_home):
    command = [sys.executable, "-I", "-S", str(ROOT / "host" / "relay.py"), ORIGIN]
    # No engine can start under this home: the last frame says so, the first one came all the same.
    (ambry_home / "run").write_text("not a folder")
    done = subprocess.run(command, capture_output=True, input=b"", cwd="/", timeout=20)
    length = int.from_bytes(done.stdout[:4], sys.byteorder)
    assert json.loads(done.stdout[4 : 4 + length]) == {"type": "starting", "protocol": PROTOCOL}


def test_nothing_heavy_is_imported_before_the_first_frame():
    script = f"""
import sys
sys.path.append({str(ROOT)!r})
import os
before = set(sys.modules)
from host import relay
def report(wire, engine):
    sys.stderr.write("\\n".join(set(sys.modules) - before))
    return 0
relay._open_tunnel = report
sys.exit(relay.main(["relay", {ORIGIN!r}]))
"""
    command = [sys.executable, "-I", "-S", "-c", script]
    done = subprocess.run(command, capture_output=True, input=b"", timeout=20, check=True)
    assert set(done.stderr.decode().split()) == BEFORE_FIRST_FRAME


@pytest.mark.parametrize(
    "arguments",
    [(ORIGIN,), (ORIGIN, "--parent-window=0"), ("/home/someone/ai.ambry.host.json", FIREFOX_ID)],
)
def test_both_browsers_ways_of_naming_our_extension_are_accepted(ambry_home, arguments):
    with open_port(*arguments) as port:
        assert port.receive()["type"] == "starting"
        assert port.greet()["result"]["kind"] == "welcome"
        assert port.close() == 0


@pytest.mark.parametrize(
    "arguments", [("chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/",), ("x", "other@example.org"), ("--help",)]
)
def test_any_other_caller_gets_the_usage_text_and_not_one_byte_of_wire(ambry_home, arguments):
    with open_port(*arguments) as port:
        assert port.receive() is None
        assert b"ambry doctor" in port.process.stderr.read()
        assert port.close() == relay.EXIT_USAGE


def test_a_terminal_gets_the_usage_text(ambry_home):
    terminal, its_other_end = os.openpty()
    command = [sys.executable, "-I", "-S", str(ROOT / "host" / "relay.py"), ORIGIN]
    done = subprocess.run(command, stdin=its_other_end, capture_output=True, timeout=20)
    os.close(terminal)
    os.close(its_other_end)
    assert (done.returncode, done.stdout) == (relay.EXIT_USAGE, b"")
    assert b"native messaging host" in done.stderr


@contextmanager
def browsers_pipes():
    """This process's stdin and stdout as a browser's pipes; gives the end that the browser reads."""
    saved = [os.dup(number) for number in (0, 1)]
    umask, stdout = os.umask(0o022), sys.stdout
    stdin_end, browser_writes = os.pipe()
    browser_reads, stdout_end = os.pipe()
    os.dup2(stdin_end, 0)
    os.dup2(stdout_end, 1)
    os.set_blocking(browser_reads, False)
    try:
        yield browser_reads
    finally:
        os.umask(umask)
        sys.stdout = stdout
        for number, descriptor in enumerate(saved):
            os.dup2(descriptor, number)
        for descriptor in (*saved, stdin_end, browser_writes, browser_reads, stdout_end):
            os.close(descriptor)


def test_after_the_first_frame_the_tunnel_takes_over_with_stdin_and_the_wire(monkeypatch):
    taken = []

    def run(browser_in, browser_out, paths, engine):
        taken.append((browser_in, paths, engine))
        os.write(browser_out, b"more")
        os.close(browser_out)
        return 7

    monkeypatch.setattr(tunnel, "run", run)
    with browsers_pipes() as browser:
        assert relay.main(["relay", ORIGIN], "an.engine") == 7
        wire = os.read(browser, 1000)
    assert taken == [(0, user_paths(), "an.engine")]
    starting = relay.STARTING % PROTOCOL
    assert wire == len(starting).to_bytes(4, sys.byteorder) + starting + b"more"


def test_a_stranger_is_refused_before_anything_is_written():
    with browsers_pipes() as browser:
        assert relay.main(["relay", "someone"]) == relay.EXIT_USAGE
        os.write(1, b"this goes to stderr now")
        with pytest.raises(BlockingIOError):
            os.read(browser, 1)


def test_on_windows_both_ends_of_the_wire_are_binary(monkeypatch):
    modes = []

    class Msvcrt:
        @staticmethod
        def setmode(descriptor, mode):
            modes.append((descriptor, mode))

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(os, "O_BINARY", 0x8000, raising=False)
    monkeypatch.setitem(sys.modules, "msvcrt", Msvcrt)
    saved, stdout = os.dup(1), sys.stdout
    wire = relay.claim_wire()
    try:
        assert modes == [(0, 0x8000), (wire, 0x8000)]
    finally:
        os.dup2(saved, 1)
        sys.stdout = stdout
        os.close(saved)
        os.close(wire)
