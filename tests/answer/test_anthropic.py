import asyncio
import json
from contextlib import aclosing

import pytest
import pytest_asyncio

from host.answer.anthropic import MODELS, Anthropic
from host.core.answers import Passage, Prompt, Turn
from host.core.chunks import Chunk
from host.errors import ErrorCode, ProviderError
from tests.answer.wire import Reply, wire_server

KEY = "sk-ant-very-secret"
TEXT = "The tank holds two litres."
PASSAGE = Passage(1, Chunk(TEXT, 0, 26), 1.0, 7, "https://e.example/a", "Manual", "text/html")
PROMPT = Prompt("How much?", (PASSAGE,), (Turn("user", "Hi?"), Turn("assistant", "Hello.")))


class DictKeys:
    def __init__(self, **keys):
        self.keys = keys

    def key(self, provider):
        return self.keys.get(provider, "")

    def set_key(self, provider, key):
        self.keys[provider] = key


def event(kind, **data):
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n"


def delta(kind, text):
    field = "thinking" if kind == "thinking" else "text"
    return event("content_block_delta", index=0, delta={"type": f"{kind}_delta", field: text})


def stop(reason="end_turn"):
    return event("message_delta", delta={"stop_reason": reason, "stop_sequence": None}, usage={"output_tokens": 9})


START = event(
    "message_start",
    message={"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": None,
             "stop_sequence": None, "usage": {"input_tokens": 5, "output_tokens": 1}},
)  # fmt: skip
BLOCK = event("content_block_start", index=0, content_block={"type": "text", "text": ""})
END = event("message_stop")


def stream(*events, ending="end"):
    return Reply([START, BLOCK, *events], media_type="text/event-stream", ending=ending)


@pytest_asyncio.fixture
async def wire():
    async with wire_server() as server:
        server.replies["POST", "/v1/messages"] = stream(
            delta("text", "Two "), event("ping"), delta("text", "litres [1]."), stop(), END
        )
        yield server


def provider(wire, **given):
    return Anthropic(DictKeys(anthropic=KEY), base_url=wire.url, **given)


async def said(answering, model=""):
    async with aclosing(answering.answer(PROMPT, model)) as pieces:
        return [(piece.kind, piece.text) async for piece in pieces]


async def refused(answering, model=""):
    with pytest.raises(ProviderError) as caught:
        await said(answering, model)
    assert KEY not in f"{caught.value.message}{caught.value.next_step}"
    return caught.value


async def test_an_answer_streams_and_only_the_prompt_is_sent(wire):
    assert await said(provider(wire)) == [("answer", "Two "), ("answer", "litres [1].")]
    _, headers, body = wire.requests[0]
    assert headers["authorization"] == f"Bearer {KEY}"
    assert set(body) == {"model", "max_tokens", "system", "messages", "stream"}
    assert (body["model"], body["stream"]) == (MODELS[0], True)
    assert [message["role"] for message in body["messages"]] == ["user", "assistant", "user"]
    assert TEXT in body["messages"][2]["content"]


async def test_events_may_be_cut_anywhere(wire):
    reply = wire.replies["POST", "/v1/messages"]
    reply.pieces = list("".join(reply.pieces))
    assert "".join(text for _, text in await said(provider(wire))) == "Two litres [1]."


async def test_the_model_asked_for_wins_over_the_configured_one(wire):
    await said(provider(wire, model="own"), "asked")
    await said(provider(wire, model="own"))
    assert [body["model"] for body in wire.bodies] == ["asked", "own"]


async def test_thinking_is_kept_apart(wire):
    signature = event("content_block_delta", index=0, delta={"type": "signature_delta", "signature": "x"})
    wire.replies["POST", "/v1/messages"] = stream(delta("thinking", "hm"), signature, delta("text", "Two"), stop(), END)
    assert await said(provider(wire)) == [("thinking", "hm"), ("answer", "Two")]


async def test_closing_the_answer_closes_the_connection(wire):
    wire.replies["POST", "/v1/messages"] = stream(delta("text", "Two "), ending="open")
    async with aclosing(provider(wire).answer(PROMPT, "")) as pieces:
        assert (await anext(pieces)).text == "Two "
    await asyncio.wait_for(wire.gone.wait(), 5)


@pytest.mark.parametrize(
    "reply",
    [
        stream(delta("text", "Two "), ending="cut"),
        stream(delta("text", "Two ")),
        stream(delta("text", "Two "), "event: message_stop\ndata: {broken\n\n"),
    ],
    ids=["connection cut", "no last event", "not JSON"],
)
async def test_an_answer_that_breaks_off_is_an_error_after_its_first_words(wire, reply):
    wire.replies["POST", "/v1/messages"] = reply
    heard = []
    with pytest.raises(ProviderError) as caught:
        async for piece in provider(wire).answer(PROMPT, ""):
            heard.append(piece.text)
    assert heard == ["Two "]
    assert caught.value.code is ErrorCode.PROVIDER_UNREACHABLE


# status and type of the error -> what the person reads
FAILURES = [
    (401, "authentication_error", "ambry key anthropic"),
    (403, "permission_error", "ambry key anthropic"),
    (404, "not_found_error", "Choose another"),
    (429, "rate_limit_error", "Wait a minute"),
    (529, "overloaded_error", "in a moment"),
    (400, "invalid_request_error", "console"),
]


@pytest.mark.parametrize(("status", "kind", "word"), FAILURES)
async def test_a_refusal_says_what_to_do(wire, status, kind, word, monkeypatch):
    monkeypatch.setattr("anthropic._base_client.INITIAL_RETRY_DELAY", 0.01)
    body = {"type": "error", "error": {"type": kind, "message": "because"}}
    wire.replies["POST", "/v1/messages"] = Reply([json.dumps(body)], status)
    error = await refused(provider(wire), "some-model")
    assert error.code is ErrorCode.PROVIDER_REFUSED
    assert word in error.next_step


@pytest.mark.parametrize(("status", "kind", "word"), FAILURES)
async def test_an_error_in_the_stream_says_the_same(wire, status, kind, word):
    failure = event("error", error={"type": kind, "message": "because"})
    wire.replies["POST", "/v1/messages"] = stream(delta("text", "Two "), failure)
    assert word in (await refused(provider(wire))).next_step


async def test_a_refusal_of_the_model_is_said(wire):
    wire.replies["POST", "/v1/messages"] = stream(stop("refusal"), END)
    assert "declined" in (await refused(provider(wire))).message


@pytest.mark.parametrize("ending", ["open", "mute"], ids=["after its headers", "before its headers"])
async def test_a_server_that_stays_silent_is_given_up(wire, monkeypatch, ending):
    monkeypatch.setattr("host.answer.anthropic._SECONDS", 0.2)
    monkeypatch.setattr("anthropic._base_client.INITIAL_RETRY_DELAY", 0.01)
    wire.replies["POST", "/v1/messages"] = Reply(ending=ending)
    error = await refused(provider(wire))
    assert error.code is ErrorCode.PROVIDER_UNREACHABLE
    assert "in time" in error.message


async def test_without_a_connection_the_person_is_told(monkeypatch):
    monkeypatch.setattr("anthropic._base_client.INITIAL_RETRY_DELAY", 0.01)
    async with wire_server() as closed:
        answering = provider(closed)
    error = await refused(answering)
    assert error.code is ErrorCode.PROVIDER_UNREACHABLE
    assert "connection" in error.next_step


async def test_without_a_key_nothing_is_sent_and_the_next_step_is_told(wire):
    keys = DictKeys()
    answering = Anthropic(keys, base_url=wire.url)
    status = await answering.status()
    assert (status.ready, status.next_step) == (False, "Set a key with `ambry key anthropic`.")
    error = await refused(answering)
    assert error.code is ErrorCode.KEY_MISSING
    assert wire.requests == []
    keys.set_key("anthropic", KEY)
    assert (await answering.status()).models == MODELS
