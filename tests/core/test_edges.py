import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.core.edges import COSTS, edges
from host.core.markdown import blocks


def never(start, end):
    return False


def cut(markdown, fits=never):
    """Each part with the kind of edge that it begins with."""
    found = edges(markdown, blocks(markdown), fits)
    ends = [*(edge.at for edge in found[1:]), len(markdown)]
    return [(edge.kind, markdown[edge.at : end].strip()) for edge, end in zip(found, ends, strict=True)]


def cost(markdown, text):
    return next(edge.cost for edge in edges(markdown, blocks(markdown), never) if markdown.startswith(text, edge.at))


WORDS = "some more words that make this line long enough to be the longest"


# what kind of text -> the parts that it may be cut into
@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("# A\n\nOne. Two.", [("heading", "# A"), ("paragraph", "One."), ("sentence", "Two.")]),
        ("> One. Two.\n> Three.", [("paragraph", "> One."), ("sentence", "Two."), ("sentence", "Three.")]),
        ("- One. Two.\n- Three", [("item", "- One."), ("sentence", "Two."), ("item", "- Three")]),
        ("```\na\nb\nc\n```", [("solid", "```\na"), ("row", "b"), ("row", "c"), ("row", "```")]),
        ("|a|\n|-|\n|b|\n|c|", [("solid", "|a|\n|-|\n|b|"), ("row", "|c|")]),
        ("a | b\nc | d\n\n---", [("paragraph", "a | b"), ("row", "c | d"), ("solid", "---")]),
        (f"{WORDS}\nshort\n{WORDS}", [("paragraph", f"{WORDS}\nshort"), ("line", WORDS)]),
        (f"{WORDS * 3}\n{WORDS}", [("paragraph", WORDS * 3), ("line", WORDS)]),
        (f"{WORDS}\n{WORDS}", [("paragraph", f"{WORDS}\n{WORDS}")]),
    ],
)
def test_parts_by_kind(markdown, expected):
    parts = [(kind, text.removesuffix("\n>")) for kind, text in cut(markdown)]
    assert parts == expected


def test_code_and_items_that_fit_are_whole_and_tables_are_not():
    markdown = "```\na\nb\nc\n```\n\n- One. Two.\n\n|a|\n|-|\n|b|\n|c|"
    kinds = [kind for kind, _ in cut(markdown, lambda start, end: True)]
    assert kinds == ["solid", "item", "solid", "row"]


def test_prose_is_not_cut_where_the_rest_would_read_as_something_else():
    assert cut("It was so. 1. Open it. # Not that. Well.")[1:] == [("sentence", "Well.")]


def test_what_introduces_something_stays_with_it():
    markdown = f"# Top\n\n{WORDS}.\n\nThe pump\n\nIt hums. You need:\n\n- oil\n- water"
    assert cost(markdown, WORDS) > 1
    assert cost(markdown, "The pump") < COSTS["paragraph"]
    assert cost(markdown, "It hums") > 1
    assert cost(markdown, "- oil") > cost(markdown, "- water") == COSTS["item"]
    assert cost(markdown, "You need") == COSTS["sentence"]


def test_of_several_short_lines_only_the_last_introduces_what_follows():
    markdown = "Ann Lee\n\nBob Ray\n\nIt hums."
    assert cost(markdown, "Bob") < 0
    assert cost(markdown, "It hums") > 1


def test_parts_inside_a_block_know_what_opened_it():
    markdown = "~~~~sh\na\nb\n~~~~\n\n|a|\n|-|\n|b|\n|c|\n\n- One. Two.\n\n      - deep"
    openings = {
        markdown[edge.at :].split("\n")[0].strip(): edge.opening for edge in edges(markdown, blocks(markdown), never)
    }
    assert openings["b"] == "~~~~\n"
    assert openings["|c|"] == "|a|\n|-|\n"
    assert openings["Two."] == "-\n"
    assert openings["~~~~sh"] == openings["- One. Two."] == ""


@given(st.lists(st.sampled_from(["# a\n", "w x. Y z.\n", "- i. J\n", "\n", "|a|\n|-|\n", "```\n", "  > q\n", "a:\n"])))
def test_parts_cover_the_blocks(pieces):
    markdown = "".join(pieces)
    found = blocks(markdown)
    if found:
        offsets = [edge.at for edge in edges(markdown, found, never)]
        assert offsets[0] == 0
        assert offsets == sorted(set(offsets))
        assert {block.start for block in found} <= set(offsets)
