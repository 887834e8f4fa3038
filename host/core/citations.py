"""The citations of an answer: made uniform while it streams, and resolved to sentences when it is complete."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from host.core.answers import Citation, Passage
from host.core.brackets import PENDING, Bracket, cited, read_bracket, read_wide
from host.core.location import Location, locate
from host.core.markdown import plain
from host.core.overlap import WordWeights, words
from host.core.sentences import Sentence, sentences
from host.core.ticks import Ticks, read_fenced, read_ticks, run_end

_TEXT = re.compile(r"[^`~\[\]\u3010!\\ \n]++")
_CONTAINER = re.compile(r"[ \t>*+\-\d.)]*+")
"""What may stand on a line before a block: the marks of quotes and lists."""
_IDENTIFIER = re.compile(r"(?<!\w)(?:[a-z]|\w*_\w*|[a-z]+[A-Z]\w*|[A-Za-z]\w*(?:\.[A-Za-z_]\w*)+)(?:\[[\w:]*\])*\Z")
"""Array code outside of a code span, as in `a[0]`; a plain word before a marker is prose that lacks a space."""
_MARK = re.compile(r"\[\d+\]")
_LENGTH_WEIGHT = 0.02
_VERBATIM = 1000.0
"""More than any overlap: an answer that quotes a sentence is supported by that sentence."""
_TELLING = 3
"""Words below which a sentence stands in another one by chance."""
_TAIL = 80
"""Characters of what was read that are kept to look back at."""


@dataclass(frozen=True, slots=True)
class _Step:
    """Up to `end` of the buffer, what is passed on, and which sources that cites at which of its offsets."""

    end: int
    text: str
    marks: tuple[tuple[int, int], ...] = ()
    removed: int = 0


class CitationStream:
    """Passes an answer on in pieces, holding back only what may be an unfinished citation, link or code span.

    Every way of citing becomes `[n]`; numbers that are no source are removed and counted. A link stays when its
    address is one of `urls`, and is reduced to its text otherwise; images always are. Code is left alone.
    However the answer is cut into pieces, the result is the same.
    """

    def __init__(self, count: int, urls: Collection[str] = ()) -> None:
        self.removed = 0
        self.marks: list[tuple[int, int]] = []
        """(offset in all that was passed on, source) of each citation."""
        self._count = count
        self._urls = frozenset(urls)
        self._buffer = ""
        self._passed = 0
        self._tail = ""
        """The end of what was passed on."""
        self._line_opens = ""
        """The first character passed on in this line after the marks of quotes and lists."""
        self._fence = ""

    def feed(self, text: str) -> str:
        self._buffer += text
        return self._drain(final=False)

    def finish(self) -> str:
        """What was still held back."""
        return self._drain(final=True)

    def _drain(self, *, final: bool) -> str:
        passed: list[str] = []
        position = 0
        while position < len(self._buffer):
            step = self._next(position, final)
            if step is None:
                break
            passed.append(self._pass(step))
            position = step.end
        self._buffer = self._buffer[position:]
        return "".join(passed)

    def _pass(self, step: _Step) -> str:
        apart = " " if self._joins(step.text) else ""
        text = apart + step.text
        start = self._passed + len(apart)
        self.marks += [(start + offset, number) for offset, number in step.marks]
        self.removed += step.removed
        self._passed += len(text)
        line = text.rpartition("\n")[2]
        self._line_opens = "" if "\n" in text else self._line_opens
        self._line_opens = self._line_opens or _CONTAINER.sub("", line, count=1)[:1]
        self._tail = (self._tail + text)[-_TAIL:]
        return text

    def _joins(self, text: str) -> bool:
        """Whether `text` would make a link or an image, or say where one leads, with what was passed on before.

        `_link` is the one way to a link, and without definitions `[1]` and `[a][b]` lead nowhere.
        """
        if self._fence:
            return False
        if self._tail.endswith("!") and text.startswith("["):
            return True
        return self._tail.endswith("]") and (text.startswith("(") or (text.startswith(":") and self._line_opens == "["))

    def _next(self, position: int, final: bool) -> _Step | None:
        """The next step, or None when more text is needed to tell."""
        if self._fence:
            at_start = self._tail[-1:] in ("", "\n")
            fenced = read_fenced(self._buffer, position, self._fence, line_start=at_start, final=final)
            return self._code(fenced, position)
        match = _TEXT.match(self._buffer, position)
        if match:
            return _Step(match.end(), match.group())
        character = self._buffer[position]
        if character in "`~":
            ticks = read_ticks(self._buffer, position, line_start=not self._line_opens, final=final)
            return self._code(ticks, position)
        if character == " ":
            return self._spaces(position, final)
        if character in "\n]":
            return _Step(position + 1, character)
        if position + 1 == len(self._buffer) and not final:
            return None
        following = self._buffer[position + 1 : position + 2]
        if character == "\\":
            return _Step(position + 1 + len(following), character + following)
        if character == "!" and following != "[":
            return _Step(position + 1, character)
        return self._bracket(position, final)

    def _code(self, ticks: Ticks | Literal["pending"], position: int) -> _Step | None:
        if ticks == PENDING:
            return None
        self._fence = ticks.fence
        return _Step(ticks.end, self._buffer[position : ticks.end])

    def _spaces(self, position: int, final: bool) -> _Step | None:
        """Those before a citation that is removed go with it."""
        end = run_end(self._buffer, position)
        run = self._buffer[position:end]
        if end == len(self._buffer):
            return _Step(end, run) if final else None
        if self._buffer[end] not in "[\u3010":
            return _Step(end, run)
        bracket = self._read(end, final)
        if bracket == PENDING:
            return None
        found = bracket and cited(bracket.label, self._count)
        if bracket is None or not found or found[0]:
            return _Step(end, run)
        if bracket.end == len(self._buffer) and not final:
            return None
        goes = self._buffer[bracket.end : bracket.end + 1] in (*" .,;:!?)\n", "")
        return _Step(bracket.end, "", (), found[1]) if goes else _Step(end, run)

    def _read(self, start: int, final: bool) -> Bracket | Literal["pending"] | None:
        wide = self._buffer[start] == "\u3010"
        return (read_wide if wide else read_bracket)(self._buffer, start, final=final)

    def _bracket(self, position: int, final: bool) -> _Step | None:
        image = self._buffer[position] == "!"
        start = position + image
        wide = self._buffer[start] == "\u3010"
        bracket = self._read(start, final)
        if bracket == PENDING:
            return None
        if bracket is None:
            return _Step(start + 1, "!" * image + _opening(wide, nested=not wide))
        is_array = not wide and bool(_IDENTIFIER.search(self._tail))
        found = None if image or is_array else cited(bracket.label, self._count)
        if bracket.target is not None:
            return self._link(bracket, found, image)
        if image:
            return _Step(position + 1, "!")
        if found is not None:
            return self._marks(bracket.end, *found)
        return _Step(start + 1, _opening(wide, nested="[" in bracket.label))

    def _marks(self, end: int, numbers: list[int], missing: int) -> _Step:
        text, marks = "", []
        for number in numbers:
            marks.append((len(text), number))
            text += f"[{number}]"
        if not text and self._tail.endswith(("`", "~", "!", "\\", "[")):
            # What stood apart stays apart.
            text = " "
        return _Step(end, text, tuple(marks), missing)

    def _link(self, bracket: Bracket, found: tuple[list[int], int] | None, image: bool) -> _Step:
        """A link to a source stays when its text is plain; any other is reduced to its text, or its citation."""
        address = bracket.url.partition("#")[0]
        allowed = address in self._urls and address.startswith(("http://", "https://"))
        if allowed and not image and "[" not in bracket.label:
            return _Step(bracket.end, f"[{bracket.label}]({bracket.target})")
        if found is not None:
            return self._marks(bracket.end, *found)
        inner = CitationStream(self._count)
        inner._tail, inner._line_opens = self._tail, self._line_opens
        text = inner.feed(bracket.label) + inner.finish()
        return _Step(bracket.end, text, tuple(inner.marks), inner.removed)


def _opening(wide: bool, *, nested: bool) -> str:
    """A bracket that is text, so written that what is removed inside it makes it no citation."""
    if wide:
        return "\u3014" if nested else "\u3010"
    return "\\[" if nested else "["


def resolve(answer: str, passages: Sequence[Passage]) -> list[Citation]:
    """For each `[n]` outside of code, in order, what of source n best supports what it stands behind.

    That is one sentence, and those around it that the answer repeats with it word for word.
    """
    stream = CitationStream(len(passages))
    text = stream.feed(answer) + stream.finish()
    units = sentences(text)
    supports = {passage.n: _Support(passage) for passage in passages}
    previous = 0
    found = []
    for offset, number in stream.marks:
        found.append(supports[number].citation(_claim(text, units, offset), _MARK.sub(" ", text[previous:offset])))
        previous = offset
    return found


def locate_passage(passage: Passage) -> Location:
    """Where a passage begins, for opening it as a whole."""
    return _located(passage, _quotable(_units(passage))[:1])


def _claim(text: str, units: Sequence[Sentence], offset: int) -> str:
    """The sentence that a citation at `offset` is about: its own, or the one that ended just before it."""
    index = max(bisect_right(units, offset, key=lambda unit: unit.start) - 1, 0)
    unit = units[index]
    leads = not _MARK.sub("", text[unit.start : offset]).strip()
    alone = not _MARK.sub("", unit.text).strip()
    if index and (alone or (leads and "\n\n" not in text[units[index - 1].end : unit.start])):
        unit = units[index - 1]
    return _MARK.sub(" ", unit.text)


def _units(passage: Passage) -> list[Sentence]:
    """The passage's sentences and headings, in order."""
    text = passage.chunk.text
    return sentences(text, passage.chunk.opening) or [Sentence(0, len(text), plain(text))]


def _quotable(units: list[Sentence]) -> list[Sentence]:
    """Headings only where there is nothing else."""
    return [unit for unit in units if unit.kind not in ("heading", "header")] or units


def _located(passage: Passage, run: Sequence[Sentence]) -> Location:
    # Each in a line of its own, as if it were a block: that may be so in the page.
    start, text = passage.chunk.start + run[0].start, "\n".join(unit.text for unit in run)
    return locate(passage.uri, passage.media_type, passage.anchors, start, text, passage.chunk.headings)


def _run(units: Sequence[Sentence], index: int, said: str) -> Sequence[Sentence]:
    """The unit at `index`, with those before and after it that `said` has together with it, whatever the spaces."""
    text, run = _unspaced(said), _unspaced(units[index].text)
    first, after = index, index + 1
    while first and (longer := _unspaced(units[first - 1].text) + run) in text:
        first, run = first - 1, longer
    while after < len(units) and (longer := run + _unspaced(units[after].text)) in text:
        after, run = after + 1, longer
    return units[first:after]


def _unspaced(text: str) -> str:
    return "".join(text.split())


class _Support:
    """The sentences of one passage, weighed against claims."""

    def __init__(self, passage: Passage) -> None:
        self._passage = passage
        self._units = _units(passage)

    def citation(self, claim: str, clause: str) -> Citation:
        """What is best for `claim`; `clause` is what stands between the citation before and this one."""
        units, unit_words, weights = self._weighed
        whole, part = words(claim), words(clause) & words(claim)
        folded = " ".join(claim.split())

        def score(index: int) -> float:
            found = unit_words[index]
            shared = 2 * weights.total(part & found) + weights.total(whole & found)
            # Of two sentences that say the same the shorter one says it better.
            length = 1 + _LENGTH_WEIGHT * weights.total(found)
            verbatim = len(found) >= _TELLING and " ".join(units[index].text.split()) in folded
            return shared / length + _VERBATIM * verbatim

        best = units[max(range(len(units)), key=score)]
        # Among the headings too: what stands on both sides of one is not found as one in the page.
        run = _run(self._units, self._units.index(best), plain(clause))
        place = _located(self._passage, run)
        return Citation(self._passage.n, " ".join(unit.text for unit in run), place.url, place.label)

    @cached_property
    def _weighed(self) -> tuple[list[Sentence], list[frozenset[str]], WordWeights]:
        units = _quotable(self._units)
        unit_words = [words(" ".join((*unit.header, unit.text))) for unit in units]
        return units, unit_words, WordWeights(unit_words)
