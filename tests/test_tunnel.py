"""The relay's second stage, in this process, between two pipes and a websocket server of the test's own."""

import json
import logging
import os
import threading

import pytest
from websockets.sync.server import unix_serve

from host import tunnel
from host.contract.events import EVENT, Failed
from host.errors import ErrorCode
from host.framing import MAX_TO_BROWSER, FrameReader, encode
from host.paths import user_paths
from tests.browser_port import wait_until


class Left(BaseException):
    """In place of the end of the process."""


class Tunnel:
    """A tunnel in a thread, and the browser's ends of its pipes."""

    def __init__(self, engine: str = "tests.no_such_engine") -> None:
        browser_in, self._to_relay = os.pipe()
        self._from_relay, browser_out = os.pipe()
        self._relay_ends = [browser_in, browser_out]
        self._reader = FrameReader()
        self._bodies = []
        self.code = None
        self._thread = threading.Thread(target=self._run, args=(browser_in, browser_out, engine), daemon=True)
        self._thread.start()

    def _run(self, browser_in, browser_out, engine):
        self.code = tunnel.run(browser_in, browser_out, user_paths(), engine)

    def send(self, data: bytes) -> None:
        os.write(self._to_relay, data)

    def receive(self) -> bytes:
        while not self._bodies:
            self._bodies += self._reader.feed(os.read(self._from_relay, 65536))
        return self._bodies.pop(0)

    def stop_reading(self) -> None:
        os.close(self._from_relay)
        self._from_relay = None

    def hang_up(self) -> None:
        os.close(self._to_relay)
        self._to_relay = None

    def join(self) -> int:
        self._thread.join(10)
        assert not self._thread.is_alive()
        return self.code


@pytest.fixture
def left(monkeypatch):
    """The exit codes with which the process would have ended."""
    codes = []
    done = threading.Event()

    def leave(code):
        codes.append(code)
        done.set()
        raise Left

    monkeypatch.setattr(os, "_exit", leave)
    monkeypatch.setattr(threading, "excepthook", lambda arguments: None)

    def wait():
        assert done.wait(10)
        return codes[0]

    return wait


@pytest.fixture(autouse=True)
def root_logger():
    """The tunnel opens its journal on the logger of the whole process: ours, here."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    for handler in set(root.handlers) - set(handlers):
        handler.close()
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture
def serve(ambry_home):
    """Serve this websocket handler as the engine."""
    (ambry_home / "run").mkdir()
    servers, connections = [], []

    def start(handler):
        def serve_one(connection):
            connections.append(connection)
            handler(connection)

        server = unix_serve(serve_one, str(ambry_home / "run" / "engine.sock"), compression=None, close_timeout=0.1)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)

    yield start
    for server in servers:
        server.shutdown()
    for connection in connections:
        connection.close()


def echo(connection):
    for message in connection:
        connection.send(message)


def test_bodies_pass_both_ways_without_being_looked_at(serve, left):
    serve(echo)
    port = Tunnel()
    for body in (b"{}", b"not json", "é".encode(), b"x" * 900_000):
        port.send(encode(body)) if len(body) < 60_000 else threading.Thread(
            target=port.send, args=[encode(body)]
        ).start()
        assert port.receive() == body
    port.hang_up()
    assert left() == 0


def test_the_messages_are_text_for_the_engine(serve, left):
    kinds = []

    def remember(connection):
        message = connection.recv()
        kinds.append(type(message))
        connection.send(message)

    serve(remember)
    port = Tunnel()
    port.send(encode(b"{}"))
    assert port.receive() == b"{}"
    assert kinds == [str]
    assert port.join() == tunnel.EXIT_ENGINE_GONE


def test_what_the_browser_sends_after_the_engine_has_gone_goes_nowhere(serve, left, caplog):
    caplog.set_level(logging.INFO)
    serve(lambda connection: None)
    port = Tunnel()
    assert port.join() == tunnel.EXIT_ENGINE_GONE
    port.send(encode(b"{}"))
    wait_until(lambda: "nothing more goes to the engine" in caplog.text)


def test_a_message_over_the_browsers_limit_is_dropped_and_the_port_lives(serve, left, caplog):
    def answer(connection):
        connection.send("x" * (MAX_TO_BROWSER + 1))
        connection.send("after")
        connection.recv()

    serve(answer)
    port = Tunnel()
    assert port.receive() == b"after"
    assert "dropped a message" in caplog.text
    port.hang_up()
    assert left() == 0


def test_a_bad_length_leaves_with_an_error(serve, left, caplog):
    serve(echo)
    port = Tunnel()
    port.send(b"\0\0\0\0")
    assert left() == tunnel.EXIT_PROTOCOL
    assert "not a frame" in caplog.text


def test_an_end_within_a_frame_is_logged(serve, left, caplog):
    serve(echo)
    port = Tunnel()
    port.send(b"\x05\0")
    port.hang_up()
    assert left() == 0
    assert "in the middle of a frame" in caplog.text


def test_a_browser_that_no_longer_reads_ends_the_relay(serve, left):
    def talk(connection):
        while True:
            connection.send("x" * 1000)

    serve(talk)
    port = Tunnel()
    port.receive()
    port.stop_reading()
    assert port.join() == 0


def test_a_pipe_that_breaks_is_the_end_of_the_port(left, caplog):
    with pytest.raises(Left):
        tunnel._read_browser(-1, None)
    assert left() == 0
    assert "broke" in caplog.text


def test_without_an_engine_the_last_frame_says_so(left):
    port = Tunnel()
    event = EVENT.validate_json(port.receive())
    assert isinstance(event, Failed)
    assert (event.id, event.error.code) == (None, ErrorCode.ENGINE_UNAVAILABLE)
    assert event.error.message
    assert event.error.next_step
    assert port.join() == tunnel.EXIT_NO_ENGINE
    assert json.dumps(event.model_dump()).isascii()
