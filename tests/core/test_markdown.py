import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.core.markdown import Block, blocks, opening, plain

MARKS = [
    "# ",
    "## ",
    "```",
    "~~~",
    "\n",
    "\n\n",
    "- ",
    "1. ",
    "| a | b |\n",
    "|--|--|\n",
    "> ",
    "---",
    "    ",
    "===",
    "\r\n",
    "\t",
    "x",
    "é",
    "日",
]
markdown = st.one_of(st.text(), st.lists(st.sampled_from(MARKS)).map("".join))


def kinds(text):
    return [(block.kind, text[block.start : block.end]) for block in blocks(text)]


@given(markdown)
def test_blocks_cover_the_text_without_gaps(text):
    assert "".join(text[block.start : block.end] for block in blocks(text)) == text


@given(markdown)
def test_plain_makes_no_words_up(text):
    written = iter(text)
    assert all(character in written for character in plain(text) if character.isalpha())


# what is written, the kinds of its blocks
KINDS = [
    ("", []),
    (" \n\n", ["paragraph"]),
    ("one\ntwo\n\nthree", ["paragraph", "paragraph"]),
    ("# a\nb", ["heading", "paragraph"]),
    ("#no heading", ["paragraph"]),
    ("a\n===\nb\n---\n", ["heading", "heading"]),
    ("```\n# a\n```\n# b", ["code", "heading"]),
    ("~~~\n```\n~~~\nb", ["code", "paragraph"]),
    ("````\n```\n````\nb", ["code", "paragraph"]),
    ("```\nnever closed\n\n# a", ["code"]),
    ("    code\n\n    code\ntext", ["code", "paragraph"]),
    ("text\n    goes on", ["paragraph"]),
    ("- a\n- b\n  goes on\n\n  and on\n\ntext", ["list_item", "list_item", "paragraph"]),
    ("- a\n\n\n", ["list_item"]),
    ("- a\n\n  - b", ["list_item", "list_item"]),
    ("- a\n  goes on", ["list_item"]),
    ("- a\n\n  ```\n  # x\n  ```\n", ["list_item", "code"]),
    ("1. a\n2) b", ["list_item", "list_item"]),
    ("in the year\n1984. It was", ["paragraph"]),
    ("text\n- item", ["paragraph", "list_item"]),
    ("| a | b |\n|---|:-:|\n| 1 | 2 |\n\ntext", ["table", "paragraph"]),
    ("a | b\n--|--\n1 | 2\n# h", ["table", "heading"]),
    ("a | b\n---\n", ["heading"]),
    ("a | b\n--|--|--\n", ["paragraph"]),
    ("> a\n> # b\nlazy\n\ntext", ["quote", "paragraph"]),
    ("text\n> a", ["paragraph", "quote"]),
    ("***\n- - -\n___", ["rule", "rule", "rule"]),
    ("a\r\n\r\n# b\rc", ["paragraph", "heading", "paragraph"]),
    ("a\u2028# no line", ["paragraph"]),
]


@pytest.mark.parametrize(("text", "expected"), KINDS)
def test_blocks_have_the_kinds_of_commonmark(text, expected):
    assert [kind for kind, _ in kinds(text)] == expected


def test_blank_lines_belong_to_the_block_before():
    assert blocks("\n# a\n\n\nb") == [Block("heading", 0, 7, 1), Block("paragraph", 7, 8)]


def test_levels_are_those_of_the_headings():
    assert [block.level for block in blocks("# a\n## b\n###### c\nd\n=\ne\n-\nf")] == [1, 2, 6, 1, 2, 0]


# what is written, what a person sees
SEEN = [
    ("## A *title* ##", "A title"),
    ("#", ""),
    ("Title -\n---", "Title -"),
    ("- [x] done\n- open", "done\nopen"),
    ("3. third", "third"),
    ("> quoted **text**\n> > deep", "quoted text\ndeep"),
    ("| a | b\\|c |\n|---|---|\n| `1` | **2** |", "a b|c\n1 2"),
    ("| a row alone |", "a row alone"),
    ("either a | b", "either a | b"),
    ("```py\nx = `1` # *no*\n```", "x = `1` # *no*"),
    ("```\nopen\n~~~", "open\n~~~"),
    ("```", ""),
    ("a\n\n    x *= 2", "a\n    x *= 2"),
    ("a\n\n---\n\nb", "a\nb"),
]


@pytest.mark.parametrize(("text", "expected"), SEEN)
def test_plain_leaves_what_a_person_sees(text, expected):
    assert plain(text) == expected


@pytest.mark.parametrize("unit", ["- a\n\n", "| a |\n|--|\n", "a\n", "> ", "# ", "```\n~~~\n", "|", "    a\n", "\n"])
def test_reading_takes_time_in_proportion_to_the_text(unit):
    text = unit * (300_000 // len(unit))
    started = time.process_time()
    blocks(text)
    plain(text)
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("```python\na\n```", "```\n"),
        ("  ~~~~\na", "~~~~\n"),
        ("    indented\n    code", ""),
        ("| a | b |\n|---|---|\n| c | d |", "| a | b |\n|---|---|\n"),
        ("1. item", "-\n"),
        ("text", ""),
        ("> quote", ""),
    ],
)
def test_what_the_rest_of_a_block_is_read_with(markdown, expected):
    (block,) = blocks(markdown)
    assert opening(markdown, block) == expected


def test_what_a_list_makes_of_indented_text_is_told_from_code():
    found = blocks("- a\n    - b\n  - c\n\n        code\n\ntext")
    assert [(block.kind, block.nested) for block in found][:3] == [
        ("list_item", False),
        ("list_item", True),
        ("list_item", False),
    ]
    assert not any(block.nested for block in blocks("    code\n\n- item"))
