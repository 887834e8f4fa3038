"""A browser's end of native messaging, over real pipes, and the engines that it leads to."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

from host import __version__
from host.framing import FrameReader
from host.identity import CHROMIUM_ID, PROTOCOL

ROOT = Path(__file__).resolve().parent.parent
ORIGIN = f"chrome-extension://{CHROMIUM_ID}/"
HELLO = {"type": "hello", "id": "hello", "protocol": PROTOCOL, "version": __version__}

LAUNCHER = """
import sys
sys.path.append(ROOT)
from host import relay
sys.exit(relay.main(sys.argv, engine={!r}))
""".replace("ROOT", repr(str(ROOT)))


class BrowserPort:
    """Starts a relay as a browser does and talks to it in frames."""

    def __init__(self, *arguments: str, engine="tests.echo_engine", launcher=LAUNCHER, **options) -> None:
        command = [sys.executable, "-I", "-S", "-c", launcher.format(engine), *(arguments or (ORIGIN,))]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, **options)
        self._reader = FrameReader()
        self._messages: list[dict] = []

    def send(self, *messages: dict) -> None:
        for message in messages:
            self.send_body(json.dumps(message).encode())

    def send_body(self, body: bytes) -> None:
        self.send_bytes(len(body).to_bytes(4, sys.byteorder) + body)

    def send_bytes(self, data: bytes) -> None:
        self.process.stdin.write(data)

    def receive(self) -> dict | None:
        """The next message; None at the end of the stream. Fails on anything that is not a frame."""
        while not self._messages:
            data = self.process.stdout.read(65536)
            if not data:
                assert self._reader.eof(), "the stream ended in the middle of a frame"
                return None
            self._messages += [json.loads(body) for body in self._reader.feed(data)]
        return self._messages.pop(0)

    def receive_type(self, *types: str) -> dict:
        """The next message of one of these types; others are passed over."""
        while (message := self.receive()) is not None:
            if message["type"] in types:
                return message
        raise AssertionError(f"the port closed before {types}: {self.process.stderr.read().decode()}")

    def greet(self) -> dict:
        self.send(HELLO)
        return self.receive_type("done", "failed")

    def ask(self, query: str, request_id: str = "1") -> dict:
        self.send({"type": "search", "id": request_id, "collection": 1, "query": query})
        return self.receive_type("done", "failed")

    def close(self) -> int:
        """Close the port as a browser does; return the relay's exit code."""
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        return self.wait()

    def wait(self) -> int:
        code = self.process.wait(timeout=10)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()
        return code


@contextmanager
def open_port(*arguments: str, **options):
    port = BrowserPort(*arguments, **options)
    try:
        yield port
    finally:
        port.close()


def engine_pid(home: Path) -> int:
    return int((home / "run" / "engine.lock").read_text())


def engines_of(home: Path) -> set[int]:
    """All engines started for this home: the one, and those that have yet to find out that they came second."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            environment = (process / "environ").read_bytes().split(b"\0")
            module = (process / "cmdline").read_bytes().split(b"\0")[-2:-1]
            if f"AMBRY_HOME={home}".encode() in environment and module and module[0].endswith(b"engine"):
                found.add(int(process.name))
    return found


def wait_until(condition, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.02)


def stop_engine(home: Path, signal_number: int = signal.SIGTERM) -> None:
    """End what was started for this home, and wait for the end."""
    for pid in engines_of(home):
        with suppress(ProcessLookupError):
            os.kill(pid, signal_number)
    wait_until(lambda: not engines_of(home))
