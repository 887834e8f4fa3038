import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.core.sentences import Sentence, sentences


def texts(markdown):
    return [unit.text for unit in sentences(markdown)]


# prose -> its sentences
@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("It costs 3.50 in v1.2.3. Good.", ["It costs 3.50 in v1.2.3.", "Good."]),
        ("See https://a.example/b.c?d=e. Next.", ["See https://a.example/b.c?d=e.", "Next."]),
        ("Dr. Smith met Mr. Jones. They spoke.", ["Dr. Smith met Mr. Jones.", "They spoke."]),
        ("Use oil, e.g. Olive oil. Stir.", ["Use oil, e.g. Olive oil.", "Stir."]),
        ("J. R. Hartley lives in the U.S. Army base. Yes.", ["J. R. Hartley lives in the U.S. Army base.", "Yes."]),
        ("They left the U.S. The trip was long.", ["They left the U.S.", "The trip was long."]),
        ("So am I. Really.", ["So am I.", "Really."]),
        ("See no. 5 first. The answer is no. Then stop.", ["See no. 5 first.", "The answer is no.", "Then stop."]),
        ("Wait. 1. Open it. 2. Close it.", ["Wait.", "1. Open it.", "2. Close it."]),
        ("He waited... then left. Done.", ["He waited... then left.", "Done."]),
        ('"Stop it." He left. (Really?) Yes.', ['"Stop it."', "He left.", "(Really?)", "Yes."]),
        ("“Why?” she asked. Then went.", ["“Why?” she asked.", "Then went."]),
        ("**Bold. Still bold.** Next.", ["Bold.", "Still bold.", "Next."]),
        ("Read [the docs. All of them](https://a.b/c.) now. Go.", ["Read the docs. All of them now.", "Go."]),
        ("[Read on.](https://a.b) Next.", ["Read on.", "Next."]),
        ("Call `a. B` twice. Then `c`.", ["Call a. B twice.", "Then c."]),
        ("Folded\n  over lines. Next.", ["Folded over lines.", "Next."]),
        ("水箱很大。它容两升！“真的？”是的", ["水箱很大。", "它容两升！", "“真的？”", "是的"]),  # noqa: RUF001
        ("Wow (!). B", ["Wow (!).", "B"]),
        ("...", ["..."]),
        ("", []),
        (" \n ", []),
        ("***", []),
        ("![](a.png)", []),
    ],
)
def test_prose_is_cut_at_the_ends_of_sentences(markdown, expected):
    assert texts(markdown) == expected


MANUAL = """\
# The *pump*

It pumps. It
hums.

- Open the **valve**. Wait.
- [x] Close it

```sh
pump --start
  pump --stop
```

| Setting | Meaning |
|:---|---|
| `rate` | Litres \\| hour |
| | |
| limit | **2** |

> Never run it dry.
> It breaks.

---

    indented
      more
"""


def test_each_kind_of_block_gives_units_of_its_own():
    header = ("Setting", "Meaning")
    assert [(unit.kind, unit.text, unit.header) for unit in sentences(MANUAL)] == [
        ("heading", "The pump", ()),
        ("prose", "It pumps.", ()),
        ("prose", "It hums.", ()),
        ("item", "Open the valve. Wait.", ()),
        ("item", "Close it", ()),
        ("code", "pump --start\n  pump --stop", ()),
        ("header", "Setting | Meaning", ()),
        ("row", "rate | Litres | hour", header),
        ("row", "limit | 2", header),
        ("prose", "Never run it dry.", ()),
        ("prose", "It breaks.", ()),
        ("code", "indented\n  more", ()),
    ]


def test_offsets_are_those_of_the_source():
    units = sentences(MANUAL)
    assert MANUAL[units[2].start : units[2].end] == "It\nhums."
    assert MANUAL[units[7].start : units[7].end] == "| `rate` | Litres \\| hour |"
    assert units[1] == Sentence(14, 23, "It pumps.")


def test_rows_of_a_table_that_began_earlier_are_rows_without_a_header():
    assert [(unit.kind, unit.text, unit.header) for unit in sentences("| a | b |\n| c | d |")] == [
        ("row", "a | b", ()),
        ("row", "c | d", ()),
    ]


def test_the_indented_body_of_a_definition_is_prose_and_indented_code_is_code():
    body = """\
    The pump stops when the tank is empty. It starts
    again as soon as there is water in it.

    ```sh
    pump --start
    ```

    Never run it without any water at all.
"""
    assert [(unit.kind, unit.text) for unit in sentences(body)] == [
        ("prose", "The pump stops when the tank is empty."),
        ("prose", "It starts again as soon as there is water in it."),
        ("code", "pump --start"),
        ("prose", "Never run it without any water at all."),
    ]
    assert [unit.kind for unit in sentences("    a = 1\n    b = a.\n")] == ["code"]


def test_a_long_item_is_cut_into_sentences_that_stay_items():
    long = " ".join(f"Sentence number {number} has words." for number in range(20))
    units = sentences(f"- **First** words. {long}\n")
    assert {unit.kind for unit in units} == {"item"}
    assert units[0].text == "First words."
    assert units[1].text == "Sentence number 0 has words."


@pytest.mark.parametrize("edge", ["\n", "; ", ", ", "\uff0c", "\u3001", " ", ""])
def test_text_without_full_stops_is_cut_at_its_best_edge(edge):
    text = edge.join(["x" * 99] * 12)
    units = sentences(text)
    assert len(units) > 1
    assert all(unit.end - unit.start <= 500 for unit in units)
    shown = "".join(text[unit.start : unit.end] for unit in units)
    assert "".join(shown.split()) == "".join(text.split())
    assert all(unit.text.endswith(edge.strip() or "x") for unit in units[:-1])


PARTS = st.sampled_from(
    ["word", "Dr.", " ", " ", "\n", "\n\n", ". ", "! ", "? ", "。", "“", "”", ")", "(", "[", "](x)", "`", "```\n", "# ",
     "- ", "1. ", "| ", "|\n", "|---|---|\n", "> ", "**", "*", "    ", "\\", "e.g. ",
     "J. ", "\u2028", "\r", "<br>", "&amp;"]
)  # fmt: skip


@given(st.lists(PARTS, max_size=60).map("".join))
def test_units_are_ordered_do_not_overlap_and_leave_out_no_word(markdown):
    position = 0
    for unit in sentences(markdown):
        assert position <= unit.start < unit.end <= len(markdown)
        assert "word" not in markdown[position : unit.start]
        assert unit.text == unit.text.strip("\n")
        assert not markdown[unit.start].isspace()
        assert not markdown[unit.end - 1].isspace()
        position = unit.end
    assert "word" not in markdown[position:]


@pytest.mark.parametrize(
    "repeated",
    ["a. ", "A. ", "1. ", "[a", "[x](", "```a`", "> ", "| ", "(", "*a ", "a\n", "\"' ", "x", "**a. ", "a.\"' "],
)
def test_hostile_text_takes_linear_time(repeated):
    started = time.process_time()
    sentences(repeated * (100_000 // len(repeated)))
    # Takes well under a second; anything that grows with the square of the length takes minutes.
    assert time.process_time() - started < 10


# text, what it has to be read with -> kind and text of its units
@pytest.mark.parametrize(
    ("text", "opening", "expected"),
    [
        ("b = 2\n```\n\nIt is. Then", "```\n", [("code", "b = 2"), ("prose", "It is."), ("prose", "Then")]),
        ("b = 2\n```\n\n```sh\nls\n```", "```\n", [("code", "b = 2"), ("code", "ls")]),
        ("```\nb\n~~~~", "~~~~\n", [("code", "```\nb")]),
        ("| b | 2 |\n", "| k | v |\n|---|---|\n", [("row", "b | 2")]),
        ("and more. End.\n    It goes on.\n", "-\n", [("item", "and more. End. It goes on.")]),
        ("      - nested\n      - items", "-\n", [("item", "nested"), ("item", "items")]),
        ("      ```\n      code\n      ```\n", "-\n", [("code", "code")]),
    ],
)
def test_a_text_that_starts_inside_a_block_is_read_as_that_block(text, opening, expected):
    units = sentences(text, opening)
    assert [(unit.kind, unit.text) for unit in units] == expected
    assert all(0 <= unit.start < unit.end <= len(text) for unit in units)


def test_rows_keep_the_header_that_opened_their_table():
    (row,) = sentences("| b | 2 |", "| k | v |\n|---|---|\n")
    assert row.header == ("k", "v")
    assert (row.start, row.end) == (0, 9)
