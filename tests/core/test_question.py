import pytest

from host.core.answers import Turn
from host.core.question import identifiers, is_broad, names_any, search_text


@pytest.mark.parametrize(
    ("question", "broad"),
    [
        ("What is this about?", True),
        ("what's this page about", True),
        ("Summarize this article please", True),
        ("Summarise", True),
        ("tl;dr", True),
        ("Give me the key points of this video", True),
        ("What does the document say?", True),
        ("What are the main points?", True),
        ("What's the most important idea in this article?", True),
        ("Explain the page", True),
        # A subject of its own makes a question searchable.
        ("Summarize the warranty terms", False),
        ("What is the boiling point of water?", False),
        ("Explain the calibration procedure", False),
        ("What are the main points of sale?", False),
        ("What is the key for the mast?", False),
        ("What is this error 42?", False),
        ("", False),
    ],
)
def test_broad_questions_are_told_from_those_with_a_subject(question, broad):
    assert is_broad(question) is broad


HISTORY = (Turn("user", "How is the rain gauge calibrated?"), Turn("assistant", "With 200 ml of water. [1]"))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How often should it be repeated?", "How is the rain gauge calibrated?\nHow often should it be repeated?"),
        ("And in winter?", "How is the rain gauge calibrated?\nAnd in winter?"),
        ("How long?", "How is the rain gauge calibrated?\nHow long?"),
        ("Where is the serial number of the base station printed?",) * 2,
    ],
)
def test_a_follow_up_is_searched_with_the_question_that_it_follows(question, expected):
    assert search_text(question, HISTORY) == expected


def test_a_first_question_is_searched_as_it_stands():
    assert search_text("How long?", ()) == "How long?"


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("What does E07 mean?", {"e07"}),
        ("Is the LK-2 waterproof?", {"lk-2"}),
        ("What changed in v1.9.2?", {"v1.9.2"}),
        ("How is storage.keep set?", {"storage.keep"}),
        ("What does max_pages do?", {"max_pages"}),
        ("When is onClicked called?", {"onclicked"}),
        ("What is state-of-the-art in 2024?", set()),
        ("Is it well-known? Yes.No", set()),
        ("Wo liegt München?", set()),
        ("Was it in the 1960s, the 2nd or the 19th-century one?", set()),
        ("Is 10x newer than the 3s8?", {"10x", "3s8"}),
    ],
)
def test_identifiers_are_told_from_words(question, found):
    assert identifiers(question) == found


@pytest.mark.parametrize(
    ("text", "named"),
    [("| E07 | stuck |", True), ("error e07.", True), ("E071", False), ("XE07", False), ("E07-b", False), ("", False)],
)
def test_an_identifier_must_stand_alone(text, named):
    assert names_any(text, frozenset({"e07"})) is named
