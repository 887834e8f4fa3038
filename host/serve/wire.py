"""Between bytes and messages, for the engine's side: requests read, events written. Sans IO.

Whatever a client sends, the answer is a request or a refusal that names what is wrong with it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from pydantic import ValidationError

from host.contract.events import Event, Part
from host.contract.requests import REQUEST, Request
from host.errors import AmbryError, ErrorCode, ProtocolError
from host.identity import PROTOCOL

LARGEST_EVENT = 512 * 1024
"""Bytes of an event that travels whole; browsers take twice that in one frame."""

PART = 256 * 1024
"""Bytes in one part. Escaped a second time they are 512 KB at worst (every one a quote or a backslash)."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_LONGEST_ID = 64

_UPDATE = "Update the extension and the host to the same version."


class Refusal(Exception):
    """A message that cannot be served. `id` is None when it has none that can be read."""

    def __init__(self, request_id: str | None, error: AmbryError) -> None:
        super().__init__(error.message)
        self.id = request_id
        self.error = error


def read_request(body: bytes) -> Request:
    """Validate one message. Raises Refusal."""
    message = _json_object(body)
    request_id = message.get("id")
    if not isinstance(request_id, str) or not 1 <= len(request_id) <= _LONGEST_ID:
        _refuse(None, f"The message has no `id` (a text of 1 to {_LONGEST_ID} characters).")
    # Before validation: a hello of another protocol may well have fields that we do not know.
    if message.get("type") == "hello" and isinstance(message.get("protocol"), int):
        _check_protocol(request_id, message["protocol"])
    try:
        return REQUEST.validate_python(message)
    except ValidationError as exc:
        raise Refusal(request_id, _explain(message, exc)) from exc


def write_event(event: Event) -> list[bytes]:
    """Encode an event as one frame's body, or as several `part` events when it is large."""
    text = _encode(event)
    if len(text) <= LARGEST_EVENT:
        return [text.encode()]
    return [_encode(part).encode() for part in _parts(event, text)]


def _parts(event: Event, text: str) -> Iterator[Part]:
    request_id = getattr(event, "id", None) or ""
    for sequence, start in enumerate(range(0, len(text), PART)):
        last = start + PART >= len(text)
        yield Part(id=request_id, sequence=sequence, last=last, data=text[start : start + PART])


def _encode(event: Event) -> str:
    # ASCII escapes and no NaN: Chromium silently drops a message that is not strict JSON.
    return json.dumps(event.model_dump(mode="json"), ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def _json_object(body: bytes) -> dict[str, Any]:
    try:
        message = json.loads(body.decode(), parse_constant=_no_constant)
    except (ValueError, RecursionError) as exc:
        raise Refusal(None, ProtocolError(ErrorCode.BAD_REQUEST, "The message is not JSON.")) from exc
    if not isinstance(message, dict):
        _refuse(None, "The message is not a JSON object.")
    return _without_lone_surrogates(message) if b"\\ud" in body.lower() else message


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _without_lone_surrogates(value: Any) -> Any:
    """Pages hold broken UTF-16 and browsers pass it on; a question about such a page is still a question."""
    if isinstance(value, str):
        return _LONE_SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_without_lone_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {_without_lone_surrogates(key): _without_lone_surrogates(item) for key, item in value.items()}
    return value


def _check_protocol(request_id: str, theirs: int) -> None:
    if theirs == PROTOCOL:
        return
    numbers = f"The extension speaks protocol {theirs}, the host {PROTOCOL}."
    if theirs > PROTOCOL:
        message, next_step = (
            "Ambry's host is too old for this extension.",
            "Update the host: run `install.py` again.",
        )
    else:
        message, next_step = "The Ambry extension is too old for this host.", "Update the extension in the browser."
    error = ProtocolError(ErrorCode.VERSION_MISMATCH, f"{message} {numbers}", next_step)
    raise Refusal(request_id, error)


def _explain(message: dict[str, Any], exc: ValidationError) -> AmbryError:
    first = exc.errors(include_url=False, include_context=False, include_input=False)[0]
    if first["type"].startswith("union_tag"):
        name = str(message.get("type", ""))[:_LONGEST_ID]
        return ProtocolError(ErrorCode.UNKNOWN_REQUEST, f"Ambry's host does not know the request `{name}`.", _UPDATE)
    # The first step of the path is the request's type, which the sentence has already.
    field = ".".join(str(step) for step in first["loc"][1:])
    text = f"The request `{first['loc'][0]}` has a fault in `{field}`: {first['msg'][:1].lower()}{first['msg'][1:]}."
    return ProtocolError(ErrorCode.BAD_REQUEST, text, _UPDATE)


def _refuse(request_id: str | None, message: str) -> NoReturn:
    raise Refusal(request_id, ProtocolError(ErrorCode.BAD_REQUEST, message))
