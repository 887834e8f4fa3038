import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.contract.events import EVENT, Delta, Done, Failed, Part, Sources
from host.contract.requests import Cancel, Hello, Search
from host.contract.results import Extracted
from host.contract.views import ErrorView, SourceView
from host.errors import ErrorCode
from host.framing import MAX_TO_BROWSER
from host.identity import PROTOCOL
from host.serve.wire import LARGEST_EVENT, Refusal, read_request, write_event

BAD, UNKNOWN, VERSION = ErrorCode.BAD_REQUEST, ErrorCode.UNKNOWN_REQUEST, ErrorCode.VERSION_MISMATCH


def hello(**fields) -> str:
    return json.dumps({"type": "hello", "id": "1", "protocol": PROTOCOL, "version": "0.1.0", **fields})


def refusal(body: str | bytes) -> Refusal:
    with pytest.raises(Refusal) as caught:
        read_request(body if isinstance(body, bytes) else body.encode())
    return caught.value


def test_a_valid_message_becomes_a_request():
    assert read_request(hello().encode()) == Hello(id="1", protocol=PROTOCOL, version="0.1.0")
    assert read_request(b'{"type":"cancel","id":"2","target":"1"}') == Cancel(id="2", target="1")


@pytest.mark.parametrize(
    ("body", "request_id", "code", "words"),
    [
        # what cannot be read has no id to answer to
        ("", None, BAD, "not JSON"),
        ("{", None, BAD, "not JSON"),
        (b"\xff\xfe", None, BAD, "not JSON"),
        ("[" * 100_000, None, BAD, "not JSON"),
        ('{"id":"1","type":"ping","x":NaN}', None, BAD, "not JSON"),
        ("[1]", None, BAD, "not a JSON object"),
        ('"hello"', None, BAD, "not a JSON object"),
        ('{"type":"ping"}', None, BAD, "no `id`"),
        ('{"type":"ping","id":7}', None, BAD, "no `id`"),
        ('{"type":"ping","id":""}', None, BAD, "no `id`"),
        ('{"type":"ping","id":"%s"}' % ("x" * 65), None, BAD, "no `id`"),
        # what has an id is refused by it
        ('{"id":"1"}', "1", UNKNOWN, "does not know"),
        ('{"id":"1","type":"dance"}', "1", UNKNOWN, "`dance`"),
        ('{"id":"1","type":7}', "1", UNKNOWN, "`7`"),
        ('{"id":"1","type":"ping","colour":"red"}', "1", BAD, "`colour`"),
        ('{"id":"1","type":"search","collection":1}', "1", BAD, "`query`"),
        ('{"id":"1","type":"search","collection":"one","query":"q"}', "1", BAD, "`collection`"),
        ('{"id":"1","type":"hello","version":"1"}', "1", BAD, "`protocol`"),
        ('{"id":"1","type":"hello","version":"1","protocol":"1.5"}', "1", BAD, "`protocol`"),
    ],
)
def test_what_cannot_be_served_is_refused_in_words(body, request_id, code, words):
    refused = refusal(body)
    assert (refused.id, refused.error.code) == (request_id, code)
    assert words in refused.error.message


@pytest.mark.parametrize(
    ("protocol", "side"), [(PROTOCOL + 1, "host"), (PROTOCOL - 1, "extension"), (0, "extension"), (99, "host")]
)
def test_another_protocol_names_the_side_to_update(protocol, side):
    refused = refusal(hello(protocol=protocol))
    assert (refused.id, refused.error.code) == ("1", VERSION)
    assert f"Update the {side}" in refused.error.next_step


def test_a_hello_of_a_later_protocol_may_have_fields_that_we_do_not_know():
    assert refusal(hello(protocol=PROTOCOL + 1, colour="red")).error.code == VERSION


def test_a_fault_is_explained_without_repeating_what_was_sent():
    body = json.dumps({"id": "1", "type": "set_key", "provider": "anthropic", "key": ["sk-secret"]})
    refused = refusal(body)
    assert "`key`" in refused.error.message
    assert "sk-secret" not in refused.error.message


def test_lone_surrogates_are_replaced_and_pairs_are_kept():
    history = rb'[{"role":"user","text":"\udc00"}]'
    body = rb'{"id":"1","type":"ask","collection":1,"question":"a\ud800b \uD83D\uDE00","history":%s}' % history
    request = read_request(body)
    assert request.question == "a\ufffdb \U0001f600"
    assert request.history[0].text == "\ufffd"


def test_events_are_written_as_strict_ascii_json():
    [body] = write_event(Delta(id="1", text="caf\u00e9 \u2028 \U0001f600"))
    assert body.isascii()
    assert EVENT.validate_json(body) == Delta(id="1", text="caf\u00e9 \u2028 \U0001f600")


def test_a_number_that_json_does_not_have_is_a_fault_of_ours_not_a_broken_message():
    source = SourceView(
        n=1, document=1, uri="", title="", headings=(), text="", start=0, end=0, score=float("nan"), url="", label=""
    )
    with pytest.raises(ValueError, match="JSON"):
        write_event(Sources(id="1", sources=(source,)))


def test_an_event_without_id_is_written_like_any_other():
    [body] = write_event(Failed(id=None, error=ErrorView(code=BAD, message="m")))
    assert json.loads(body)["id"] is None


def done(text: str) -> Done:
    result = Extracted(media_type="", strategy="", title="", markdown="", text=text)
    return Done(id="1", result=result)


@pytest.mark.parametrize("character", ["x", '"', "\\", "\u00e9", "\U0001f600", "\x00"])
def test_a_large_event_travels_in_parts_that_a_browser_takes(character):
    event = done(character * 400_000 + "y" * 400_000)
    bodies = write_event(event)
    assert max(map(len, bodies)) < MAX_TO_BROWSER * 0.6
    parts = [EVENT.validate_json(body) for body in bodies]
    assert [part.sequence for part in parts] == list(range(len(parts)))
    assert [part.last for part in parts] == [False] * (len(parts) - 1) + [True]
    assert all(isinstance(part, Part) and part.id == "1" for part in parts)
    assert EVENT.validate_json("".join(part.data for part in parts)) == event


def test_events_are_split_only_above_the_limit():
    overhead = len(write_event(done(""))[0])
    assert len(write_event(done("x" * (LARGEST_EVENT - overhead)))) == 1
    assert len(write_event(done("x" * (LARGEST_EVENT - overhead + 1)))) > 1


@given(st.text())
def test_any_text_survives(text):
    [body] = write_event(Delta(id="1", text=text))
    assert EVENT.validate_json(body).text == text


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(body):
    refusal(body)


def test_search_survives():
    assert read_request(Search(id="1", collection=1, query="\U0001f600").model_dump_json().encode()).query
