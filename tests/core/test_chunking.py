from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from host.core.chunking import chunk_document, embedded_text
from host.core.chunks import ChunkSettings
from host.core.documents import Document
from host.core.markdown import blocks
from host.core.sections import sections
from host.core.tokens import Tokens
from tests.fakes import WordSplitter

PIECES = [
    "# Heading one\n",
    "## Heading two\n",
    "\n",
    "some words of a paragraph ",
    "- item with words\n",
    "| a | b |\n|---|---|\n| c d e | f |\n",
    "```\ncode with words\nand lines\n```\n",
    "> quoted\n",
    "日本語 ",
    "\r\n",
    "é" * 30,
]
markdown = st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
settings = st.builds(ChunkSettings, st.integers(1, 60), st.integers(0, 70), st.integers(1, 300))


class GluedSplitter(WordSplitter):
    """Like some tokenizers: texts may count more together than apart."""

    def count(self, text):
        return super().count(text) + 5 * ("\n\n" in text.strip())

    def spans(self, text, size):
        return super().spans(text, max(size - 5, 1))


def chunked(text, size=20, overlap=4, title="", cap=200, max_tokens=512, splitter=None):
    document = Document("uri", title, text)
    return chunk_document(document, splitter or WordSplitter(), ChunkSettings(size, overlap, cap), max_tokens)


def words(count, name="w"):
    return " ".join(f"{name}{n}" for n in range(count))


@given(markdown, settings, st.text(max_size=80), st.integers(1, 80))
def test_offsets_are_exact_nothing_is_lost_and_nothing_is_over_the_limit(text, settings, title, max_tokens):
    result = chunk_document(Document("uri", title, text), WordSplitter(), settings, max_tokens)
    covered = set()
    for chunk in result.chunks:
        assert text[chunk.start : chunk.end] == chunk.text
        assert chunk.text.strip()
        assert WordSplitter().count(embedded_text(result.title, chunk)) <= min(settings.size, max_tokens)
        covered.update(range(chunk.start, chunk.end))
    assert len(result.chunks) <= settings.cap
    if not result.cut:
        assert all(character.isspace() or n in covered for n, character in enumerate(text))


def test_texts_that_count_more_together_than_apart_are_cut_again():
    text = "\n\n".join(words(9, f"p{n}_") for n in range(6))
    chunks = chunked(text, overlap=0, splitter=GluedSplitter()).chunks
    assert all(GluedSplitter().count(chunk.text) <= 20 for chunk in chunks)
    assert " ".join(chunk.text for chunk in chunks).split() == text.split()


def test_a_blank_document_has_no_chunks():
    assert chunked("").chunks == chunked(" \n\n\t").chunks == ()


def test_the_cap_cuts_and_tells():
    text = words(100)
    assert chunked(text, cap=3).cut
    assert len(chunked(text, cap=3).chunks) == 3
    whole = len(chunked(text).chunks)
    assert not chunked(text, cap=whole).cut


def test_chunks_end_at_headings_and_carry_their_path():
    text = f"# A *b*\n\n{words(40)}\n\n## C\n\n{words(40)}\n\n# D\n\n{words(40)}"
    result = chunked(text, size=60)
    assert [chunk.headings for chunk in result.chunks] == [("A b",), ("A b", "C"), ("D",)]
    assert result.chunks[1].text.startswith("## C\n")


def test_a_heading_without_text_joins_what_follows_it():
    (chunk,) = chunked("# Top\n\n## Part\n\nwords").chunks
    assert chunk.text.startswith("# Top")
    assert chunk.headings == ("Part",)


def test_tiny_sections_of_different_parents_stay_apart():
    assert [chunk.headings for chunk in chunked("# A\n\na\n\n# B\n\nb", size=100).chunks] == [("A",), ("B",)]


def test_a_preamble_joins_the_first_section():
    assert len(chunked("preamble\n\n# A\n\ntext", size=100).chunks) == 1


def test_the_next_chunk_repeats_the_end_of_the_one_before_in_the_same_section():
    first, second, *_ = chunked(words(60)).chunks
    assert second.start < first.end
    assert second.text.split()[:4] == first.text.split()[-4:]
    assert first.text.split()[0] == "w0"


def test_nothing_is_repeated_across_headings():
    chunks = chunked(f"# A\n{words(30)}\n# B\n{words(30)}").chunks
    starts = [chunk.start for chunk in chunks if chunk.text.startswith("#")]
    assert len(starts) == 2
    assert not any(chunk.start < starts[1] < chunk.end for chunk in chunks)


def test_a_paragraph_that_fits_alone_is_not_cut_for_the_overlap():
    text = f"{words(12)}\n\n{words(18, 'v')}"
    assert words(18, "v") in [chunk.text for chunk in chunked(text).chunks] or any(
        chunk.text.endswith(words(18, "v")) for chunk in chunked(text).chunks
    )


def test_code_rows_and_items_that_fit_are_never_cut():
    code = f"```\n{words(12, 'c')}\n```"
    row = f"| {words(8, 'r')} | x |"
    item = f"- {words(12, 'i')}"
    table = f"| a | b |\n|---|---|\n{row}\n{row}\n{row}"
    text = "\n\n".join([words(15), code, item, words(9), item, table, words(30)])
    for whole in (code, row, item):
        for chunk in chunked(text).chunks:
            start = text.find(whole)
            while start >= 0:
                end = start + len(whole)
                assert not (start < chunk.start < end or start < chunk.end < end)
                start = text.find(whole, end)


def test_code_too_long_for_a_chunk_is_cut_at_its_lines():
    lines = [words(7, f"line{n}_") for n in range(6)]
    chunks = chunked("```\n" + "\n".join([*lines, words(50, "long")]) + "\n```", overlap=0).chunks
    assert all(any(line in chunk.text for chunk in chunks) for line in lines)
    assert len(chunks) > 4


def test_overlap_does_not_start_in_the_middle_of_a_word():
    class LetterSplitter(WordSplitter):
        def count(self, text):
            return len(text)

        def spans(self, text, size):
            return [(start, min(start + size, len(text))) for start in range(0, len(text), size)]

        def tokens(self, text):
            return Tokens(np.arange(len(text)), np.array([ord(letter) for letter in text], np.int64))

    text = "\n\n".join(["alpha beta gamma delta"] * 6)
    starts = [chunk.text.split()[0] for chunk in chunked(text, size=80, overlap=8, splitter=LetterSplitter()).chunks]
    assert set(starts) <= {"alpha", "beta", "gamma", "delta"}


def test_a_long_title_and_a_deep_path_leave_room_for_the_text():
    text = "".join(f"{'#' * level} {words(6, f'h{level}_')}\n\n{words(30)}\n\n" for level in range(1, 7))
    result = chunked(text, size=80, title=words(40, "title"))
    assert len(result.title.split()) == 10
    last = result.chunks[-1]
    assert last.headings == (words(6, "h6_"),)
    assert embedded_text(result.title, last).startswith(f"{result.title}\n{last.headings[0]}\n")


def test_a_heading_longer_than_its_room_is_shortened():
    chunk = chunked(f"# {words(30)}\n\n{words(30, 'v')}", size=40).chunks[-1]
    assert chunk.headings == (words(5),)


def test_context_is_left_out_where_there_is_no_room():
    result = chunked("# a\n\nb", size=4, title="title")
    assert result.title == ""
    assert all(chunk.headings == () for chunk in result.chunks)


def test_embedded_text_has_no_empty_lines_for_what_is_missing():
    (chunk,) = chunked("text").chunks
    assert embedded_text("", chunk) == "text"
    assert embedded_text("title", chunk) == "title\ntext"


def test_a_tiny_section_is_not_joined_to_one_that_leaves_no_room_for_it():
    text = "# A\n\nTiny.\n\n## B\n\n" + "word " * 200
    first, second, *_ = chunked(text, size=40).chunks
    assert first.text.strip() == "# A\n\nTiny."
    assert second.headings == ("A", "B")


def inside(chunks, start, end):
    """Whether a chunk begins or ends inside of the span."""
    return any(start < chunk.start < end or start < chunk.end < end for chunk in chunks)


@given(markdown, st.integers(20, 60), st.integers(0, 20))
def test_code_and_items_that_fit_stay_whole(text, size, overlap):
    result = chunked(text, size, overlap)
    for section in sections(text):
        for block in section.blocks:
            end = block.start + len(text[block.start : block.end].rstrip())
            small = len(text[block.start : end].split()) <= size * 3 // 4
            if block.kind in ("code", "list_item") and small:
                assert not inside(result.chunks, block.start, end)


@given(markdown, st.integers(20, 60))
def test_headings_are_those_that_the_whole_chunk_stands_under(text, size):
    found = list(sections(text))
    for chunk in chunked(text, size, overlap=0, max_tokens=10_000).chunks:
        under = [section.headings for section in found if section.start < chunk.end and chunk.start < section.end]
        for path in under:
            assert chunk.headings == () or chunk.headings[-1].split()[:5] in [title.split()[:5] for title in path]


@given(markdown, st.integers(20, 60), st.integers(0, 20))
def test_chunks_of_a_section_leave_no_gap(text, size, overlap):
    chunks = chunked(text, size, overlap).chunks
    for first, second in pairwise(chunks):
        between = text[first.end : second.start]
        assert not between.strip()
        assert not between or blocks(text[second.start :])[0].kind == "heading"


def test_a_chunk_that_starts_inside_code_knows_its_fence():
    text = "```python\n" + "\n".join(words(6, f"line{n}_") for n in range(9)) + "\n```\n\nAfter it."
    first, *others = chunked(text, overlap=0).chunks
    assert first.opening == ""
    assert [chunk.opening for chunk in others if "line" in chunk.text] == ["```\n"] * len(others)
    assert [block.kind for block in blocks(others[-1].markdown)] == ["code", "paragraph"]


def test_rows_are_embedded_under_the_header_of_their_table():
    rows = "\n".join(f"| {words(3, f'r{n}_')} | x |" for n in range(12))
    chunks = chunked(f"| name | kind |\n|---|---|\n{rows}", size=40).chunks
    assert len(chunks) > 2
    assert all(embedded_text("", chunk).startswith("| name | kind |\n|---|---|\n| ") for chunk in chunks)
    assert all(chunk.text.startswith("| r") for chunk in chunks[1:])


def test_a_header_that_would_take_the_room_of_its_rows_is_left_out():
    header = f"| {words(12, 'h')} | b |\n|---|---|\n"
    rows = "\n".join(f"| {words(3, f'r{n}_')} | x |" for n in range(12))
    chunks = chunked(header + rows, size=30).chunks
    assert all(chunk.opening == "" for chunk in chunks)


def test_the_rest_of_an_item_is_read_as_part_of_the_list():
    text = "- " + ". ".join(words(7, f"S{n}_") for n in range(6)) + ".\n\n    Indented text follows it. And more."
    *_, last = chunked(text, overlap=0).chunks
    assert last.opening == "-\n"
    assert all(block.kind == "list_item" for block in blocks(last.markdown))


def test_small_sections_of_one_parent_share_a_chunk_and_large_ones_do_not():
    sizes = {"B": 3, "C": 3, "D": 60, "E": 60}
    text = "# A\n\n" + "\n\n".join(f"## {name}\n\n{words(size, name)}" for name, size in sizes.items())
    paths = [chunk.headings for chunk in chunked(text, size=90).chunks]
    assert paths == [("A",), ("A", "D"), ("A", "E")]


def test_chunks_have_like_sizes_and_end_with_sentences():
    text = " ".join(f"{words(6, f'S{n}_')}." for n in range(20))
    chunks = chunked(text, size=100, overlap=0).chunks
    assert [len(chunk.text.split()) for chunk in chunks] == [60, 60]
    assert all(chunk.text.rstrip().endswith(".") for chunk in chunks)


def test_overlap_starts_with_a_sentence_that_is_short_enough():
    text = " ".join(f"{words(6, f'S{n}_')}." for n in range(20))
    chunks = chunked(text, size=60, overlap=14).chunks
    assert len(chunks) > 2
    assert all(second.text.split()[:12] == first.text.split()[-12:] for first, second in pairwise(chunks))


def test_no_more_is_read_than_the_cap_needs():
    class Counting(WordSplitter):
        read = 0

        def tokens(self, text):
            Counting.read += len(text)
            return super().tokens(text)

    text = "\n\n".join(words(15) for _ in range(1000))
    for document in (text, text.replace("\n\n", "\n\n## H\n\n", 500), f"# T\n\n{text}\n\n## U\n\n{text}"):
        Counting.read = 0
        result = chunked(document, cap=5, splitter=Counting())
        assert result.cut
        assert Counting.read < len(document) / 20
