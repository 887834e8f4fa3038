"""Generated files: a thousand small ones of several kinds, and PDFs of some hundred pages whose text is known."""

from __future__ import annotations

import random
from collections.abc import Iterator
from email.message import EmailMessage

import pymupdf

from tests.acquire.files import docx, paragraph

_TEXT = (
    "station garden wind rain light mast cell sensor signal roof valley morning reading cable winter north harbour"
    " measure battery setting record passage window ladder copper season report number quiet bright"
)
WORDS = _TEXT.split()
_LINES = 44


def small_files(count: int) -> Iterator[tuple[str, bytes]]:
    """(name, bytes): Markdown, text, pages, tables, letters and Word documents in turn, each of some kilobytes."""
    makers = (_markdown, _text, _page, _table, _letter, _word)
    for number in range(count):
        chance = random.Random(number)
        suffix, data = makers[number % len(makers)](chance, number)
        yield f"{number}.{suffix}", data


def large_pdf(seed: int, pages: int) -> tuple[bytes, str]:
    """A PDF with a heading on each page, and its text in reading order."""
    chance = random.Random(seed)
    file, said = pymupdf.open(), []
    for number in range(1, pages + 1):
        page = file.new_page()
        page.insert_text((50, 60), f"Chapter {number}", fontsize=20)
        lines = [_sentence(chance, 11) for _ in range(_LINES)]
        page.insert_text((50, 90), lines, fontsize=10)
        said += [f"Chapter {number}", *lines]
    return file.tobytes(), " ".join(said)


def _sentence(chance: random.Random, words: int) -> str:
    return f"{' '.join(chance.choices(WORDS, k=words)).capitalize()}."


def _paragraphs(chance: random.Random) -> list[str]:
    return [" ".join(_sentence(chance, 12) for _ in range(5)) for _ in range(8)]


def _markdown(chance: random.Random, number: int) -> tuple[str, bytes]:
    text = "\n\n".join([f"# Note {number}", *_paragraphs(chance)])
    return "md", text.encode()


def _text(chance: random.Random, number: int) -> tuple[str, bytes]:
    return "txt", "\n\n".join(_paragraphs(chance)).encode()


def _page(chance: random.Random, number: int) -> tuple[str, bytes]:
    body = "".join(f"<p>{text}</p>" for text in _paragraphs(chance))
    page = f"<!doctype html><title>Page {number}</title><main><h1>Page {number}</h1>{body}</main>"
    return "html", page.encode()


def _table(chance: random.Random, number: int) -> tuple[str, bytes]:
    rows = [",".join(chance.choices(WORDS, k=6)) for _ in range(80)]
    return "csv", "\n".join(["a,b,c,d,e,f", *rows]).encode()


def _letter(chance: random.Random, number: int) -> tuple[str, bytes]:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = "ann@a.test", "bo@a.test", f"Letter {number}"
    letter.set_content("\n\n".join(_paragraphs(chance)))
    return "eml", letter.as_bytes()


def _word(chance: random.Random, number: int) -> tuple[str, bytes]:
    return "docx", docx(paragraph(f"Document {number}", "Heading1"), *map(paragraph, _paragraphs(chance)))
