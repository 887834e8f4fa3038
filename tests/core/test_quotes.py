import numpy as np
import pytest

from host.core.answers import Passage
from host.core.chunks import Chunk
from host.core.markdown import plain
from host.core.quotes import Candidate, candidates, choose, likely, quotation, represent
from host.core.sentences import Sentence

PUMP = """\
# Pump

The pump moves water. It stops at night. Does it hum?

Start it like this:

```sh
pump --start
```

| Part | Litres |
|---|---|
| Tank | 2 |
"""


def passage(text, n=1, headings=()):
    return Passage(n, Chunk(text, 0, len(text), headings), 1.0, 1, "u", "t", "text/html")


def candidate(text, kind="prose", n=1, rank=0, **given):
    header = given.pop("header", ())
    return Candidate(n, rank, Sentence(0, len(text), text, kind, header), **given)


def test_headings_and_what_introduces_code_are_never_quoted_alone():
    found = candidates([passage(PUMP, headings=("Manual", "Pump"))])
    assert [(item.unit.kind, item.unit.text, item.lead) for item in found] == [
        ("prose", "The pump moves water.", ""),
        ("prose", "It stops at night.", "The pump moves water."),
        ("prose", "Does it hum?", ""),
        ("code", "pump --start", "Start it like this:"),
        ("row", "Tank | 2", ""),
    ]
    assert found[3].context == "Manual\nPump\nDoes it hum?\nStart it like this:\npump --start"
    assert found[4].context == "Manual\nPump\nPart Litres\nTank | 2"


def test_what_overlapping_passages_share_is_there_once():
    found = candidates([passage("One fact. Two facts."), passage("Two facts. Three facts.", 2)])
    assert [(item.unit.text, item.n) for item in found] == [("One fact.", 1), ("Two facts.", 1), ("Three facts.", 2)]


@pytest.mark.parametrize("text", ["```\ncode\n```", "# H\n\n```\ncode\n```", "It stands first."])
def test_a_unit_with_nothing_before_it_has_no_lead(text):
    assert [item.lead for item in candidates([passage(text)])] == [""]


def test_a_unit_stands_under_the_heading_inside_its_passage():
    text = "# FAQ\n\nAsk away.\n\n## How long do the cells last?\n\nAbout 18 months.\n"
    found = candidates([passage(text, headings=("FAQ",))])
    assert [(one.unit.text, one.headings) for one in found] == [
        ("Ask away.", ("FAQ",)),
        ("About 18 months.", ("FAQ", "How long do the cells last?")),
    ]


def test_only_candidates_with_the_words_of_the_question_are_looked_at_closer():
    found = [candidate(f"Fact number {number}.", rank=number) for number in range(100)]
    kept = [item.unit.text for item in likely(found, "What is number 77?", 5)]
    assert len(kept) == 5
    assert "Fact number 77." in kept
    assert kept[0] == "Fact number 0."


def chosen(question, *found, similarity=None):
    """With vectors whose first component is the similarity to the question."""
    vectors = np.zeros((len(found), 2), np.float32)
    vectors[:, 0] = similarity or [0.5] * len(found)
    return [item.unit.text for item in choose(found, vectors, question, np.array([1, 0], np.float32))]


def test_similarity_words_and_rank_decide_together():
    assert chosen("x", candidate("Far away fact."), candidate("A near fact."), similarity=[0.1, 0.9]) == [
        "A near fact."
    ]
    assert (
        chosen("when is lunch", candidate("We like to eat."), candidate("Lunch is at noon."))[0] == "Lunch is at noon."
    )
    assert chosen("x", candidate("Later one here.", rank=5), candidate("First thing said."))[0] == "First thing said."


# question, the better unit, the worse unit
@pytest.mark.parametrize(
    ("question", "better", "worse"),
    [
        ("How do I start it?", candidate("pump --go", "code"), candidate("Some words about pumps.")),
        ("Who built it?", candidate("Some words about pumps."), candidate("pump --go", "code")),
        ("pump", candidate("Rain fills it slowly."), candidate("Does rain fill it slowly?")),
        ("pump", candidate("Rain fills it slowly."), candidate("Yes.")),
        ("How long?", candidate("Three years for the mast."), candidate("The mast was bought new.")),
        ("What is it?", candidate("The mast was bought new."), candidate("Keep the bill.")),
        ("pump", candidate("Rain fills it slowly."), candidate("wind and then the")),
    ],
)
def test_the_form_that_fits_is_preferred(question, better, worse):
    assert chosen(question, worse, better)[0] == better.unit.text


def read(text, question, similarity):
    """The quotes from a text whose units have these similarities to the question."""
    found = candidates([passage(text)], question)
    vectors = np.array(similarity, np.float32)[:, np.newaxis]
    return list(map(quotation, choose(found, vectors, question, np.ones(1, np.float32))))


def test_the_answer_stands_beside_the_sentence_that_names_the_subject():
    text = "The pump was bought by the harbour office.\n\nIt cost a fortune.\n\n- Tea is at four.\n- Cake is at five.\n"
    assert read(text, "Who bought the harbour pump?", [0.5, 0.5, 0.5, 0.5])[0].startswith("> The pump was bought")
    # By itself, the price is no nearer to the question than the tea is.
    prices = "The price of the pump follows.\n\n- 40 crowns were paid.\n- Tea is at four.\n- Cake is at five.\n"
    assert read(prices, "What about it?", [1.0, 0.8, 0.8, 0.8])[1] == "> 40 crowns were paid. [1]"


def test_words_that_stand_together_in_the_question_tell_more_together():
    apart = candidate("The office looks out on the harbour, and the pump is red.")
    together = candidate("The harbour office keeps the pump, and all is red.")
    assert chosen("What colour is the harbour office pump?", apart, together)[0] == together.unit.text


def test_sentences_that_follow_one_another_are_one_quote():
    text = "The pump moves water. Ducks like ponds. Cranes lift boxes."
    assert read(text, "x", [0.9, 0.9, 0.1]) == ["> The pump moves water. Ducks like ponds. [1]"]
    assert read(text, "x", [0.9, 0.1, 0.9]) == ["> The pump moves water. [1]", "> Cranes lift boxes. [1]"]
    assert read(text, "x", [0.85, 0.9, 0.1]) == ["> The pump moves water. Ducks like ponds. [1]"]


def test_what_a_sentence_leans_on_is_shown_once():
    text = "The pump moves water. It stops at night."
    assert read(text, "x", [0.9, 0.9]) == ["> The pump moves water. It stops at night. [1]"]
    assert read(text, "x", [0.2, 0.9]) == ["> The pump moves water. It stops at night. [1]"]


def test_at_most_four_units_that_differ_are_chosen():
    names = ["Alpha beta gamma.", "Delta epsilon zeta.", "Eta theta iota.", "Kappa lambda mu.", "Nu omicron rho."]
    same = candidate("Alpha beta gamma, too.")
    assert chosen("x", *map(candidate, names)) == names[:4]
    assert chosen("x", candidate(names[0]), same) == names[:1]


def test_a_question_about_the_whole_gets_its_middle_in_reading_order():
    found = [candidate("Odd one out."), candidate("Pumps move water."), candidate("Tanks hold plenty.")]
    vectors = np.array([[0, 1], [1, 0], [0.9, 0.1]], np.float32)
    assert [item.unit.text for item in represent(found, vectors)] == [item.unit.text for item in found]


def test_prose_is_a_blockquote_with_its_citation():
    assert quotation(candidate("It stops.", lead="The pump runs.", n=3)) == "> The pump runs. It stops. [3]"


def test_code_keeps_its_lines_its_lead_and_its_fence():
    assert quotation(candidate("a\n```\n\nb", "code", lead="Run:")) == (
        "> Run:\n>\n> ````\n> a\n> ```\n>\n> b\n> ````\n>\n> [1]"
    )
    assert quotation(candidate("a", "code")) == "> ```\n> a\n> ```\n>\n> [1]"


def test_a_row_comes_with_its_header():
    row = candidate("a|b | 2", "row", header=("Part", "Litres"))
    assert quotation(row) == "> | Part | Litres |\n> |---|---|\n> | a\\|b | 2 |\n>\n> [1]"
    assert quotation(candidate("a | b | 2", "row", header=("Part", "Litres"))) == "> a | b | 2 [1]"


@pytest.mark.parametrize(
    "text",
    ["*a* _b_ my_name __c__", "`x` [1] [a](b) <b> ~~c~~", "# no heading", "> no quote", "- no item", "1. no item",
     "12) no item", "2 litres", "&amp; & co", "a\\b", "+ 5"],
)  # fmt: skip
def test_a_quotation_shows_the_very_words_of_the_source(text):
    quoted = quotation(candidate(text)).removeprefix("> ").removesuffix(" [1]")
    assert plain(quoted) == text


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("Why is it warmer?", "> It is warmer here. The black rubber does that. [1]"),
        ("What makes it warmer?", "> It is warmer here. The black rubber does that. [1]"),
        ("Is it warmer?", "> It is warmer here. [1]"),
    ],
)
def test_a_reason_stands_in_the_sentence_after(question, quoted):
    found = candidates([passage("It is warmer here. The black rubber does that.\n\n- An item.\n")], question)
    assert quotation(found[0]) == quoted


def test_what_follows_in_another_form_is_no_reason():
    found = candidates([passage("It is warmer here.\n\n- An item.\n")], "Why is it warmer?")
    assert [one.after for one in found] == ["", ""]


def test_no_sentence_is_quoted_a_second_time_as_a_reason_or_with_one():
    first = candidate("The gauge drips at night.", after="Dew gathers on its cold rim.")
    reason = candidate("Dew gathers on its cold rim.", n=2)
    other = candidate("Every autumn leaves block the funnel.", n=3, after="The gauge drips at night.")
    vectors = np.array([[0.9], [1.9], [1.9]], np.float32)
    quoted = choose([first, reason, other], vectors, "Why does the gauge drip?", np.ones(1, np.float32))
    assert list(map(quotation, quoted)) == [
        "> The gauge drips at night. Dew gathers on its cold rim. [1]",
        "> Every autumn leaves block the funnel. [3]",
    ]
