"""Fakes of the ports: ordinary code, deterministic and fast. Used by tests and by nothing else."""

import re
from collections.abc import AsyncGenerator, Sequence
from itertools import pairwise
from urllib.parse import urldefrag, urlsplit

import numpy as np

from host.core.acquire_ports import Response
from host.core.answers import Piece, Prompt, ProviderStatus
from host.core.collections import Collection
from host.core.documents import About, Document, text_hash
from host.core.models import EmbeddingModel, EmbeddingRuntime, KnownModel
from host.core.ocr import Ocr
from host.core.tokens import Tokens
from host.core.transcript import Transcript
from host.core.vectors import Matrix, Vector
from host.errors import ConversionError, ErrorCode, FetchError, ModelError, NotFoundError, TranscriptError


class WordSplitter:
    """One token a word (with the white space after it)."""

    special_tokens = 0

    def count(self, text: str) -> int:
        return len(re.findall(r"\S+", text))

    def spans(self, text: str, size: int) -> list[tuple[int, int]]:
        starts = [match.start() for match in re.finditer(r"\S+", text)]
        cuts = [0, *starts[size::size], len(text)]
        return [(start, end) for start, end in pairwise(cuts) if end > start]

    def tokens(self, text: str) -> Tokens:
        found = list(re.finditer(r"\S+", text))
        return Tokens(
            np.array([match.start() for match in found], np.int64),
            np.array([int(text_hash(match.group())[:8], 16) for match in found], np.int64),
        )


class HashingEmbedder:
    """A bag of hashed words: texts that share words are near each other, exactly and for ever."""

    def __init__(self, dimension: int = 256, max_tokens: int = 128, name: str = "hashing") -> None:
        self.model = EmbeddingModel(name, "1", dimension, max_tokens, floor=0.1)
        self.splitter = WordSplitter()
        self.runtime = EmbeddingRuntime("hashing", "processor", "exact", "it is a fake")
        self.embedded: list[str] = []
        """Every text that was embedded as a passage, in order: shows what the cache saved."""

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        self.embedded.extend(texts)
        return np.stack([self._embed(text) for text in texts])

    def embed_question(self, text: str) -> Vector:
        return self._embed(text)

    def _embed(self, text: str) -> Vector:
        vector = np.zeros(self.model.dimension, np.float32)
        for word in re.findall(r"\w+", text.lower()) or ["\0"]:
            vector[int(text_hash(word)[:8], 16) % self.model.dimension] += 1
        return vector / np.linalg.norm(vector)


class FewEmbedders:
    """Those that it was given, by name; the first is in use."""

    def __init__(self, *embedders: HashingEmbedder) -> None:
        self.current = embedders[0]
        self.here = list(embedders)

    def of(self, collection: Collection) -> HashingEmbedder | None:
        return next((one for one in self.here if one.model.identity == collection.identity), None)

    def use(self, model: str) -> HashingEmbedder:
        found = [one for one in self.here if one.model.name == model]
        if not found:
            raise NotFoundError(f"model or folder called {model!r}", "Give a model's folder.")
        self.current = found[0]
        return self.current

    def known(self) -> list[KnownModel]:
        return [KnownModel(one.model.name, f"/models/{one.model.name}", one is self.current) for one in self.here]


class WordReranker:
    """Off until a word is chosen; then the more often a text has it, the better. The word `broken` fails."""

    def __init__(self) -> None:
        self.name = ""
        self.read: list[str] = []

    def use(self, model: str) -> None:
        self.name = model

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        self.read = list(texts)
        if self.name == "broken":
            raise ModelError(ErrorCode.MODEL_MISSING, "The reranking model is not whole.", "Turn it off.")
        return [float(text.count(self.name)) for text in texts]


class ScriptedProvider:
    """Says what it was told to say, in pieces; remembers the prompts it was given."""

    name = "scripted"
    label = "Scripted"
    cloud = False
    budget = 6000

    def __init__(self, *pieces: str | Piece | Exception, ready: bool = True) -> None:
        self.pieces = pieces
        self.ready = ready
        self.prompts: list[Prompt] = []

    async def status(self) -> ProviderStatus:
        return ProviderStatus(self.ready, ("script",), "" if self.ready else "Write a script.")

    async def answer(self, prompt: Prompt, model: str) -> AsyncGenerator[Piece, None]:
        self.prompts.append(prompt)
        for piece in self.pieces:
            if isinstance(piece, Exception):
                raise piece
            yield piece if isinstance(piece, Piece) else Piece(piece)


class DictFetcher:
    """A site served from a dict: URL -> body, (status, body) or a whole Response."""

    def __init__(self, pages: dict[str, str | bytes | tuple[int, str] | Response]) -> None:
        self.pages = pages
        self.fetched: list[str] = []

    async def get(
        self, url: str, *, trusted_host: str = "", max_bytes: int = 0, etag: str = "", last_modified: str = ""
    ) -> Response:
        self.fetched.append(url)
        page = self.pages.get(urldefrag(url).url)
        if page is None:
            if not any(urlsplit(known).netloc == urlsplit(url).netloc for known in self.pages):
                raise FetchError(ErrorCode.UNREACHABLE, f"{url} cannot be reached.")
            return Response(url, 404, b"")
        if isinstance(page, Response):
            unchanged = etag and page.headers.get("etag") == etag
            return Response(page.url, 304, b"", page.headers) if unchanged else page
        status, body = page if isinstance(page, tuple) else (200, page)
        data = body if isinstance(body, bytes) else body.encode()
        kind = "text/plain" if url.endswith(".txt") else "application/xml" if url.endswith(".xml") else "text/html"
        return Response(urldefrag(url).url, status, data, {"content-type": kind})


class DictTranscripts:
    """Transcripts from a dict: video id -> Transcript; any other video has none. Remembers what was asked for."""

    def __init__(self, videos: dict[str, Transcript]) -> None:
        self.videos = videos
        self.asked: list[tuple[str, tuple[str, ...], str]] = []

    def transcript(self, video_id: str, languages: Sequence[str], translate_to: str = "") -> Transcript:
        self.asked.append((video_id, tuple(languages), translate_to))
        if video_id not in self.videos:
            raise TranscriptError(ErrorCode.NO_TRANSCRIPT, "This video has no transcript.")
        return self.videos[video_id]


_BYLINE = re.compile(r"^By (.+), (\d{4}-\d\d-\d\d)$", re.MULTILINE)


class MarkdownConverter:
    """Takes every byte string for Markdown, with a byline.

    `BROKEN…` is a damaged file, `LOCKED…` wants `secret`, and `PICTURE…` leave to recognise its two pages; of `PARTLY…`
    the second page is a picture, which says more with leave.
    """

    def convert(
        self,
        data: bytes,
        *,
        uri: str,
        name: str = "",
        media_type: str = "",
        password: str = "",
        ocr: Ocr | None = None,
    ) -> Document:
        markdown = data.decode()
        if markdown.startswith("LOCKED") and password != "secret":
            raise ConversionError(ErrorCode.ENCRYPTED, f"{name or uri} is locked.", "Add it again with its password.")
        if markdown.startswith("PICTURE") and not ocr:
            raise ConversionError(ErrorCode.NEEDS_OCR, f"{name or uri} is a picture.", "Let it be recognised.")
        if markdown.startswith("PICTURE") and ocr:
            ocr.on_page(1, 2)
            ocr.on_page(2, 2)
        if markdown.startswith("BROKEN"):
            raise ConversionError(ErrorCode.DAMAGED, f"{name or uri} is damaged.", "Save it again.")
        pictures = (2,) if markdown.startswith("PARTLY") and not ocr else ()
        if markdown.startswith("PARTLY") and ocr:
            markdown += "\n\nThe oar is three metres long."
        title = markdown.splitlines()[0].lstrip("# ") if markdown else ""
        kind = (media_type or "text/markdown").split(";")[0]
        byline = _BYLINE.search(markdown)
        about = About((byline[1],), byline[2]) if byline else About()
        return Document(uri, title, markdown, media_type=kind, strategy="fake", about=about, pictures=pictures)


class NamedLanguages:
    """Text recognition that knows the languages it is given."""

    def __init__(self, *languages: str) -> None:
        self._languages = languages

    def languages(self) -> tuple[str, ...]:
        return self._languages


class QuotingProvider:
    """The first passage's first line, cited: what answers when no model does."""

    name = "extractive"
    label = "Quotes"
    cloud = False
    budget = 4000

    async def status(self) -> ProviderStatus:
        return ProviderStatus(ready=True)

    async def answer(self, prompt: Prompt, model: str) -> AsyncGenerator[Piece, None]:
        yield Piece(f"> {prompt.passages[0].chunk.text.splitlines()[0]} [1]")


class DictKeys:
    """Keys in a dict."""

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}

    def key(self, provider: str) -> str:
        return self.keys.get(provider, "")

    def set_key(self, provider: str, key: str) -> None:
        self.keys[provider] = key
