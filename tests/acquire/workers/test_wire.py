"""What goes through the pipes of a worker comes out the same, or not at all."""

import io

import pytest

from host.acquire.workers.wire import (
    Answer,
    Order,
    Sign,
    read_answer,
    read_order,
    write_answer,
    write_order,
    write_sign,
)
from host.core.documents import About, Anchor, Document
from host.errors import ConversionError, ErrorCode

ORDER = Order(b"\0bytes\xff", "file:///a%20b.pdf", "Zw\u00f6lf.pdf", "application/pdf", "secret", ("eng", "deu"))
DOCUMENT = Document(
    "file:///a",
    "T\u00eetle",
    "# Text",
    "text/plain",
    "",
    "en",
    "plain",
    (Anchor(0, "page", "1"),),
    about=About(("Ann",)),
    pictures=(2, 3),
)


def through(write, read, value):
    pipe = io.BytesIO()
    write(pipe, value)
    pipe.seek(0)
    return read(pipe)


def test_an_order_arrives_as_it_was_sent():
    assert through(write_order, read_order, ORDER) == ORDER


def test_a_document_arrives_with_its_anchors():
    assert through(write_answer, read_answer, Answer(DOCUMENT, spent=True)) == Answer(DOCUMENT, spent=True)


def test_a_failure_arrives_with_its_code():
    failure = ConversionError(ErrorCode.ENCRYPTED, "It is locked.", "Add it again.")
    answer = through(write_answer, read_answer, Answer(failure, spent=False))
    assert (answer.outcome.code, answer.outcome.message, answer.outcome.next_step) == (
        failure.code,
        failure.message,
        failure.next_step,
    )
    assert not answer.spent


def test_a_sign_of_life_is_no_answer():
    assert through(write_sign, read_answer, Sign(2, 9)) == Sign(2, 9)


@pytest.mark.parametrize("missing", [1, 7, 60])
def test_what_was_cut_off_is_nothing(missing):
    pipe = io.BytesIO()
    write_order(pipe, ORDER)
    assert read_order(io.BytesIO(pipe.getvalue()[:-missing])) is None
    assert read_order(io.BytesIO(pipe.getvalue()[:3])) is None
    assert read_answer(io.BytesIO(b"")) is None
