import pytest

from host.answer.thinking import ThinkingTags

# text of a model -> (answer, thinking)
CASES = [
    ("plain", ("plain", "")),
    ("<think>hm</think>yes", ("yes", "hm")),
    ("a <think>b</think> c <think>d</think>", ("a  c ", "bd")),
    ("<think>never ends", ("", "never ends")),
    ("1 < 2 and <thin", ("1 < 2 and <thin", "")),
    ("</think>odd", ("</think>odd", "")),
    ("", ("", "")),
]


def separated(*pieces):
    tags = ThinkingTags()
    found = [piece for text in pieces for piece in tags.feed(text)] + list(tags.finish())
    assert all(piece.text for piece in found)
    return tuple("".join(p.text for p in found if p.kind == kind) for kind in ("answer", "thinking"))


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_thinking_is_kept_apart_wherever_the_text_is_cut(text, expected):
    assert separated(text) == expected
    assert separated(*text) == expected
    for cut in range(len(text)):
        assert separated(text[:cut], text[cut:]) == expected


def test_text_that_cannot_be_a_tag_is_passed_on_at_once():
    assert [piece.text for piece in ThinkingTags().feed("a <b")] == ["a <b"]
