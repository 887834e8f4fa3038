"""From what is said to Markdown that knows its seconds."""

import pytest

from host.core.transcript import (
    Chapter,
    Segment,
    Transcript,
    chapters_in,
    in_order,
    seconds_of,
    transcript_document,
)

ID = "aB3_-xYz901"


def document(*said, chapters=(), **fields):
    segments = tuple(Segment(start, text) for start, text in said)
    return transcript_document(Transcript(ID, "A talk", "en", segments, chapters=chapters, **fields))


def seconds(document):
    return [(anchor.start, anchor.value) for anchor in document.anchors]


def test_a_document_says_what_it_was_made_of():
    made = document((3, "Hello."), automatic=True)
    assert (made.uri, made.title) == (f"https://www.youtube.com/watch?v={ID}", "A talk")
    assert (made.media_type, made.language, made.strategy) == ("video/youtube", "en", "captions: en, automatic")
    assert document((3, "Hello.")).strategy == "captions: en, manual"


def test_a_video_without_a_title_is_known_by_its_id():
    assert transcript_document(Transcript(ID, "", "en", (Segment(0, "Hello."),))).title == f"YouTube video {ID}"


def test_a_paragraph_ends_with_a_sentence_after_half_a_minute():
    made = document((0, "One."), (20, "Two."), (35, "three"), (40, "is longer."), (50, "Four."))
    assert made.markdown == "One. Two.\n\nthree is longer. Four."
    assert seconds(made) == [(0, "0"), (5, "20"), (11, "35"), (17, "40"), (28, "50")]


def test_a_paragraph_without_sentences_ends_after_a_minute():
    assert document((0, "one"), (31, "two"), (59, "three"), (61, "four")).markdown == "one two three\n\nfour"


def test_white_space_is_one_space_and_a_segment_of_nothing_else_is_left_out():
    assert document((0, " \n"), (1, "one\n  two"), (2, "")).markdown == "one two"
    assert document((0, " \n")).markdown == ""


def test_segments_are_read_in_the_order_in_which_they_are_said():
    assert document((5, "after"), (1, "before")).markdown == "before after"


def test_chapters_become_headings_at_their_second():
    chapters = (Chapter(0, "Start"), Chapter(9, "The\nmast"), Chapter(60, "Never said"))
    made = document((0.4, "Hello"), (8.7, "Up it goes."), (12, "Done."), chapters=chapters)
    assert made.markdown == "## Start\n\nHello\n\n## The mast\n\nUp it goes. Done."
    assert seconds(made) == [(0, "0"), (10, "0"), (17, "9"), (30, "8"), (42, "12")]


@pytest.mark.parametrize(
    ("said", "markdown"),
    [
        (">> Welcome back.", r"\>> Welcome back."),
        ("# one", r"\# one"),
        ("- yes", r"\- yes"),
        ("-40 degrees", "-40 degrees"),
        ("#1 is", "#1 is"),
    ],
)
def test_what_is_said_is_no_markup(said, markdown):
    assert document((0, said)).markdown == markdown


THREE = (Chapter(0, "Start"), Chapter(90, "Pairing the two"), Chapter(3723, "The end"))


@pytest.mark.parametrize(
    ("description", "chapters"),
    [
        ("Hello.\n0:00 Start\n1:30 Pairing the two\n1:02:03 The end\nThanks", THREE),
        ("00:00 - Start\n(01:30) Pairing the two\n* 1:02:03: The end", THREE),
        ("Start 0:00\nPairing the two [1:30]\nThe end – 1:02:03", THREE),  # noqa: RUF001
        # Times that are no chapters:
        ("0:00 Start\n1:30 Pairing", ()),
        ("0:30 Start\n1:30 Pairing\n2:00 End", ()),
        ("0:00 Start\n2:30 Pairing\n2:00 End", ()),
        ("0:00\n1:30\n2:00", ()),
        ("We meet at 10:30 in the hall.\nIt is 1:62:99 long.", ()),
        ("", ()),
    ],
)
def test_chapters_are_found_in_a_description_by_the_rule_of_its_site(description, chapters):
    assert chapters_in(description) == chapters


def test_chapters_that_go_back_and_forth_are_none():
    assert in_order(THREE) == THREE
    assert in_order(THREE[::-1]) == ()


@pytest.mark.parametrize(("clock", "number"), [("0:39", 39), ("1:02:15", 3735), (" 10:00 ", 600), ("39", -1), ("", -1)])
def test_a_clock_is_read_as_seconds(clock, number):
    assert seconds_of(clock) == number
