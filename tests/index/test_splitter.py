import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.core.chunking import chunk_document, embedded_text
from host.core.chunks import ChunkSettings
from host.core.documents import Document
from host.errors import ErrorCode, ModelError
from host.index.model_folder import find_model
from host.index.splitter import TokenSplitter

PIECES = [
    "Some English words. ",
    "日本語の文章です。",
    "ภาษาไทย",
    "مرحبا بالعالم ",
    "😀👍🏽",
    "x" * 150,
    "\n\n",
    "snake_case(a, b);\n",
    "é",
]
texts = st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=40).map("".join))


@pytest.fixture(scope="module")
def splitter(tmp_path_factory):
    """The real tokenizer: a file of the packaged model, read in milliseconds."""
    return TokenSplitter.from_file(find_model(tmp_path_factory.mktemp("data")) / "tokenizer.json")


def tokens(splitter, text):
    return len(splitter.tokenizer.encode(text.encode("utf-8", "replace").decode(), add_special_tokens=False).ids)


def test_tokens_are_counted_without_the_special_ones(splitter):
    assert splitter.count("") == 0
    assert splitter.count("The cat sat.") == 4
    assert splitter.special_tokens == 2


def test_tokens_say_where_they_start(splitter):
    text = "One two three two"
    found = splitter.tokens(text)
    assert found.starts.tolist() == [0, 4, 8, 14]
    assert found.ids[1] == found.ids[3]
    assert len(splitter.tokens("")) == 0


def test_spans_end_at_sentences_where_they_can(splitter):
    text = "The first sentence is here. The second one follows it. And a third."
    assert [text[start:end] for start, end in splitter.spans(text, 8)] == [
        "The first sentence is here. ",
        "The second one follows it. ",
        "And a third.",
    ]


@settings(deadline=None)
@given(texts, st.integers(1, 40))
def test_spans_cover_the_text_and_none_is_too_long(splitter, text, size):
    spans = splitter.spans(text, size)
    assert "".join(text[start:end] for start, end in spans) == text
    for start, end in spans:
        assert splitter.count(text[start:end]) <= size or end - start == 1
        assert tokens(splitter, text[start:end]) <= splitter.count(text[start:end])


@settings(deadline=None)
@given(texts)
def test_there_are_as_many_tokens_as_are_counted(splitter, text):
    found = splitter.tokens(text)
    assert len(found) == len(found.ids) == splitter.count(text)
    assert found.starts.tolist() == sorted(found.starts)


@settings(deadline=None)
@given(texts, st.text(max_size=60), st.integers(8, 64), st.integers(0, 16))
def test_no_text_to_embed_is_longer_than_the_limit(splitter, text, title, size, overlap):
    document = Document("uri", title, text)
    chunked = chunk_document(document, splitter, ChunkSettings(size, overlap, 1_000_000), 256)
    for chunk in chunked.chunks:
        assert text[chunk.start : chunk.end] == chunk.text
        assert splitter.count(embedded_text(chunked.title, chunk)) + 2 <= size
    covered = {n for chunk in chunked.chunks for n in range(chunk.start, chunk.end)}
    assert all(character.isspace() or n in covered for n, character in enumerate(text))


LINES = {
    "words": "word and word, ",
    "letters": "a",
    "hexadecimal": "0123456789abcdef" * 20,
    "Chinese": "这是一个很长的句子,没有空格。",
    "Thai": "ภาษาไทยไม่มีช่องว่าง",
    "Arabic": "النص العربي طويل جدا؟ ",
    "emoji": "😀",
    "joined emoji": "👩‍👩‍👧‍👦 ",
    "flags": "🇩🇪🇫🇷",
    "combining marks": "é́́",
    "surrogates": "\ud800x",
    "blank": " \t\n\r\n",
}


@pytest.mark.parametrize(("unit", "size"), [(name, 100_000) for name in LINES] + [("words", 2_000_000)])
def test_a_single_line_of_any_length_is_cut(splitter, unit, size):
    text = LINES[unit] * (size // len(LINES[unit]))
    chunks = chunk_document(Document("uri", "", text), splitter, ChunkSettings(cap=1_000_000), 256).chunks
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in chunks)
    assert all(splitter.count(embedded_text("", chunk)) <= 254 for chunk in chunks)
    assert sum(chunk.end - chunk.start for chunk in chunks) >= len(text.strip())
    assert max((len(chunk.text) for chunk in chunks), default=0) < 3_000


def test_a_character_of_several_tokens_is_never_cut():
    from tokenizers import Tokenizer, models, pre_tokenizers

    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer = Tokenizer(models.BPE({byte: n for n, byte in enumerate(alphabet)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    assert TokenSplitter(tokenizer).spans("😀😀é", 3) == [(0, 1), (1, 2), (2, 3)]


@pytest.mark.parametrize("content", [None, "", "{", "[]"])
def test_a_missing_or_broken_file_is_told(tmp_path, content):
    if content is not None:
        (tmp_path / "tokenizer.json").write_text(content)
    with pytest.raises(ModelError) as caught:
        TokenSplitter.from_file(tmp_path / "tokenizer.json")
    assert caught.value.code == ErrorCode.MODEL_MISSING
    assert caught.value.next_step
