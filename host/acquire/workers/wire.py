"""What goes through the pipes of a worker: a JSON header and raw bytes. Never code, for a worker may be subverted."""

from __future__ import annotations

import json
import struct
from dataclasses import asdict, dataclass, fields
from typing import IO, Any

from host.core.documents import About, Anchor, Document
from host.errors import ConversionError, ErrorCode

_LENGTHS = struct.Struct("<II")


@dataclass(frozen=True, slots=True)
class Order:
    """A file to convert."""

    data: bytes
    uri: str
    name: str
    media_type: str
    password: str
    ocr: tuple[str, ...] = ()
    """Languages in which the text of pictures may be recognised; none: it may not."""


def write_order(pipe: IO[bytes], order: Order) -> None:
    header = {field.name: getattr(order, field.name) for field in fields(order) if field.name != "data"}
    _write(pipe, header, order.data)


def read_order(pipe: IO[bytes]) -> Order | None:
    """None when the other side is gone."""
    message = _read(pipe)
    return None if message is None else Order(**{**message[0], "ocr": tuple(message[0]["ocr"])}, data=message[1])


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a file."""

    outcome: Document | ConversionError
    spent: bool
    """The worker should get no other file."""


def write_answer(pipe: IO[bytes], answer: Answer) -> None:
    outcome = answer.outcome
    if isinstance(outcome, Document):
        _write(pipe, {"document": asdict(outcome), "spent": answer.spent})
    else:
        _write(pipe, {"failure": [outcome.code, outcome.message, outcome.next_step], "spent": answer.spent})


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign of life: the time that a file may take begins anew with each page whose text is recognised."""

    page: int
    pages: int


def write_sign(pipe: IO[bytes], sign: Sign) -> None:
    _write(pipe, {"sign": [sign.page, sign.pages]})


def read_answer(pipe: IO[bytes]) -> Answer | Sign | None:
    """None when the worker died before it could answer."""
    message = _read(pipe)
    if message is None:
        return None
    if "sign" in message[0]:
        page, pages = message[0]["sign"]
        return Sign(int(page), int(pages))
    spent = bool(message[0]["spent"])
    if "failure" in message[0]:
        code, sentence, next_step = message[0]["failure"]
        return Answer(ConversionError(ErrorCode(code), sentence, next_step), spent)
    values = message[0]["document"]
    anchors = tuple(Anchor(**anchor) for anchor in values.pop("anchors"))
    about = About.of(values.pop("about"))
    pictures = tuple(values.pop("pictures"))
    return Answer(Document(**values, anchors=anchors, about=about, pictures=pictures), spent)


def _write(pipe: IO[bytes], header: dict[str, Any], data: bytes = b"") -> None:
    encoded = json.dumps(header).encode("ascii")
    pipe.write(_LENGTHS.pack(len(encoded), len(data)))
    pipe.write(encoded)
    pipe.write(data)
    pipe.flush()


def _read(pipe: IO[bytes]) -> tuple[dict[str, Any], bytes] | None:
    lengths = pipe.read(_LENGTHS.size)
    if len(lengths) < _LENGTHS.size:
        return None
    header_size, data_size = _LENGTHS.unpack(lengths)
    header, data = pipe.read(header_size), pipe.read(data_size)
    if len(header) < header_size or len(data) < data_size:
        return None
    return json.loads(header), data
