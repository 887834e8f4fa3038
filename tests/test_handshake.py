import os
import sys
from pathlib import Path

import pytest

from host import __version__, handshake
from host.handshake import HandshakeError, as_from_a_desktop
from host.identity import PROTOCOL

ROOT = Path(__file__).resolve().parent.parent

HOST = """
import json, os, struct, sys
def send(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    sys.stdout.buffer.write(struct.pack("=I", len(body)) + body)
    sys.stdout.buffer.flush()
def receive():
    (length,) = struct.unpack("=I", sys.stdin.buffer.read(4))
    return json.loads(sys.stdin.buffer.read(length))
"""

GREET = HOST + 'send({"type": "starting", "protocol": 1})\nhello = receive()\n'


@pytest.fixture
def launcher(tmp_path):
    def write(script, *options):
        program = tmp_path / "host.py"
        program.write_text(script)
        path = tmp_path / "ambry-host"
        path.write_text(f'#!/bin/sh\nexec "{sys.executable}" {" ".join(options)} "{program}" "$@"\n')
        path.chmod(0o755)
        return path

    return write


def failure(launcher, timeout=20):
    with pytest.raises(HandshakeError) as caught:
        handshake.handshake(launcher, os.environ, timeout)
    assert caught.value.next_step
    return caught.value.message


def test_a_host_that_answers_is_welcome(launcher):
    script = GREET + 'send({"type": "notice"})\nsend([])\n'
    script += 'send({"type": "done", "id": hello["id"], "result": {"version": hello["version"], "protocol": 1}})\n'
    welcome = handshake.handshake(launcher(script), os.environ)
    assert (welcome.version, welcome.protocol) == (__version__, 1)
    assert 0 < welcome.first_frame_seconds <= welcome.seconds


def test_the_real_relay_leads_to_a_real_engine(launcher):
    script = f"import sys\nsys.path.append({str(ROOT)!r})\nfrom host import relay\n"
    script += "sys.exit(relay.main(sys.argv, engine='tests.echo_engine'))\n"
    welcome = handshake.handshake(launcher(script, "-I", "-S"), os.environ)
    assert (welcome.version, welcome.protocol) == (__version__, PROTOCOL)


# What a launcher does instead of answering, and what must be said about it.
FAULTS = [
    ("", "ended without a word"),
    ("print('hello, world')", "Something else than messages"),
    (HOST + "send(b'{')", "Something else than messages"),
    (HOST + "send({'type': 'done'})", "should be 'starting' and is 'done'"),
    (GREET, "ended without answering"),
    (GREET + "send({'type': 'failed', 'error': {'message': 'No engine.'}})", "No engine."),
]


@pytest.mark.parametrize(("script", "complaint"), FAULTS)
def test_mode_13_a_host_that_does_not_answer_is_named(launcher, script, complaint):
    assert complaint in failure(launcher(script))


def test_mode_13_a_host_that_hangs_is_given_up(launcher):
    assert "did not answer in time" in failure(launcher("import time; time.sleep(60)"), timeout=0.5)


def test_mode_13_a_host_that_leaves_before_the_hello_is_named(launcher):
    script = HOST + "os.close(0)\nsend({'type': 'starting', 'protocol': 1})\nimport time; time.sleep(60)"
    assert "ended before it could be greeted" in failure(launcher(script))


def test_mode_13_a_launcher_that_cannot_be_started_is_named(tmp_path):
    assert "cannot be started" in failure(tmp_path / "ambry-host")


def test_mode_15_what_a_shell_adds_to_the_environment_is_not_passed_on():
    environ = {"HOME": "/h", "PATH": "/mine", "PYTHONPATH": "/p", "LANG": "C", "LC_ALL": "C", "AMBRY_HOME": "/a"}
    assert as_from_a_desktop(environ) == {"HOME": "/h", "AMBRY_HOME": "/a", "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}


def test_mode_15_windows_keeps_its_path():
    assert as_from_a_desktop({"SYSTEMROOT": r"C:\Windows", "PATH": "x"})["PATH"] == "x"
