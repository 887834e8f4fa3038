"""Questions for which it is marked where in a document the answer stands, to the character."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from host.core.chunks import ChunkSettings
from tests.benchmarks import chunk_scores, judged

_SENTENCE_END = re.compile(r"(?<=[.?!])\s+|\n+")
_ASIDE = 20
"""Characters on each side of a short answer that belong to its mark: `four` alone stands in many sentences."""
_TELLING = 8
"""Letters and digits below which a mark would be met by chance."""


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    uri: str
    marks: tuple[str, ...]
    """What the answer has to show, as `letters` has it; none crosses the end of a sentence."""

    def held(self, uri: str, shown: str) -> float:
        """The share of the marked letters that `shown`, from the document `uri`, holds."""
        met = sum(len(mark) for mark in self.marks if uri == self.uri and mark in shown)
        return met / sum(map(len, self.marks))


@dataclass(frozen=True, slots=True)
class Marked:
    """A collection; documents are title and text by URI."""

    name: str
    documents: Mapping[str, tuple[str, str]]
    questions: Sequence[Question]
    settings: ChunkSettings


def letters(text: str) -> str:
    """Letters and digits alone: a quotation folds white space and draws tables anew."""
    return "".join(filter(str.isalnum, text)).lower()


def read(data: Path) -> list[Marked]:
    return [_answers(data / "ir" / "xquad-en"), _excerpts(data / "ir" / "chunking-eval")]


def _answers(folder: Path) -> Marked:
    """XQuAD: an answer of a few words in a paragraph, which is a document here."""
    found = judged.read(folder)
    homes = {question.id: next(iter(question.grades)) for question in found.questions}
    questions = []
    for line in (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        uri, answer = homes[row["_id"]], row["metadata"]
        mark = _around(found.documents[uri][1], answer["answer_start"][0], len(answer["answers"][0]))
        questions.append(Question(row["text"], uri, (mark,)))
    return Marked(folder.name, found.documents, questions, ChunkSettings())


def _around(text: str, start: int, length: int) -> str:
    before = _SENTENCE_END.split(text[max(start - _ASIDE, 0) : start])[-1]
    after = _SENTENCE_END.split(text[start + length : start + length + _ASIDE])[0]
    return letters(before + text[start : start + length] + after)


def _excerpts(folder: Path) -> Marked:
    """Chroma's: one or several sentences of a long document."""
    corpora = chunk_scores.read_corpora(folder)
    questions = []
    for question in chunk_scores.read_questions(folder):
        text = corpora[question.corpus]
        parts = (part for start, end in question.excerpts for part in _SENTENCE_END.split(text[start:end]))
        marks = tuple(mark for mark in map(letters, parts) if len(mark) >= _TELLING)
        questions.append(Question(question.text, question.corpus, marks))
    documents = {name: (name, text) for name, text in corpora.items()}
    return Marked(folder.name, documents, questions, ChunkSettings(cap=2000))
