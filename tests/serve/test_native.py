import asyncio
import json
import logging

import pytest

from host.contract.events import EVENT, Delta, Done, Failed, Part
from host.contract.results import Found, Nothing, Welcome
from host.contract.views import SourceView
from host.errors import ErrorCode, ProviderError
from host.identity import PROTOCOL
from host.serve.native import Door

HELLO = {"type": "hello", "id": "h", "protocol": PROTOCOL, "version": "0.1.0"}
NOT_A_NUMBER = SourceView(
    n=1, document=1, uri="", title="", headings=(), text="", start=0, end=0, score=float("nan"), url="", label=""
)


class QueueConnection:
    """A client in memory. `window` is how many events it takes before it must `read` again."""

    def __init__(self, window: int = 1000) -> None:
        self.incoming: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.outgoing: asyncio.Queue[bytes] = asyncio.Queue(window)
        self.gone = False

    async def receive(self):
        return await self.incoming.get()

    async def send(self, body):
        if self.gone:
            raise ConnectionResetError("gone")
        await self.outgoing.put(body)

    def say(self, *messages):
        for message in messages:
            self.incoming.put_nowait(message if isinstance(message, bytes) else json.dumps(message).encode())

    def hang_up(self):
        self.gone = True
        self.incoming.put_nowait(None)

    async def read(self):
        return EVENT.validate_json(await asyncio.wait_for(self.outgoing.get(), 5))


class Service:
    """Answers a search by what its query says, and remembers what became of each."""

    def __init__(self) -> None:
        self.seen: dict[str, str] = {}
        self.emitted = 0

    async def __call__(self, request, emit):
        self.seen[request.id] = "started"
        try:
            result = await self._answer(request, emit)
        except BaseException as error:
            self.seen[request.id] = type(error).__name__
            raise
        self.seen[request.id] = "done"
        return result

    async def _answer(self, request, emit):
        match request.query:
            case "wait":
                await asyncio.Event().wait()
            case "refuse":
                raise ProviderError(ErrorCode.PROVIDER_REFUSED, "No.", "Ask nicely.")
            case "crash":
                raise RuntimeError("secret detail")
            case "broken result":
                return Found(sources=(NOT_A_NUMBER,))
            case "talk":
                for word in ("one", "two"):
                    await emit(Delta(id=request.id, text=word))
            case "flood":
                for _ in range(1000):
                    await emit(Delta(id=request.id, text="x"))
                    self.emitted += 1
            case "large":
                await emit(Delta(id=request.id, text="x" * 2_000_000))
        return Nothing()


def search(query: str, request_id: str = "1") -> dict:
    return {"type": "search", "id": request_id, "collection": 1, "query": query}


@pytest.fixture
def service():
    return Service()


@pytest.fixture
async def client(service):
    connection = QueueConnection()
    serving = asyncio.create_task(Door(connection, service).serve())
    connection.say(HELLO)
    assert isinstance((await connection.read()).result, Welcome)
    yield connection
    connection.hang_up()
    await asyncio.wait_for(serving, 5)


async def test_the_first_request_must_be_hello(service):
    connection = QueueConnection()
    serving = asyncio.create_task(Door(connection, service).serve())
    connection.say(search("x"), {"type": "ping", "id": "2"}, {**HELLO, "protocol": PROTOCOL + 1}, search("x"), HELLO)
    codes = [(await connection.read()).error.code for _ in range(4)]
    assert codes == ["bad_request", "bad_request", "version_mismatch", "bad_request"]
    # The connection has stayed usable, and nothing has reached the service.
    assert (await connection.read()).result == Welcome(protocol=PROTOCOL, version="0.1.0")
    assert service.seen == {}
    connection.hang_up()
    await serving


async def test_a_request_ends_with_its_result(client):
    client.say(search("talk"))
    assert [await client.read() for _ in range(3)] == [
        Delta(id="1", text="one"),
        Delta(id="1", text="two"),
        Done(id="1", result=Nothing()),
    ]


async def test_a_message_that_cannot_be_read_does_not_end_the_service(client):
    client.say(b"{", b"[]", {"id": "7", "type": "dance"}, search("x"))
    refused = [await client.read() for _ in range(3)]
    assert [(event.id, event.error.code) for event in refused] == [
        (None, "bad_request"),
        (None, "bad_request"),
        ("7", "unknown_request"),
    ]
    assert isinstance(await client.read(), Done)


async def test_our_errors_reach_the_client_in_their_own_words(client):
    client.say(search("refuse"))
    event = await client.read()
    assert (event.error.code, event.error.message, event.error.next_step) == ("provider_refused", "No.", "Ask nicely.")


async def test_a_foreign_exception_is_logged_in_full_and_sent_by_reference(client, caplog):
    client.say(search("crash"))
    event = await client.read()
    assert event.error.code == "internal"
    assert "secret" not in event.model_dump_json()
    assert event.error.log_reference in event.error.next_step
    [record] = caplog.records
    assert event.error.log_reference in record.getMessage()
    assert "secret detail" in logging.Formatter().format(record)


async def test_a_result_that_cannot_be_encoded_is_a_failure_too(client):
    client.say(search("broken result"), search("x", "2"))
    events = {event.id: event for event in [await client.read(), await client.read()]}
    assert events["1"].error.code == "internal"
    assert isinstance(events["2"], Done)


async def test_cancel_ends_the_other_request_and_itself(client, service):
    client.say(search("wait"), {"type": "cancel", "id": "2", "target": "1"})
    events = {event.id: event for event in [await client.read(), await client.read()]}
    assert events["1"].error.code == "cancelled"
    assert events["2"] == Done(id="2", result=Nothing())
    assert service.seen == {"1": "CancelledError"}


async def test_cancelling_what_has_ended_or_never_was_is_no_fault(client):
    client.say({"type": "cancel", "id": "2", "target": "1"})
    assert await client.read() == Done(id="2", result=Nothing())


async def test_ping_is_answered_while_everything_else_is_busy(client):
    client.say(*(search("wait", str(number)) for number in range(20)), {"type": "ping", "id": "ping"})
    assert await client.read() == Done(id="ping", result=Nothing())


async def test_an_id_in_flight_cannot_be_used_again_but_an_ended_one_can(client):
    client.say(search("wait"), search("x"))
    refused = await client.read()
    # Not by that id: the first request is still running and must end once.
    assert (refused.id, refused.error.code) == (None, "bad_request")
    assert "`1`" in refused.error.message
    client.say({"type": "cancel", "id": "2", "target": "1"})
    assert {(await client.read()).id, (await client.read()).id} == {"1", "2"}
    client.say(search("x"))
    assert await client.read() == Done(id="1", result=Nothing())


async def test_large_events_are_split(client):
    client.say(search("large"))
    parts = []
    while isinstance(event := await client.read(), Part):
        parts.append(event)
    assert EVENT.validate_json("".join(part.data for part in parts)) == Delta(id="1", text="x" * 2_000_000)
    assert event == Done(id="1", result=Nothing())


async def test_a_cancelled_request_leaves_no_half_of_a_split_event(service):
    connection = QueueConnection(window=1)
    serving = asyncio.create_task(Door(connection, service).serve())
    connection.say(HELLO, search("large"), {"type": "cancel", "id": "2", "target": "1"})
    await connection.read()
    events = []
    while not any(isinstance(event, Failed) for event in events):
        events.append(await connection.read())
    parts = [event for event in events if isinstance(event, Part)]
    assert parts[-1].last
    connection.hang_up()
    await serving


async def test_a_client_that_does_not_read_makes_the_service_wait(service):
    connection = QueueConnection(window=5)
    serving = asyncio.create_task(Door(connection, service).serve())
    connection.say(HELLO, search("flood"))
    await connection.read()
    while not connection.outgoing.full():
        await asyncio.sleep(0)
    await asyncio.sleep(0.05)
    assert service.emitted == 5
    for _ in range(1001):
        last = await connection.read()
    assert isinstance(last, Done)
    connection.hang_up()
    await serving


async def test_when_the_client_goes_its_requests_are_cancelled(service):
    connection = QueueConnection()
    serving = asyncio.create_task(Door(connection, service).serve())
    connection.say(HELLO, search("wait"), search("wait", "2"))
    await connection.read()
    while len(service.seen) < 2:
        await asyncio.sleep(0)
    connection.hang_up()
    await asyncio.wait_for(serving, 5)
    assert service.seen == {"1": "CancelledError", "2": "CancelledError"}


async def test_a_handler_whose_client_has_gone_is_not_troubled(service):
    connection = QueueConnection()
    door = Door(connection, service)
    connection.say(HELLO, search("talk"))
    connection.gone = True
    connection.incoming.put_nowait(None)
    await asyncio.wait_for(door.serve(), 5)
    assert connection.outgoing.empty()


async def test_every_request_of_many_at_once_ends_exactly_once(client):
    queries = ["x", "talk", "refuse", "crash", "wait", "large"] * 5
    client.say(*(search(query, str(number)) for number, query in enumerate(queries)))
    client.say(*({"type": "cancel", "id": f"c{number}", "target": str(number)} for number in range(len(queries))))
    ended: list[str] = []
    while len(ended) < 2 * len(queries):
        event = await client.read()
        if isinstance(event, Done | Failed):
            ended.append(event.id)
    assert len(set(ended)) == len(ended)
