"""Which units of the passages answer a question best, and how they are quoted.

Works on similarities that somebody else computed; chooses few and different units, and never changes their words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from host.core.answers import Passage
from host.core.overlap import WordWeights, word_pairs, words
from host.core.sentences import Sentence, sentences
from host.core.vectors import Matrix, Vector

_LONGEST_CONTEXT = 400
"""Characters of a unit that are embedded: what it is about shows at its beginning, and longer text costs time."""
_MOST = 4
_COVERAGE, _COVERAGE_UNDER, _COVERAGE_AMONG = 0.25, 0.2, 0.6
"""Of the question's words in the unit, in the unit with its headings, and in the unit with those beside it: the subject
often stands only there."""
_PAIRS = 0.2
"""Of the question's pairs of words in the unit: the same words about something else rarely stand together."""
_FOLLOWING, _PRECEDING = 0.1, 0.2
"""Of the scores of the units beside it: what names the subject and what says more of it are often two sentences."""
_RANK = 0.06
"""Of the first passage: the search that ranked them saw more than one sentence."""
_AMOUNT_GIVEN = 0.12
"""For a sentence with a number where one is asked for: its neighbours under one heading are as near in meaning."""
_TELLING = 3
"""Words that carry meaning, below which a sentence says little by itself: what it shares with the question is then its
heading's, not its own."""
_LITTLE = 0.05
"""Taken off for each word that is missing."""
_NEAR = 0.86
"""Share of the best score from which another unit is worth quoting too."""
_SAME = 0.6
"""Share of words in common from which two units say the same."""

_WANTS_CODE = re.compile(
    r"\b(how (do|can|to|would|should)|commands?|install|run|syntax|snippet|example|code|flags?|options?)\b",
    re.IGNORECASE,
)
_WANTS_AMOUNT = re.compile(
    r"\bhow (long|many|much|often|old|far|high|tall|deep|wide|big|large|heavy|fast|hot|cold|late|early|soon)\b"
    r"|\bwhen\b|\b(what|which) (year|date|day|time|price|size|number|percentage)\b",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty|hundred|thousand|million"
    r"|once|twice|half|dozen|never|always|daily|hourly|weekly|monthly|yearly|every|each)\b",
    re.IGNORECASE,
)
_WANTS_REASON = re.compile(r"\W*(why|how come|what (causes?|caused|makes|made))\b", re.IGNORECASE)
_LEANS_BACK = re.compile(r"(it|its|this|these|those|that|they|he|she|both|then|there)\b", re.IGNORECASE)
_COMPLETE = re.compile(r"[.!\u3002\uff01][\"'\u201d\u2019)\]]*\Z")
_QUESTION = re.compile(r"[?\uff1f][\"'\u201d\u2019)\]]*\Z")
_SPECIAL = re.compile(r"[\\`*\[<~]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)|\A[#>+-]")
_ORDINAL = re.compile(r"(?<=\A\d)[.)]|(?<=\A\d\d)[.)]")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A unit of passage `n`, with the unit before it when it does not stand alone."""

    n: int
    rank: int
    unit: Sentence
    lead: str = ""
    before: str = ""
    """What stands before the lead of a code block: often only there it says what the code is for."""
    headings: tuple[str, ...] = ()
    after: str = ""
    """The sentence that follows, where a reason is asked for: people say what is so and then why."""
    place: int = 0
    """Of the unit among all: neighbours in a passage are one apart, different passages more."""
    around: str = ""
    """The units on both sides."""

    @property
    def context(self) -> str:
        """The text to embed: the unit under its headings."""
        parts = (*self.headings[-2:], " ".join(self.unit.header), self.before, self.lead, self.unit.text)
        return "\n".join(part for part in parts if part)[:_LONGEST_CONTEXT]


def candidates(passages: Sequence[Passage], question: str = "") -> list[Candidate]:
    """All units that can be quoted, in order. What overlapping passages share is there once."""
    wants_reason = bool(_WANTS_REASON.match(question))
    found: dict[str, Candidate] = {}
    first = 0
    for rank, passage in enumerate(passages):
        units = sentences(passage.chunk.text, passage.chunk.opening)
        headings = passage.chunk.headings
        for index, unit in enumerate(units):
            if unit.kind == "heading" and unit.text not in headings:
                # A chunk of several short sections has the headings of them all inside.
                headings = (*passage.chunk.headings, unit.text)
            if unit.kind in ("heading", "header") or not any(character.isalnum() for character in unit.text):
                continue
            if _introduces_code(units, index):
                continue
            lead = _lead(units[index - 1], unit) if index else ""
            before = _lead(units[index - 2], unit) if index > 1 and unit.kind == "code" else ""
            after = _sequel(units, index) if wants_reason else ""
            around = " ".join(one.text for one in (*units[max(index - 1, 0) : index], *units[index + 1 : index + 2]))
            candidate = Candidate(passage.n, rank, unit, lead, before, headings, after, first + index, around)
            found.setdefault(unit.text, candidate)
        first += len(units) + 1
    return list(found.values())


def _sequel(units: Sequence[Sentence], index: int) -> str:
    following = units[index + 1 : index + 2]
    return following[0].text if following and units[index].kind == following[0].kind == "prose" else ""


def _introduces_code(units: Sequence[Sentence], index: int) -> bool:
    """Such a sentence is quoted with its code, and says nothing without it."""
    return units[index].text.endswith(":") and index + 1 < len(units) and units[index + 1].kind == "code"


def _lead(previous: Sentence, unit: Sentence) -> str:
    """What introduces a code block, or what an `it` at the start of a sentence stands for."""
    if previous.kind not in ("prose", "item"):
        return ""
    leans = unit.kind == "code" or (unit.kind == "prose" and _LEANS_BACK.match(unit.text))
    return previous.text if leans else ""


def likely(found: Sequence[Candidate], question: str, limit: int) -> list[Candidate]:
    """At most `limit` candidates, by the words of the question and the passages' rank; order is kept."""
    scores = _coverage(found, question) + 0.5 / (1 + np.array([candidate.rank for candidate in found], np.float64))
    best = np.argsort(-scores, kind="stable")[:limit]
    return [found[index] for index in sorted(best)]


def choose(found: Sequence[Candidate], vectors: Matrix, question: str, asked: Vector) -> list[Candidate]:
    """The one to four candidates that answer best, best first. `vectors` are those of their contexts.

    Sentences that follow one another are one candidate.
    """
    scores = _with_neighbours(found, vectors @ asked + _coverage(found, question)) + _bonus(found, question)
    order = np.argsort(-scores, kind="stable").tolist()
    return _in_runs(list(_different(found, order, scores, _NEAR * float(scores.max())).values()))


def represent(found: Sequence[Candidate], vectors: Matrix) -> list[Candidate]:
    """The candidates that stand for the whole, in reading order: for a question about no part in particular."""
    scores = vectors @ vectors.mean(axis=0) + _bonus(found, "")
    chosen = _different(found, np.argsort(-scores, kind="stable").tolist(), scores, 0.0)
    return _in_runs([chosen[index] for index in sorted(chosen)])


def _with_neighbours(found: Sequence[Candidate], scores: Vector) -> Vector:
    """Where there is no unit on a side, the mean stands for its score."""
    places = {candidate.place: index for index, candidate in enumerate(found)}
    padded = np.append(scores, scores.mean())
    following = [places.get(candidate.place + 1, -1) for candidate in found]
    preceding = [places.get(candidate.place - 1, -1) for candidate in found]
    return np.asarray(scores + _FOLLOWING * padded[following] + _PRECEDING * padded[preceding], np.float32)


def _coverage(found: Sequence[Candidate], question: str) -> Vector:
    texts = [
        " ".join((*candidate.unit.header, candidate.before, candidate.lead, candidate.unit.text)) for candidate in found
    ]
    own = [words(text) for text in texts]
    weights = WordWeights(own)
    wanted, pairs = words(question), word_pairs(question)

    def covered(candidate: Candidate, text: str, mine: frozenset[str]) -> float:
        return (
            _COVERAGE * weights.coverage(wanted, mine)
            + _COVERAGE_UNDER * weights.coverage(wanted, mine | words(" ".join(candidate.headings)))
            + _COVERAGE_AMONG * weights.coverage(wanted, mine | words(candidate.around))
            + _PAIRS * len(pairs & word_pairs(text)) / max(len(pairs), 1)
        )

    return np.array(list(map(covered, found, texts, own)), np.float32)


def _bonus(found: Sequence[Candidate], question: str) -> Vector:
    wants_code, wants_amount = bool(_WANTS_CODE.search(question)), bool(_WANTS_AMOUNT.search(question))
    return np.array(
        [
            _form(candidate, wants_code)
            + _AMOUNT_GIVEN * (wants_amount and bool(_AMOUNT.search(candidate.unit.text)))
            + _RANK / (1 + candidate.rank)
            for candidate in found
        ],
        np.float32,
    )


def _form(candidate: Candidate, wants_code: bool) -> float:
    """How well a unit stands by itself."""
    unit = candidate.unit
    if unit.kind == "code":
        return 0.15 if wants_code else -0.08
    if _QUESTION.search(unit.text):
        return -0.25
    missing = max(0, _TELLING - len(words(unit.text))) if unit.kind == "prose" else 0
    return (0.04 if _COMPLETE.search(unit.text) else 0.0) - _LITTLE * missing


def _different(found: Sequence[Candidate], order: Sequence[int], scores: Vector, least: float) -> dict[int, Candidate]:
    """By their places in `found`, in `order`; no sentence is shown in two of them."""
    chosen: dict[int, Candidate] = {}
    taken: list[frozenset[str]] = []
    shown: set[str] = set()
    for index in order:
        candidate = found[index]
        own = words(candidate.unit.text)
        repeats = any(len(own & other) >= _SAME * min(len(own), len(other)) for other in taken)
        if scores[index] >= least and not repeats and candidate.unit.text not in shown:
            chosen[index] = _not_again(candidate, shown)
            taken.append(own)
            shown |= {candidate.lead, candidate.unit.text, candidate.after}
        if len(chosen) == _MOST:
            break
    return chosen


def _not_again(candidate: Candidate, shown: set[str]) -> Candidate:
    lead, after = ("" if text in shown else text for text in (candidate.lead, candidate.after))
    return replace(candidate, lead=lead, after=after)


def _in_runs(chosen: Sequence[Candidate]) -> list[Candidate]:
    """Sentences of prose that follow one another as one, in the place of the best of them."""
    runs: list[list[int]] = []
    for at in sorted(range(len(chosen)), key=lambda at: chosen[at].place):
        if runs and _follows(chosen[at], chosen[runs[-1][-1]]):
            runs[-1].append(at)
        else:
            runs.append([at])
    return [_joined([chosen[at] for at in run]) for run in sorted(runs, key=min)]


def _follows(candidate: Candidate, other: Candidate) -> bool:
    return candidate.place == other.place + 1 and candidate.unit.kind == other.unit.kind == "prose"


def _joined(run: Sequence[Candidate]) -> Candidate:
    texts = [candidate.unit.text for candidate in run[1:]]
    return replace(run[0], after=" ".join([*texts, run[-1].after]).rstrip()) if texts else run[0]


def quotation(candidate: Candidate) -> str:
    """The candidate as a blockquote with its citation; what it shows are the words of the source."""
    unit, mark = candidate.unit, f"[{candidate.n}]"
    if unit.kind == "code":
        # Longer than any fence inside.
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", unit.text)), default=0))
        lines = [
            *([_escaped(candidate.lead), ""] if candidate.lead else []),
            fence,
            *unit.text.split("\n"),
            fence,
            "",
            mark,
        ]
    elif unit.header and len(cells := unit.text.split(" | ")) == len(unit.header):
        lines = [_row(unit.header), "|---" * len(cells) + "|", _row(cells), "", mark]
    else:
        lead = f"{_escaped(candidate.lead)} " if candidate.lead else ""
        after = f" {_escaped(candidate.after)}" if candidate.after else ""
        lines = [*f"{lead}{_escaped(unit.text)}{after} {mark}".split("\n")]
    return "\n".join(f"> {line}".rstrip() for line in lines)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_escaped(cell).replace("|", "\\|") for cell in cells) + " |"


def _escaped(text: str) -> str:
    """Visible text as Markdown that shows exactly it."""
    return _ORDINAL.sub(r"\\\g<0>", _SPECIAL.sub(r"\\\g<0>", text), count=1)
