import asyncio
import base64
import hashlib
import signal

import pytest
from websockets.asyncio.server import unix_serve

from host.contract.events import Delta, Done, Failed, Starting
from host.contract.requests import MAX_PIECE, REQUEST, ListJobs, Ping, Search
from host.contract.results import Extracted, Nothing, Upload, Welcome
from host.contract.views import ErrorView
from host.errors import AmbryError, ErrorCode
from host.identity import PROTOCOL
from host.paths import user_paths
from host.serve.client import connect
from tests.browser_port import engine_pid, stop_engine

ECHO = "tests.echo_engine"


@pytest.fixture
async def client(ambry_home):
    async with connect(user_paths(), ECHO) as client:
        yield client
    stop_engine(ambry_home)


def search(client, query: str) -> Search:
    return Search(id=client.new_id(), collection=1, query=query)


async def test_the_engine_is_started_when_there_is_none_and_shared_when_there_is(client, ambry_home):
    engine = engine_pid(ambry_home)
    async with connect(user_paths(), ECHO) as second:
        assert await second.call(Ping(id="p")) == Nothing()
    assert engine_pid(ambry_home) == engine


async def test_an_engine_that_cannot_start_is_a_sentence():
    with pytest.raises(AmbryError) as caught:
        async with connect(user_paths(), "tests.no_such_engine"):
            pass
    assert caught.value.code == ErrorCode.ENGINE_UNAVAILABLE
    assert caught.value.next_step


async def test_call_returns_the_result(client):
    result = await client.call(search(client, "hello"))
    assert isinstance(result, Extracted)
    assert result.text == "hello"


async def test_results_larger_than_a_frame_come_back_whole(client):
    assert (await client.call(search(client, "large 3000000"))).text == "x" * 3_000_000


async def test_stream_yields_the_events_and_ends_with_the_result(client):
    events = [event async for event in client.stream(search(client, "flood 3"))]
    assert [type(event) for event in events] == [Delta, Delta, Delta, Done]


async def test_a_failure_is_raised_as_our_error(client):
    with pytest.raises(AmbryError, match="Only `search`") as caught:
        await client.call(ListJobs(id="1"))
    assert (caught.value.code, caught.value.next_step) == (ErrorCode.NOT_SUPPORTED, "Search.")


async def test_an_internal_failure_says_where_to_look(client):
    with pytest.raises(AmbryError) as caught:
        await client.call(search(client, "crash"))
    assert caught.value.code == ErrorCode.INTERNAL
    assert "log" in caught.value.next_step


async def test_many_requests_run_at_once(client):
    results = await asyncio.gather(*(client.call(search(client, f"query {number}")) for number in range(50)))
    assert [result.text for result in results] == [f"query {number}" for number in range(50)]


async def test_an_id_in_use_cannot_be_used_again(client):
    waiting = asyncio.create_task(client.call(Search(id="same", collection=1, query="wait")))
    await asyncio.sleep(0.05)
    with pytest.raises(ValueError, match="same"):
        await client.call(Ping(id="same"))
    waiting.cancel()
    await asyncio.wait([waiting])


async def test_closing_a_stream_cancels_the_request(client):
    request = search(client, "wait")
    stream = client.stream(request)
    assert isinstance(await anext(stream), Delta)
    await stream.aclose()
    # The id is free again once the engine has cancelled the request.
    await client.call(Ping(id=client.new_id()))
    assert await client.call(Ping(id=request.id)) == Nothing()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
async def test_an_engine_that_goes_fails_what_is_waiting_and_what_comes_after(ambry_home, number):
    async with connect(user_paths(), ECHO) as client:
        stream = client.stream(search(client, "wait"))
        await anext(stream)
        await asyncio.to_thread(stop_engine, ambry_home, number)
        for attempt in (anext(stream), client.call(Ping(id="p"))):
            with pytest.raises(AmbryError) as caught:
                await attempt
            assert caught.value.code == ErrorCode.ENGINE_UNAVAILABLE


class Engine:
    """A server of the test's own, where the echo engine is too well behaved."""

    def __init__(self) -> None:
        self.begun = None
        self.pieces = []
        self.extra = []

    async def __call__(self, connection):
        async for message in connection:
            request = REQUEST.validate_json(message)
            answer = self.answer(request)
            last = answer if isinstance(answer, Failed) else Done(id=request.id, result=answer)
            for event in [*self.extra, last]:
                await connection.send(event.model_dump_json())

    def answer(self, request):
        match request.type:
            case "hello":
                return Welcome(protocol=PROTOCOL, version="0")
            case "begin_upload":
                self.begun = request
                return Upload(upload="u1")
            case "upload_piece":
                self.pieces.append(request)
        return Nothing()


@pytest.fixture
async def own_engine(ambry_home):
    (ambry_home / "run").mkdir()
    engine = Engine()
    async with unix_serve(lambda connection: engine(connection), str(ambry_home / "run" / "engine.sock")):
        yield engine


@pytest.mark.parametrize("size", [0, 1, MAX_PIECE, MAX_PIECE + 1, 3 * MAX_PIECE])
async def test_a_file_is_handed_over_in_order_in_pieces_that_a_frame_can_hold(own_engine, size):
    data = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    progress = []
    async with connect(user_paths()) as client:
        upload = await client.upload("a.pdf", data, lambda sent, total: progress.append((sent, total)))
        assert await client.upload("a.pdf", b"") == "u1"
    assert upload == "u1"
    assert b"".join(piece.data for piece in own_engine.pieces) == data
    assert [piece.sequence for piece in own_engine.pieces] == list(range(len(own_engine.pieces)))
    assert all(len(base64.b64encode(piece.data)) <= 700_000 for piece in own_engine.pieces)
    assert progress[-1:] == ([(size, size)] if size else [])


async def test_the_upload_is_announced_with_its_size_and_hash(own_engine):
    async with connect(user_paths()) as client:
        await client.upload("a.txt", b"hello")
    begun = own_engine.begun
    assert (begun.name, begun.size, begun.sha256) == ("a.txt", 5, hashlib.sha256(b"hello").hexdigest())


async def test_an_answer_of_another_kind_is_not_taken_for_an_upload(own_engine):
    own_engine.answer = lambda request: Nothing()
    async with connect(user_paths()) as client:
        with pytest.raises(TypeError, match="nothing"):
            await client.upload("a.txt", b"hello")


async def test_a_failure_without_an_id_reaches_whoever_waits(own_engine):
    refused = Failed(id=None, error=ErrorView(code=ErrorCode.BAD_REQUEST, message="What?"))
    async with connect(user_paths()) as client:
        own_engine.answer = lambda request: refused
        with pytest.raises(AmbryError, match=r"What\?"):
            await client.call(Ping(id="p"))


async def test_events_of_requests_that_nobody_waits_for_are_dropped(own_engine):
    async with connect(user_paths()) as client:
        own_engine.extra = [Starting(protocol=PROTOCOL), Delta(id="nobody", text="x")]
        assert await client.call(Ping(id="p")) == Nothing()


async def test_a_message_that_is_not_known_ends_the_conversation_in_words(own_engine):
    async with connect(user_paths()) as client:
        own_engine.extra = [Delta.model_construct(type="song", id="p", text="la")]
        for _ in range(2):
            with pytest.raises(AmbryError) as caught:
                await client.call(Ping(id="p"))
            assert caught.value.code == ErrorCode.VERSION_MISMATCH
