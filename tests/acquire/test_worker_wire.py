"""What goes through the pipes of a worker comes out as it went in."""

import io

import pytest

from host.acquire.worker_wire import Answer, Order, read_answer, read_order, write_answer, write_order
from host.core.types import About, Anchor, Document
from host.errors import ConversionError, ErrorCode

ABOUT = About(("Ann Lee", "Ben Roe"), "2024-05-06", "2024-05-08", "Lamp House", "On oil.", "", ("Home", "Lamps"))
DOCUMENT = Document("file:///a.pdf", "Lamps", "# Lamps\n\nÖl", anchors=(Anchor(0, "page", "1"),), about=ABOUT)


def sent(write, value):
    pipe = io.BytesIO()
    write(pipe, value)
    pipe.seek(0)
    return pipe


def test_an_order_arrives():
    order = Order(b"\0bytes", "file:///a.pdf", "a.pdf", "", "secret")
    assert read_order(sent(write_order, order)) == order


def test_a_document_arrives_with_all_that_it_says_of_itself():
    assert read_answer(sent(write_answer, Answer(DOCUMENT, spent=True))) == Answer(DOCUMENT, spent=True)


def test_a_refusal_arrives():
    answer = read_answer(sent(write_answer, Answer(ConversionError(ErrorCode.DAMAGED, "Broken.", "Mend it."), False)))
    assert (answer.outcome.code, answer.outcome.message, answer.outcome.next_step) == ("damaged", "Broken.", "Mend it.")


@pytest.mark.parametrize("length", [0, 3, 8, 20])
def test_an_answer_that_was_cut_short_is_none(length):
    whole = sent(write_answer, Answer(DOCUMENT, spent=False)).getvalue()
    assert read_answer(io.BytesIO(whole[:length])) is None
    assert read_order(io.BytesIO(whole[:length])) is None
