"""Inline Markdown to the text that a person would see, in one pass and linear time."""

from __future__ import annotations

import html
import re
from collections import defaultdict, deque
from dataclasses import dataclass

# Possessive throughout: no input can make the scan go back.
_MARK = re.compile(
    r"(?P<escape>\\[!-/:-@\[-`{-~\n])"
    r"|(?P<ticks>`++)"
    r"|(?P<autolink><(?:https?://|mailto:)[^<>\s]*+>)"
    r"|(?P<tag></?(?:a|abbr|b|br|code|del|details|div|em|i|img|ins|kbd|mark|p|s|small|span|strong|sub|summary|sup|u)"
    r"(?:\s[^<>]*+)?/?>|<!--[^<>]*+>)"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|(?P<note>\[\^\w{1,40}+\](?::\s++)?+)"
    r"|(?P<open>!?\[)"
    r"|(?P<close>\])"
    r"|(?P<run>\*++|_++|~~++)",
)
_TARGET = re.compile(
    r"\(\s*+(?:<[^<>\n]*+>|[^\s()<][^\s()]*+(?:\([^\s()]*+\)[^\s()]*+)*+)?+"
    r"(?:\s++(?:\"[^\"]*+\"|'[^']*+'|\([^()]*+\)))?+\s*+\)"
)
_TICKS = re.compile(r"`++")


def visible(text: str) -> str:
    """Links give their text, images their description; emphasis, code marks, tags and escapes go."""
    return _Scan(text).run()


@dataclass(slots=True)
class _Run:
    """Marks of emphasis: those that find no partner are text and go back to their place."""

    index: int
    character: str
    length: int


class _Scan:
    def __init__(self, text: str) -> None:
        self.text = text
        self.pieces: list[str] = []
        self.brackets: list[int] = []
        """Indices into `pieces` of opening brackets without a partner."""
        self.runs: list[_Run] = []
        self.openers: defaultdict[str, list[_Run]] = defaultdict(list)
        """By character, the runs that may still open emphasis."""
        self.ticks: defaultdict[int, deque[int]] = defaultdict(deque)
        """Where the runs of backticks of each length start."""
        for match in _TICKS.finditer(text):
            self.ticks[len(match.group())].append(match.start())

    def run(self) -> str:
        position = 0
        while match := _MARK.search(self.text, position):
            self.pieces.append(self.text[position : match.start()])
            position = self._mark(match)
        self.pieces.append(self.text[position:])
        for run in self.runs:
            self.pieces[run.index] = run.character * run.length
        return "".join(self.pieces)

    def _mark(self, match: re.Match[str]) -> int:
        """Handle one mark; the offset to go on from."""
        mark = match.group()
        match match.lastgroup:
            case "escape":
                self.pieces.append(mark[1])
            case "ticks":
                return self._code(mark, match.start())
            case "autolink":
                self.pieces.append(mark[1:-1].removeprefix("mailto:"))
            case "tag":
                self.pieces.append("\n" if mark.startswith("<br") else "")
            case "note":
                # A page shows its notes' numbers in many ways: the text around them is found without.
                pass
            case "entity":
                self.pieces.append(html.unescape(mark))
            case "open":
                self.brackets.append(len(self.pieces))
                self.pieces.append(mark)
            case "close":
                return self._close(match.end())
            case _:
                self._emphasis(mark, match.start(), match.end())
        return match.end()

    def _code(self, ticks: str, start: int) -> int:
        """Up to the next run of as many backticks; without one they are text."""
        content = start + len(ticks)
        same = self.ticks[len(ticks)]
        while same and same[0] < content:
            same.popleft()
        if not same:
            self.pieces.append(ticks)
            return content
        code = self.text[content : same[0]].replace("\n", " ")
        padded = code.startswith(" ") and code.endswith(" ") and code.strip()
        self.pieces.append(code[1:-1] if padded else code)
        return same[0] + len(ticks)

    def _close(self, end: int) -> int:
        opened = self.brackets.pop() if self.brackets else None
        target = _TARGET.match(self.text, end)
        if opened is None or target is None:
            self.pieces.append("]")
            return end
        if self.pieces[opened] == "![" and target.group() == "()":
            # A picture without an address stands for one of a page: nobody sees its description as text there.
            del self.pieces[opened:]
            while self.runs and self.runs[-1].index >= opened:
                self.runs.pop().length = 0
            return target.end()
        self.pieces[opened] = ""
        return target.end()

    def _emphasis(self, run: str, start: int, end: int) -> None:
        """Take away what pairs with an earlier run, by CommonMark's flanking rules; keep the rest."""
        before, after = self.text[start - 1 : start] or " ", self.text[end : end + 1] or " "
        left = not after.isspace() and (_is_word(after) or not _is_word(before))
        right = not before.isspace() and (_is_word(before) or not _is_word(after))
        closes = right and not (run[0] == "_" and left and _is_word(after))
        opens = left and not (run[0] == "_" and right and _is_word(before))
        stack = self.openers[run[0]]
        rest = _Run(len(self.pieces), run[0], len(run))
        while rest.length and closes and stack:
            paired = min(rest.length, stack[-1].length)
            rest.length -= paired
            stack[-1].length -= paired
            if not stack[-1].length:
                stack.pop()
        if rest.length and opens:
            stack.append(rest)
        self.runs.append(rest)
        self.pieces.append("")


def _is_word(character: str) -> bool:
    """Neither white space nor punctuation, as far as emphasis cares."""
    return character.isalnum() or not (character.isspace() or character.isascii())
