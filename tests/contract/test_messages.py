import typing

import pytest
from pydantic import ValidationError

from host.contract import events, requests, results
from host.contract.events import EVENT
from host.contract.requests import REQUEST


def members(union):
    return typing.get_args(typing.get_args(union)[0])


@pytest.mark.parametrize("union", [requests.Request, events.Event, results.Result])
def test_every_message_of_a_module_is_in_its_union(union):
    module = {requests.Request: requests, events.Event: events, results.Result: results}[union]
    base = requests.BaseRequest if module is requests else events.Model
    declared = {
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, base)
        and ("type" in value.model_fields or "kind" in value.model_fields)
        and value.__module__ == module.__name__
    }
    assert declared == set(members(union))


def test_every_request_names_a_result_of_the_union():
    assert {request.result for request in members(requests.Request)} <= set(members(results.Result))


def test_a_request_is_read_by_its_tag():
    assert REQUEST.validate_json('{"type": "ping", "id": "1"}') == requests.Ping(id="1")


def test_the_bytes_of_a_piece_travel_as_base64():
    piece = REQUEST.validate_json('{"type":"upload_piece","id":"1","upload":"ab","sequence":0,"data":"aGk="}')
    assert isinstance(piece, requests.UploadPiece)
    assert piece.data == b"hi"
    assert REQUEST.validate_json(piece.model_dump_json()) == piece


@pytest.mark.parametrize(
    "message",
    [
        '{"type": "ping"}',
        '{"type": "ping", "id": ""}',
        '{"type": "ping", "id": "1", "extra": true}',
        '{"type": "fly", "id": "1"}',
        '{"type": "begin_upload", "id": "1", "name": "a", "size": -1, "sha256": "' + "0" * 64 + '"}',
        '{"type": "begin_upload", "id": "1", "name": "a", "size": 1, "sha256": "../etc"}',
        '{"type": "add_files", "id": "1", "vault": "v", "files": []}',
        "[]",
    ],
    ids=["no id", "empty id", "unknown field", "unknown type", "negative size", "no hash", "no files", "no object"],
)
def test_a_message_that_breaks_the_contract_is_refused(message):
    with pytest.raises(ValidationError):
        REQUEST.validate_json(message)


def test_a_key_is_not_in_the_picture_of_its_request():
    assert "sk-secret" not in repr(requests.SetKey(id="1", provider="anthropic", key="sk-secret"))


def test_an_event_is_read_back_as_it_was_sent():
    done = events.Done(id="1", result=results.Upload(upload="ab"))
    assert EVENT.validate_json(done.model_dump_json()) == done
