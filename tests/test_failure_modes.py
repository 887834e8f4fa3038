"""The ways in which native messaging is known to fail, as far as the host's side can show them.

One real relay, real pipes, a real engine behind a real socket. The numbers are those of the list that
host, extension and installer share; 12 (host not found), 13 (manifest broken) and 14 (custom profile) are
the installer's and the extension's.
"""

import json
import os
import shutil
import signal
import socket
import stat
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

from host.endpoint import dial
from host.framing import MAX_FROM_BROWSER, MAX_TO_BROWSER, FrameReader
from host.identity import PROTOCOL
from host.paths import user_paths
from host.relay import EXIT_USAGE
from host.tunnel import EXIT_ENGINE_GONE, EXIT_NO_ENGINE, EXIT_PROTOCOL
from tests.browser_port import (
    HELLO,
    LAUNCHER,
    ROOT,
    engine_pid,
    engines_of,
    open_port,
    stop_engine,
    wait_until,
)

PING = {"type": "ping", "id": "ping"}

NEWER_RELAY = LAUNCHER.replace("from host", "import host; host.__version__ = '99.0.0'\nfrom host").format(
    "tests.newer_engine"
)

NOISY_RELAY = LAUNCHER.replace(
    "sys.exit",
    """
open_tunnel = relay._open_tunnel
def noisy(wire, engine):
    import os, subprocess
    print("from Python", flush=True)
    os.write(1, b"from C")
    subprocess.run([sys.executable, "-c", "print('from a child')"])
    return open_tunnel(wire, engine)
relay._open_tunnel = noisy
sys.exit""",
).format("tests.no_such_engine")


@pytest.fixture(autouse=True)
def engines(ambry_home):
    yield
    stop_engine(ambry_home)


@pytest.fixture(scope="module")
def shared_home():
    """Of an engine for all tests that do it no harm."""
    home = Path(tempfile.mkdtemp(prefix="ambry-"))
    yield home
    stop_engine(home)
    shutil.rmtree(home)


@pytest.fixture
def port(shared_home, monkeypatch):
    monkeypatch.setenv("AMBRY_HOME", str(shared_home))
    with open_port() as port:
        assert port.greet()["result"]["kind"] == "welcome"
        yield port


@pytest.fixture
def own_port(ambry_home):
    """A port to an engine that no other test knows."""
    with open_port() as port:
        assert port.greet()["result"]["kind"] == "welcome"
        yield port


def search(query: str, request_id: str = "1") -> dict:
    return {"type": "search", "id": request_id, "collection": 1, "query": query}


def relay_log(home) -> str:
    return (home / "state" / "relay.log").read_text()


def test_mode_1_what_prints_to_stdout_does_not_reach_the_wire():
    """Stray output, of Python, of C code and of children."""
    with open_port(launcher=NOISY_RELAY) as port:
        assert [port.receive()["type"] for _ in range(2)] == ["starting", "failed"]
        assert port.receive() is None
        stderr = port.process.stderr.read().decode()
    assert "from Python" in stderr
    assert "from C" in stderr
    assert "from a child" in stderr


def test_mode_2_line_ends_pass_unchanged(port):
    """Text mode: a body of ten bytes has a length that text mode would take for a line end."""
    port.send_body(b"[\r\n\n\r\n1 ]")
    assert port.receive()["error"]["code"] == "bad_request"
    assert port.ask("a\r\nb\n\x1ac")["result"]["text"] == "a\r\nb\n\x1ac"


def test_mode_3_short_reads_and_writes_are_completed(port):
    """A message that comes byte by byte; an answer larger than a pipe holds, read slowly."""
    body = json.dumps(search("large 300000")).encode()
    for byte in len(body).to_bytes(4, sys.byteorder) + body:
        port.send_bytes(bytes([byte]))
    data = b""
    reader = FrameReader()
    while not (bodies := reader.feed(data)):
        data = os.read(port.process.stdout.fileno(), 777)
    assert len(json.loads(bodies[0])["result"]["text"]) == 300_000


@pytest.mark.parametrize("half", [b"", b"\x10\x00", b"\x10\x00\x00\x00{"], ids=["clean", "in length", "in body"])
def test_mode_4_end_of_file_ends_the_relay_within_a_second(port, half):
    port.send(search("wait"))
    port.receive_type("delta")
    port.send_bytes(half)
    started = time.monotonic()
    assert port.close() == 0
    assert time.monotonic() - started < 1


def test_mode_4_end_of_file_ends_a_relay_that_still_waits_for_the_engine(ambry_home):
    (ambry_home / "run").mkdir()
    with socket.socket(socket.AF_UNIX) as mute:
        mute.bind(str(ambry_home / "run" / "engine.sock"))
        mute.listen()
        with open_port() as port, mute.accept()[0]:  # as far as the handshake, which nobody answers
            started = time.monotonic()
            assert port.close() == 0
            assert time.monotonic() - started < 1


@pytest.mark.parametrize("length", [0, MAX_FROM_BROWSER + 1, 0x6C6C6568, 0xFFFFFFFF])
def test_mode_5_a_length_that_cannot_be_right_ends_the_relay_with_a_logged_error(own_port, ambry_home, length):
    own_port.send_bytes(length.to_bytes(4, sys.byteorder))
    assert own_port.receive() is None
    assert own_port.wait() == EXIT_PROTOCOL
    assert f"{length} bytes" in relay_log(ambry_home)


def test_mode_6_a_reply_over_the_browsers_limit_comes_in_parts(port):
    port.send(search("large 3000000"))
    data = ""
    while True:
        message = port.receive()
        assert len(json.dumps(message)) < MAX_TO_BROWSER
        data += message["data"]
        if message["last"]:
            break
    assert len(json.loads(data)["result"]["text"]) == 3_000_000


def test_mode_7_a_request_of_many_megabytes_arrives_whole(port):
    port.send(search("é" * 4_000_000))
    text = ""
    while not (message := port.receive_type("part"))["last"]:
        text += message["data"]
    assert json.loads(text + message["data"])["result"]["text"] == "é" * 4_000_000


@pytest.mark.parametrize("body", [b"{", b"[]", b"null", b'{"type":"ping"}', b'"\xff"', b"NaN"])
def test_mode_8_what_is_not_a_request_is_answered_and_the_port_stays_open(port, body):
    port.send_body(body)
    refused = port.receive()
    assert (refused["type"], refused["id"], refused["error"]["code"]) == ("failed", None, "bad_request")
    assert port.ask("still here")["result"]["text"] == "still here"


def test_mode_8_what_we_send_is_ascii_so_that_no_browser_drops_it(port):
    port.send_body(b'{"type":"search","id":"1","collection":1,"query":"\\ud800 \\u0000 \\u2028 \xf0\x9f\x98\x80"}')
    assert port.receive()["result"]["text"] == "\ufffd \0 \u2028 \U0001f600"


def test_mode_9_a_request_that_takes_too_long_can_be_given_up(port):
    """A lost reply: the extension's timeout cancels, and the request then ends by its id."""
    port.send(search("wait"), {"type": "cancel", "id": "2", "target": "1"})
    ended = {message["id"]: message for message in (port.receive_type("done", "failed") for _ in range(2))}
    assert ended["1"]["error"]["code"] == "cancelled"
    assert ended["2"]["type"] == "done"


@pytest.mark.parametrize(("protocol", "side"), [(PROTOCOL + 1, "host"), (PROTOCOL - 1, "extension")])
def test_mode_10_another_protocol_is_told_which_side_to_update(ambry_home, protocol, side):
    with open_port() as port:
        port.send({**HELLO, "protocol": protocol})
        refused = port.receive_type("failed")
        assert refused["error"]["code"] == "version_mismatch"
        assert f"Update the {side}" in refused["error"]["next_step"]
        assert port.greet()["result"]["kind"] == "welcome"


def test_mode_10_an_unknown_request_is_named(port):
    port.send({"type": "dance", "id": "1"})
    assert port.receive()["error"]["code"] == "unknown_request"


def test_mode_10_an_older_engine_makes_room_for_the_one_of_a_newer_relay(ambry_home):
    with open_port() as old:
        old.greet()
        old_engine = engine_pid(ambry_home)
        with open_port(launcher=NEWER_RELAY) as new:
            assert new.greet()["result"]["version"] == "99.0.0"
            assert old.receive() is None
            assert old.wait() == EXIT_ENGINE_GONE
    assert old_engine not in engines_of(ambry_home)
    # The older relay is served by the newer engine, which says its version.
    with open_port() as old:
        assert old.greet()["result"]["version"] == "99.0.0"


def test_mode_11_an_engine_killed_in_the_middle_of_an_answer_closes_the_port_and_the_next_gets_a_new_one(
    own_port, ambry_home
):
    own_port.send(search("wait"))
    own_port.receive_type("delta")
    killed = engine_pid(ambry_home)
    stop_engine(ambry_home, signal.SIGKILL)
    assert own_port.receive() is None
    assert own_port.wait() == EXIT_ENGINE_GONE
    with open_port() as again:
        again.greet()
        assert again.ask("hello")["result"]["text"] == "hello"
    assert engine_pid(ambry_home) != killed


def test_mode_11_an_engine_that_cannot_start_is_reported_before_the_port_closes(ambry_home):
    with open_port(engine="tests.no_such_engine") as port:
        failed = port.receive_type("failed")
        assert (failed["id"], failed["error"]["code"]) == (None, "engine_unavailable")
        assert failed["error"]["next_step"]
        assert port.receive() is None
        assert port.wait() == EXIT_NO_ENGINE
    assert "no_such_engine" in (ambry_home / "state" / "engine.log").read_text()


def test_mode_15_the_bare_environment_of_a_desktop_is_enough(ambry_home):
    """No locale, a minimal PATH, a working folder that is not ours, and Python variables that mislead."""
    environment = {
        "AMBRY_HOME": str(ambry_home),
        "PATH": "/usr/bin:/bin",
        "LC_ALL": "C",
        "PYTHONHOME": "/nowhere",
        "PYTHONPATH": "/nowhere",
    }
    with open_port(env=environment, cwd="/") as port:
        port.greet()
        _, folder, utf8 = port.ask("environment")["result"]["text"].split("\n")
        assert (folder, utf8) == (str(ROOT), "1")
        assert port.ask("Zürich 東京")["result"]["text"] == "Zürich 東京"


def test_mode_16_a_browser_that_vanishes_leaves_the_engine_to_the_next(own_port, ambry_home):
    engine = engine_pid(ambry_home)
    own_port.send(search("wait"))
    own_port.receive_type("delta")
    own_port.process.kill()
    assert own_port.wait() == -signal.SIGKILL
    with open_port() as again:
        again.greet()
        assert engine_pid(ambry_home) == engine


def test_mode_17_ten_ports_opened_at_once_meet_one_engine(ambry_home):
    engines = []

    def meet():
        with open_port() as port:
            port.greet()
            engines.append(port.ask("environment")["result"]["text"].split()[0])

    threads = [threading.Thread(target=meet) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert engines == [str(engine_pid(ambry_home))] * 10
    assert (ambry_home / "state" / "engine.log").read_text().count("engine: started") == 1


def test_mode_17_the_same_id_on_two_ports_is_two_requests(own_port):
    own_port.send(search("wait"))
    own_port.receive_type("delta")
    with open_port() as other:
        other.greet()
        assert other.ask("mine")["result"]["text"] == "mine"
        other.send({"type": "cancel", "id": "2", "target": "1"})
        other.receive_type("done")
    own_port.send(PING)
    assert own_port.receive_type("done", "failed")["id"] == "ping"


@pytest.mark.parametrize("caller", ["chrome-extension://" + "a" * 32 + "/", "https://example.org/", "someone"])
def test_mode_18_a_wrong_caller_is_refused(ambry_home, caller):
    with open_port(caller) as port:
        assert port.receive() is None
        assert port.close() == EXIT_USAGE
    assert not (ambry_home / "run").exists()


def test_mode_18_nobody_else_can_open_the_engines_socket(own_port, ambry_home):
    def mode(path):
        return stat.S_IMODE(path.stat().st_mode)

    assert mode(ambry_home / "run") == 0o700
    assert mode(ambry_home / "run" / "engine.sock") == 0o600
    assert mode(ambry_home / "run" / "engine.lock") == 0o600


def test_mode_18_a_web_page_cannot_be_a_client(port):
    connection, _ = dial(user_paths())
    with connection:
        connection.sendall(
            b"GET / HTTP/1.1\r\nHost: engine\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
            b"Origin: https://example.org\r\n\r\n"
        )
        assert connection.recv(100).startswith(b"HTTP/1.1 403")


def test_mode_19_pings_are_answered_while_work_goes_on(port):
    port.send(search("wait"), PING)
    assert port.receive_type("done")["id"] == "ping"


def test_mode_19_a_browser_that_does_not_read_makes_the_engine_wait(own_port, ambry_home):
    own_port.send(search("flood 200"))
    engine = engine_pid(ambry_home)
    time.sleep(0.3)
    before = memory(engine)
    time.sleep(0.3)
    # 20 MB are to come. They are not piling up in the engine, which still serves others.
    assert memory(engine) - before < 5_000_000
    with open_port() as other:
        other.greet()
        assert other.ask("hello")["result"]["text"] == "hello"
    assert sum(own_port.receive()["type"] == "delta" for _ in range(200)) == 200
    assert own_port.receive()["type"] == "done"


def memory(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def test_mode_20_folders_that_cannot_be_written_are_a_sentence_not_a_traceback(ambry_home):
    (ambry_home / "state").write_text("a file where the folder should be")
    with open_port() as port:
        failed = port.receive_type("failed")
        assert str(ambry_home / "state") in failed["error"]["message"]
        assert port.receive() is None
        assert port.wait() == EXIT_NO_ENGINE


def test_mode_20_logs_are_private_and_hold_no_content(own_port, ambry_home):
    own_port.ask("a private question")
    own_port.ask("crash", "2")
    own_port.close()
    wait_until(lambda: "ERROR door" in (ambry_home / "state" / "engine.log").read_text())
    for log in (ambry_home / "state").iterdir():
        assert stat.S_IMODE(log.stat().st_mode) == 0o600
        assert "private question" not in log.read_text()
