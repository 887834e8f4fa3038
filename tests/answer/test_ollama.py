import asyncio
import json
from contextlib import aclosing

import pytest
import pytest_asyncio

from host.answer.ollama import DEFAULT_HOST, Ollama, context_size
from host.core.answers import Passage, Prompt, Turn
from host.core.chunks import Chunk
from host.core.prompt import Chat
from host.errors import ErrorCode, ProviderError
from tests.answer.wire import Reply, wire_server

TEXT = "The tank holds two litres."
PROMPT = Prompt("How much?", (Passage(1, Chunk(TEXT, 0, 26), 1.0, 7, "https://e.example/a", "Manual", "text/html"),))


def line(content="", thinking=None, done=False, **more):
    message = {"role": "assistant", "content": content} | ({"thinking": thinking} if thinking else {})
    return json.dumps({"model": "m", "message": message, "done": done, **more}) + "\n"


def tags(*names):
    return Reply([json.dumps({"models": [{"model": name} for name in names]})])


@pytest_asyncio.fixture
async def wire():
    async with wire_server() as server:
        server.replies["GET", "/api/tags"] = tags("small:1b")
        server.replies["POST", "/api/chat"] = Reply([line("Two "), line("litres [1]."), line(done=True)])
        yield server


async def said(provider, model="", prompt=PROMPT):
    async with aclosing(provider.answer(prompt, model)) as pieces:
        return [(piece.kind, piece.text) async for piece in pieces]


async def refused(provider, model=""):
    with pytest.raises(ProviderError) as caught:
        await said(provider, model)
    return caught.value


async def test_an_answer_streams_and_only_the_prompt_is_sent(wire):
    assert await said(Ollama(wire.url)) == [("answer", "Two "), ("answer", "litres [1].")]
    body = wire.bodies[0]
    assert set(body) == {"model", "messages", "tools", "stream", "options"}
    assert (body["model"], body["stream"], body["tools"]) == ("small:1b", True, [])
    assert body["options"] == {"num_ctx": 8192, "temperature": 0.2}
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert TEXT in body["messages"][1]["content"]


async def test_lines_may_be_cut_anywhere(wire):
    whole = line("Two ") + line("litres [1].") + line(done=True)
    wire.replies["POST", "/api/chat"] = Reply(list(whole))
    assert "".join(text for _, text in await said(Ollama(wire.url))) == "Two litres [1]."


@pytest.mark.parametrize(("asked", "own", "used"), [("a:1", "b:1", "a:1"), ("", "b:1", "b:1"), ("", "", "small:1b")])
async def test_the_model_asked_for_wins_over_the_configured_one_and_that_over_the_first(wire, asked, own, used):
    await said(Ollama(wire.url, own), asked)
    assert wire.bodies[0]["model"] == used


async def test_thinking_is_kept_apart_in_a_field_and_in_tags(wire):
    wire.replies["POST", "/api/chat"] = Reply(
        [line(thinking="hm"), line("<thi"), line("nk>so</think>Two"), line(" <"), line(done=True)]
    )
    assert await said(Ollama(wire.url)) == [
        ("thinking", "hm"), ("thinking", "so"), ("answer", "Two"), ("answer", " "), ("answer", "<"),
    ]  # fmt: skip


async def test_closing_the_answer_closes_the_connection(wire):
    wire.replies["POST", "/api/chat"] = Reply([line("Two ")], ending="open")
    async with aclosing(Ollama(wire.url).answer(PROMPT, "m")) as pieces:
        assert (await anext(pieces)).text == "Two "
    await asyncio.wait_for(wire.gone.wait(), 5)


@pytest.mark.parametrize(
    "reply",
    [
        Reply([line("Two ")], ending="cut"),
        Reply([line("Two ")]),
        Reply([line("Two "), '{"broken\n']),
        Reply([line("Two "), '{"message": 3}\n']),
    ],
    ids=["connection cut", "no last line", "not JSON", "not a message"],
)
async def test_an_answer_that_breaks_off_is_an_error_after_its_first_words(wire, reply):
    wire.replies["POST", "/api/chat"] = reply
    heard = []
    with pytest.raises(ProviderError) as caught:
        async for piece in Ollama(wire.url).answer(PROMPT, "m"):
            heard.append(piece.text)
    assert heard == ["Two "]
    assert caught.value.code is ErrorCode.PROVIDER_UNREACHABLE


# status and body -> code, and what the person reads
@pytest.mark.parametrize(
    ("status", "code", "word"),
    [
        (404, ErrorCode.PROVIDER_REFUSED, "ollama pull big:70b"),
        (429, ErrorCode.PROVIDER_REFUSED, "Wait"),
        (500, ErrorCode.PROVIDER_REFUSED, "another model"),
    ],
)
async def test_a_refusal_says_what_to_do(wire, status, code, word):
    wire.replies["POST", "/api/chat"] = Reply(['{"error": "out of memory"}'], status)
    error = await refused(Ollama(wire.url), "big:70b")
    assert error.code is code
    assert word in error.next_step


async def test_an_error_in_the_stream_is_a_refusal_with_its_reason(wire):
    wire.replies["POST", "/api/chat"] = Reply([line("Two "), '{"error": "out of memory"}\n'])
    assert "out of memory" in (await refused(Ollama(wire.url))).message


async def test_a_server_that_stays_silent_is_given_up(wire, monkeypatch):
    monkeypatch.setattr("host.answer.ollama._READ_SECONDS", 0.2)
    wire.replies["POST", "/api/chat"] = Reply(ending="open")
    assert "in time" in (await refused(Ollama(wire.url), "m")).message


async def test_without_a_server_the_person_is_told_to_start_it():
    async with wire_server() as closed:
        provider = Ollama(closed.url)
    error = await refused(provider, "m")
    assert error.code is ErrorCode.PROVIDER_UNREACHABLE
    assert "ollama serve" in error.next_step
    status = await provider.status()
    assert (status.ready, status.models) == (False, ())
    assert "ollama.com" in status.next_step
    assert "ollama serve" in status.next_step


async def test_status_lists_the_models_that_answer_on_this_machine(wire):
    wire.replies["GET", "/api/tags"] = tags("small:1b", "nomic-embed-text:latest", "huge:120b-cloud", "big:70b")
    status = await Ollama(wire.url).status()
    assert (status.ready, status.models, status.next_step) == (True, ("small:1b", "big:70b"), "")


async def test_a_server_without_models_is_not_ready(wire):
    wire.replies["GET", "/api/tags"] = tags()
    assert "ollama pull" in (await Ollama(wire.url).status()).next_step
    assert "ollama pull" in (await refused(Ollama(wire.url))).next_step


async def test_a_list_that_is_refused_is_not_ready(wire):
    wire.replies["GET", "/api/tags"] = Reply(["nothing here"], 404)
    assert not (await Ollama(wire.url).status()).ready


@pytest.mark.parametrize(
    ("host", "cloud"),
    [
        ("", False),
        (DEFAULT_HOST, False),
        ("localhost:11434", False),
        ("http://[::1]:11434", False),
        ("http://192.0.2.7:11434", True),
        ("https://models.example", True),
    ],
)
def test_a_host_elsewhere_is_a_cloud(host, cloud):
    assert Ollama(host).cloud is cloud


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("a" * 14_000, 8192),
        ("a" * 20_000, 16384),
        ("水" * 5_000, 16384),
        ("水" * 14_000, 32768),
        ("水" * 99_000, 65536),
    ],
)
def test_the_context_holds_the_whole_prompt_in_any_script(text, size):
    assert context_size(Chat("rules", (Turn("user", text),))) == size
