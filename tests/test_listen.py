import asyncio
import json

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from host import __version__
from host.contract.results import Nothing
from host.endpoint import VERSION_HEADER, dial, listen
from host.listen import Attendance, Engine, newer_than_us, serve_until
from host.paths import user_paths
from tests.browser_port import HELLO


async def handle(request, emit):
    if request.type == "list_jobs":
        await asyncio.Event().wait()
    return Nothing()


async def close() -> None:
    pass


class Server:
    """The engine's server in this process."""

    def __init__(self, platform: str, idle_seconds: float = 60) -> None:
        self.paths = user_paths()
        self.platform = platform
        self.busy = False
        self.stopping = 0
        self.stop = asyncio.Event()
        engine = Engine(handle, busy=lambda: self.busy, close=close)
        serving = serve_until(self.stop, listen(self.paths, platform), engine, idle_seconds, self._stopping)
        self.serving = asyncio.create_task(serving)

    def _stopping(self) -> None:
        self.stopping += 1

    async def connect(self, **headers):
        socket, given = dial(self.paths, self.platform)
        return await connect("ws://engine/", sock=socket, additional_headers={**given, **headers}, proxy=None)

    async def ended(self) -> None:
        await asyncio.wait_for(self.serving, 5)


@pytest.fixture(params=["linux", "win32"])
async def server(request):
    server = Server(request.param)
    yield server
    server.stop.set()
    await server.ended()


async def test_a_client_with_the_right_papers_is_served(server):
    async with await server.connect() as client:
        await client.send(json.dumps(HELLO))
        assert json.loads(await client.recv())["result"]["kind"] == "welcome"


async def test_bad_utf8_is_answered_not_hung_up_on(server):
    async with await server.connect() as client:
        await client.send(b"\xff", text=True)
        assert json.loads(await client.recv())["error"]["code"] == "bad_request"


async def test_a_client_that_leaves_in_the_middle_of_a_request_troubles_nobody(server):
    async with await server.connect() as client:
        await client.send(json.dumps(HELLO))
        await client.send(json.dumps({"type": "list_jobs", "id": "1"}))
        await client.recv()
    async with await server.connect() as client:
        await client.send(json.dumps(HELLO))
        assert json.loads(await client.recv())["type"] == "done"


@pytest.mark.parametrize("given", ["", "Bearer ", "Bearer wrong", "Bearer \xe9"])
async def test_on_loopback_a_wrong_token_is_turned_away(given):
    server = Server("win32")
    with pytest.raises(InvalidStatus) as caught:
        await server.connect(Authorization=given)
    assert caught.value.response.status_code == 401
    server.stop.set()
    await server.ended()


async def test_a_page_of_a_browser_is_turned_away(server):
    with pytest.raises(InvalidStatus) as caught:
        await server.connect(Origin="https://example.org")
    assert caught.value.response.status_code == 403


async def test_a_newer_client_makes_the_engine_step_down(server):
    async with await server.connect() as other:
        with pytest.raises(InvalidStatus) as caught:
            await server.connect(**{VERSION_HEADER: "99.0.0"})
        assert caught.value.response.status_code == 426
        await server.ended()
        await asyncio.wait_for(other.wait_closed(), 5)
    assert server.stopping == 1


@pytest.mark.parametrize(
    ("version", "newer"),
    [(__version__, False), ("0.0.9", False), ("", False), ("words", False), ("99", True), (f"{__version__}.1", True)],
)
def test_versions_are_compared_by_number(version, newer):
    assert newer_than_us(version) == newer


async def test_an_older_client_is_served(server):
    async with await server.connect(**{VERSION_HEADER: "0.0.1"}) as client:
        await client.ping()


async def test_a_stop_closes_the_connections(server):
    async with await server.connect() as client:
        server.stop.set()
        await server.ended()
        await asyncio.wait_for(client.wait_closed(), 5)


async def test_the_server_leaves_when_nobody_comes():
    server = Server("linux", idle_seconds=0.1)
    await server.ended()
    assert server.stopping == 1


async def test_a_connection_or_work_keeps_the_server():
    server = Server("linux", idle_seconds=0.1)
    async with await server.connect():
        await asyncio.sleep(0.3)
        assert not server.serving.done()
        server.busy = True
    await asyncio.sleep(0.3)
    assert not server.serving.done()
    server.busy = False
    await server.ended()


def test_idle_time_counts_from_the_last_visit():
    now = [0.0]
    working = [False]
    attendance = Attendance(lambda: working[0], lambda: now[0])
    now[0] = 10
    assert attendance.idle() == 10
    with attendance.visit():
        now[0] = 20
        assert attendance.idle() == 0
        now[0] = 30
    now[0] = 31
    assert attendance.idle() == 1
    working[0] = True
    assert attendance.idle() == 0
    working[0] = False
    now[0] = 33
    assert attendance.idle() == 2
