import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.core.answers import Passage
from host.core.chunks import Chunk
from host.core.citations import CitationStream, locate_passage, resolve
from host.core.documents import Anchor

SOURCE = "https://source.example/page"


def filtered(*pieces, count=3, urls=()):
    stream = CitationStream(count, urls)
    text = "".join([*map(stream.feed, pieces), stream.finish()])
    return text, stream


CODE = "```py\na = b[1] + c[9]\n```\n"

# answer of a model -> answer with three sources
ANSWERS = [
    ("Two litres [1].", "Two litres [1]."),
    # ways of citing
    ("a [1, 2]", "a [1][2]"),
    ("a [1][2]", "a [1][2]"),
    ("a [1; 2 and 3]", "a [1][2][3]"),
    ("a [1 2]", "a [1][2]"),
    ("a [1-3]", "a [1][2][3]"),
    ("a [ 1 ]", "a [1]"),
    ("a [^1]", "a [1]"),
    ("a [#2]", "a [2]"),
    ("a [Source 1]", "a [1]"),
    ("a [sources: 1, 2]", "a [1][2]"),
    ("a [Source 1, Source 3]", "a [1][3]"),
    ("a【1】", "a[1]"),
    ("a【1†L4-L5】", "a[1]"),
    ("a【2:0†source】", "a[2]"),
    ("two minutes[1].", "two minutes[1]."),
    # numbers that are no source
    ("a [9].", "a."),
    ("a [9] b", "a b"),
    ("a[0].", "a[0]."),
    ("minutes[0].", "minutes."),
    ("a [1, 9]", "a [1]"),
    ("a [2-9] b", "a [2][3] b"),
    ("a [3-1] b", "a b"),
    ("a [9][1]", "a [1]"),
    ("a [9]b", "a b"),
    ("a【9】.", "a."),
    ("- [9] b", "- b"),
    # not citations
    ("in [2024] and [1234]", "in [2024] and [1234]"),
    ("- [ ] open\n- [x] done", "- [ ] open\n- [x] done"),
    ("a[0] + my_list[1] + self.items[2]", "a[0] + my_list[1] + self.items[2]"),
    ("rowItems[1] + a[0][1]", "rowItems[1] + a[0][1]"),
    ("see `a[1]` and ``b`[9]``", "see `a[1]` and ``b`[9]``"),
    (CODE + "x [9] [1]", CODE + "x [1]"),
    ("~~~\n[9]\n~~~\n[9]", "~~~\n[9]\n~~~\n"),
    ("> ```\n> [9]\n> ```\n[1]", "> ```\n> [9]\n> ```\n[1]"),
    ("````\n```\n[9]\n````", "````\n```\n[9]\n````"),
    ("```\n[9]", "```\n[9]"),
    ("```", "```"),
    ("~~gone~~ [1]", "~~gone~~ [1]"),
    ("an unclosed ` and [1, 2]", "an unclosed ` and [1][2]"),
    ("an unclosed `\n\nthen [1, 2]`", "an unclosed `\n\nthen [1][2]`"),
    ("```not a fence``` [1, 2]", "```not a fence``` [1][2]"),
    (r"\[1\] and \\", r"\[1\] and \\"),
    ("[see the manual] [1]", "[see the manual] [1]"),
    ("[see [1, 2] there]", r"\[see [1][2] there]"),
    ("[never closed [1, 2]", r"\[never closed [1][2]"),
    ("[over\n\nparagraphs [1, 2]]", "\\[over\n\nparagraphs [1][2]]"),
    ("【标题】[1]", "【标题】[1]"),
    ("【标题\n】", "【标题\n】"),
    ("【open", "【open"),
    ("【a [9] b】", "\u3014a b】"),
    ("Stop! Then [1]!", "Stop! Then [1]!"),
    ("end !", "end !"),
    ("end \\", "end \\"),
    ("end  ", "end  "),
    # links and images
    (f"[the page]({SOURCE})", f"[the page]({SOURCE})"),
    (f"[1]({SOURCE}#part)", f"[1]({SOURCE}#part)"),
    (f"[![x](https://evil.example)]({SOURCE})", "x"),
    (f"[see [1]]({SOURCE})", "see [1]"),
    ("[the page](https://evil.example)", "the page"),
    ("[the page](<https://evil.example> \"a title\")", "the page"),
    ("[the [9] page](https://evil.example)", "the page"),
    ("[1](https://evil.example)", "[1]"),
    ("a [9](https://evil.example).", "a."),
    ("![alt [2]](https://evil.example/a.png)", "alt [2]"),
    (f"![alt]({SOURCE})", "alt"),
    ("![1]", "! [1]"),
    (f"[!](u)[]({SOURCE})", f"! []({SOURCE})"),
    ("[1](an aside, not a link)", "[1] (an aside, not a link)"),
    ("[x](<https://evil.example)>)", "[x] (<https://evil.example)>)"),
    ('[x](https://evil.example "a)b")', '[x] (https://evil.example "a)b")'),
    ("[x](https://evil.example", "[x] (https://evil.example"),
    ("[x]【9】(https://evil.example)", "[x] (https://evil.example)"),
    ("[[x]](https://a.example)(https://evil.example)", "[x] (https://evil.example)"),
    ("[x](javascript:alert)", "x"),
    # a definition would turn every citation into a link
    ("[1]: https://evil.example", "[1] : https://evil.example"),
    ("> - [x]: https://evil.example", "> - [x] : https://evil.example"),
    ("[1][9]: https://evil.example", "[1] : https://evil.example"),
    ("[^1]: https://evil.example", "[1] : https://evil.example"),
    ("By [1]: this", "By [1]: this"),
    # what is removed must not join up what stood apart
    ("[[9]1]", r"\[ 1]"),
    ("`[9]``", "` ``"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "expected"), ANSWERS)
def test_an_answer_cites_in_one_way_and_only_sources(said, expected):
    assert filtered(said, urls=[SOURCE])[0] == expected


@pytest.mark.parametrize(("said", "expected"), ANSWERS)
def test_pieces_cut_at_any_offset_give_the_same_answer(said, expected):
    whole, stream = filtered(said, urls=[SOURCE])
    for cut in range(len(said) + 1):
        text, pieces = filtered(said[:cut], said[cut:], urls=[SOURCE])
        assert (text, pieces.marks, pieces.removed) == (whole, stream.marks, stream.removed)
    assert filtered(*said, urls=[SOURCE])[0] == whole


PARTS = st.sampled_from(
    ["[", "]", "(", ")", "1", "9", "[1]", "[9]", "[1, 2]", "](u)", f"]({SOURCE})", "【", "】", "`", "``", "```", "~~~",
     "\n", "\n\n", " ", "  ", "!", "\\", ":", "[x]:", "a", "word", "> ", "- ", "a_b", ".", "†", "<", "^", ",", "-"]
)  # fmt: skip


@given(st.lists(PARTS, max_size=30), st.randoms(use_true_random=False))
def test_any_text_in_any_pieces_gives_the_same(parts, random):
    said = "".join(parts)
    whole, stream = filtered(said, urls=[SOURCE])
    cut = random.randint(0, len(said))
    for pieces in ([said[:cut], said[cut:]], said):
        text, other = filtered(*pieces, urls=[SOURCE])
        assert (text, other.marks, other.removed) == (whole, stream.marks, stream.removed)


@given(st.lists(PARTS.filter(lambda part: part[0] not in "`~【"), max_size=30).map("".join))
def test_filtering_again_changes_nothing(said):
    text, stream = filtered(said, urls=[SOURCE])
    again, second = filtered(text, urls=[SOURCE])
    assert (again, second.marks, second.removed) == (text, stream.marks, 0)


@given(st.lists(PARTS, max_size=30))
def test_every_mark_stands_where_the_stream_says(parts):
    text, stream = filtered("".join(parts))
    assert all(text.startswith(f"[{number}]", offset) and 1 <= number <= 3 for offset, number in stream.marks)


@given(st.lists(PARTS.filter(lambda part: part[0] not in "`~\\"), max_size=30).map("".join))
def test_no_link_leads_anywhere_but_to_a_source(said):
    assert set(re.findall(r"\]\(.*", filtered(said)[0])) == set()
    text = filtered(said, urls=[SOURCE])[0]
    assert text.count("](") == text.count(f"]({SOURCE})")


def test_text_is_passed_on_at_once_and_only_a_possible_citation_is_held_back():
    stream = CitationStream(2)
    assert stream.feed("The tank") == "The tank"
    assert stream.feed(" holds two") == " holds two"
    assert stream.feed(" [1") == ""
    assert stream.feed("]") == ""
    assert stream.feed(".") == " [1]."
    assert stream.finish() == ""


def test_removed_numbers_are_counted():
    assert filtered("a [9] b [1, 7] c [0].")[1].removed == 3


@pytest.mark.parametrize("opening", ["[", "[x](", "【", "`", "``` info "])
def test_nothing_is_held_back_for_ever(opening):
    stream = CitationStream(1)
    assert len(stream.feed(opening + "word " * 1000)) > 1000


def passage(text, n=1, **given):
    defaults = {"score": 1.0, "document_id": n, "uri": SOURCE, "title": "T", "media_type": "text/html"}
    headings = given.pop("headings", ())
    start = given.pop("start", 0)
    return Passage(n=n, chunk=Chunk(text, start, start + len(text), headings), **defaults | given)


TANK = passage(
    "# The tank\n\nThe tank holds two litres. Rinse it weekly.\n\n| Part | Litres |\n|---|---|\n| Tank | 2 |\n"
)
PUMP = passage("The pump moves 40 litres an hour. It stops at night.\n\n```sh\npump --stop now\n```\n", n=2)


# answer -> number and quote of each citation
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("It holds two litres [1].", [(1, "The tank holds two litres.")]),
        ("It holds two litres. [1] Clean weekly by rinsing [1].",
         [(1, "The tank holds two litres."), (1, "Rinse it weekly.")]),
        ("You rinse it each week [1], and the pump moves 40 litres [2].",
         [(1, "Rinse it weekly."), (2, "The pump moves 40 litres an hour.")]),
        ("According to [1], rinsing is due weekly.", [(1, "Rinse it weekly.")]),
        ("Part Tank: Litres 2 [1]", [(1, "Tank | 2")]),
        ("Run `pump --stop now` [2].", [(2, "pump --stop now")]),
        ("> It stops at night.\n\n[2]", [(2, "It stops at night.")]),
        ("[2] says that it stops at night.", [(2, "It stops at night.")]),
        ("> ```\n> pump --stop now\n> ```\n> [2]", [(2, "pump --stop now")]),
        ("Ganz etwas anderes [2].", [(2, "The pump moves 40 litres an hour.")]),
        ("[1]", [(1, "The tank holds two litres.")]),
        ("No citation, but code: `[1]`.", []),
        ("", []),
    ],
)  # fmt: skip
def test_each_citation_is_resolved_to_the_sentence_that_supports_it(answer, expected):
    assert [(citation.n, citation.quote) for citation in resolve(answer, [TANK, PUMP])] == expected


def test_a_citation_opens_at_its_sentence():
    paper = passage("First page. Second page.", uri="file:///a.pdf", media_type="application/pdf", start=100,
                    anchors=(Anchor(100, "page", "1"), Anchor(110, "page", "2")))  # fmt: skip
    second = resolve("The second page [1].", [paper])[0]
    assert (second.url, second.label) == ("file:///a.pdf#page=2", "p. 2")
    assert resolve("Rinse it [1].", [TANK])[0].url == f"{SOURCE}#:~:text=Rinse%20it%20weekly."


def test_a_quotation_is_supported_by_the_very_sentence_that_it_quotes():
    similar = passage("Press the red button to start. To start the machine, press the red button now and the red lamp.")
    assert resolve("> Press the red button to start. [1]", [similar])[0].quote == "Press the red button to start."


# answer -> what of the source is cited
@pytest.mark.parametrize(
    ("answer", "quotes"),
    [
        ("> The tank holds two litres. Rinse it weekly. [1]", ["The tank holds two litres. Rinse it weekly."]),
        ("The tank holds two litres.\n\nRinse\nit weekly. [1]", ["The tank holds two litres. Rinse it weekly."]),
        ("The tank holds two litres. [1] Rinse it weekly. [1]", ["The tank holds two litres.", "Rinse it weekly."]),
        ("Rinse it weekly. The tank holds two litres. [1]", ["The tank holds two litres."]),
        ("The tank holds two litres. So: rinse it weekly. [1]", ["Rinse it weekly."]),
        ("> 40 crowns for _one_. All \\*five\\* cost 70. [2]", ["40 crowns for one. All *five* cost 70."]),
        ("毎日水を入れる。夜に止める。[3]", ["毎日水を入れる。 夜に止める。"]),
    ],
)
def test_sentences_that_are_repeated_together_are_cited_together(answer, quotes):
    prices = passage("40 crowns for *one*. All \\*five\\* cost 70. Tea is free.", n=2)
    water = passage("毎日水を入れる。夜に止める。朝に洗う。", n=3)
    assert [citation.quote for citation in resolve(answer, [TANK, prices, water])] == quotes


def test_sentences_on_both_sides_of_a_heading_are_not_cited_together():
    parts = passage("The tank holds two litres.\n\n## Care\n\nRinse it weekly.")
    assert resolve("The tank holds two litres. Rinse it weekly. [1]", [parts])[0].quote == "Rinse it weekly."
    whole = resolve("The tank holds two litres. Care Rinse it weekly. [1]", [parts])[0]
    assert whole.quote == "The tank holds two litres. Care Rinse it weekly."


def test_what_is_cited_together_is_found_from_its_beginning_to_its_end():
    cited = resolve("> The tank holds two litres. Rinse it weekly. [1]", [TANK])[0]
    assert cited.url == f"{SOURCE}#:~:text=The%20tank%20holds%20two%20litres.,Rinse%20it%20weekly."


def test_a_passage_opens_at_its_first_sentence_under_its_heading():
    place = locate_passage(passage(TANK.chunk.text, headings=("The tank",)))
    assert place.url == f"{SOURCE}#:~:text=The%20tank%20holds%20two%20litres."
    assert place.label == "The tank"


@pytest.mark.parametrize(("text", "url"), [("# Only a heading", "#:~:text=Only%20a%20heading"), ("***", "")])
def test_a_passage_without_a_sentence_still_opens(text, url):
    assert locate_passage(passage(text)).url == SOURCE + url
