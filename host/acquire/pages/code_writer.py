"""A block of code as a fenced block: its lines as they are, without line numbers, under its language."""

from __future__ import annotations

import re

from host.acquire.pages.nodes import Node

_NAMED = re.compile(
    r"(?:(?:language|(?:mw-highlight-)?lang|highlight-source|brush|sourcecode|syntaxhighlighter)[-:\s]+"
    r"|(?<!mw-)highlight(?!-source)[-:])([\w+#.-]+)"
)
_BARE = re.compile(
    r"^(?:hljs|highlight|prism|shiki|code|sourcecode|rouge|\s)*\b(bash|sh|shell|console|python|py|javascript|js|jsx|typescript|ts|tsx"
    r"|json|yaml|toml|xml|html|css|scss|sql|go|rust|ruby|java|kotlin|scala|swift|c|cpp|csharp|php|perl|lua|r|haskell"
    r"|elixir|diff|dockerfile|makefile|ini|powershell|graphql|lean)(?![\w-])"
)
_NO_LANGUAGE = frozenset(
    (
        "none",
        "text",
        "default",
        "plaintext",
        "highlight",
        "notranslate",
        "plain",
        "wrapper",
        "source",
        "block",
        "auto",
        "wrap",
        "tab-size",
    )
)
_STATING = ("data-lang", "data-language", "data-enlighter-language", "data-syntaxhighlighter-params")
_STATED = re.compile(r"(?:brush:\s*)?([\w+#.-]+)")
_GUTTER = re.compile(
    r"(?:^|[\s_-])(?:lineno?s?|line-?numbers?(?:-rows)?|linenums?|gutter|ln(?:um|-num)?|blob-num|hljs-ln-numbers"
    r"|react-syntax-highlighter-line-number|lnt|crayon-nums?|cm-gutters?|cm-gutterelement|codemirror-(?:linenumber|gutter\w*)|ace_gutter)(?:[\s_-]|$)"
)
_NOT_COPIED = re.compile(r"(?:^|\s)(?:select-none|no-?select|unselectable)(?:\s|$)")
_NOT_COPIED_STYLE = re.compile(r"user-select\s*:\s*none")
_LINE_TAGS = frozenset(("div", "p", "li", "tr"))
_LINE_NAMES = re.compile(
    r"(?:^|\s)(?:cl|line|code-?line|view-line|ace_line|codemirror-line|crayon-line|cm-line|token-line|hljs-ln-line)(?:\s|$)"
)


_FEWEST_NUMBERED = 3
"""Lines, their numbers counted: `1`, a word and `2` may be the data."""

_BREAK = "\0"
"""The end of a line by tag, on its way; a parsed page holds no such character."""

_AROUND = 7
"""Boxes around a block that may name its language: tables with line numbers nest deep."""


def is_gutter(node: Node) -> bool:
    """Whether it holds nothing but the numbers of lines."""
    if node.tag in ("pre", "code") and re.fullmatch(r"\s*1\s+2[\s\d]*", "".join(node.texts())):
        return True
    named = _GUTTER.search(node.names) or _NOT_COPIED.search(node.names) or _NOT_COPIED_STYLE.search(node.get("style"))
    return bool(named) and not re.search(r"[^\W\d]", "".join(node.texts()))


def fenced(block: Node) -> str:
    pieces: list[str] = []
    _collect(block, pieces)
    text = "".join(pieces).replace(_BREAK, "\n").replace("\xa0", " ")
    name = language(block)
    lines = _trimmed(_without_numbers(_trimmed([line.rstrip() for line in text.split("\n")])))
    if len(lines) > 1 and name and lines[0].strip().lower() == name:
        # The label that a page shows above the code.
        lines = _trimmed(lines[1:])
    if not lines:
        return ""
    ticks = "`" * max([3, *(len(run) + 1 for run in re.findall(r"^`{3,}", text, re.MULTILINE))])
    return "\n".join([f"{ticks}{name}", *lines, ticks])


def _trimmed(lines: list[str]) -> list[str]:
    """Without empty lines at both ends."""
    filled = [index for index, line in enumerate(lines) if line]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def _without_numbers(lines: list[str]) -> list[str]:
    """Where every other line is the number of the next, without these."""
    numbers = [line.strip() for line in lines[::2]]
    counted = len(lines) > _FEWEST_NUMBERED and numbers == [str(number) for number in range(1, len(numbers) + 1)]
    return lines[1::2] if counted else lines


def _collect(node: Node, pieces: list[str]) -> None:
    for child in node.children:
        ended = bool(pieces) and pieces[-1] == _BREAK
        if isinstance(child, str):
            # Some pages end a line with a tag and a line break after it.
            pieces.append(child[1:] if ended and child.startswith("\n") else child)
        elif child.tag == "br":
            pieces.append(_BREAK)
        elif not is_gutter(child):
            _collect_line(child, pieces) if _is_line(child) else _collect(child, pieces)


def _collect_line(line: Node, pieces: list[str]) -> None:
    if pieces and line.tag in _LINE_TAGS and not pieces[-1].endswith(("\n", _BREAK)):
        pieces.append(_BREAK)
    _collect(line, pieces)
    following = _next(line)
    breaks_anyway = isinstance(following, Node) and following.tag == "br"
    if not breaks_anyway and not (pieces and pieces[-1].endswith(("\n", _BREAK))):
        pieces.append(_BREAK)


def _is_line(node: Node) -> bool:
    return node.tag in _LINE_TAGS or bool(_LINE_NAMES.search(node.names))


def _next(node: Node) -> Node | str | None:
    siblings = node.parent.children if node.parent is not None else []
    return siblings[node.place + 1] if node.place + 1 < len(siblings) else None


def language(block: Node) -> str:
    """From the block, from the code inside it, or from the boxes around it."""
    around = [node for node, _ in zip(block.ancestors(), range(_AROUND), strict=False)]
    for node in (block.find("code"), block, *around):
        if node is None:
            continue
        if node.tag in ("body", "article", "main"):
            break
        if (name := _stated(node)) and name not in _NO_LANGUAGE:
            return name
    return ""


def _stated(node: Node) -> str:
    """Of a box around, only what can be nothing but a language."""
    stated = _STATED.match(next(filter(None, map(node.get, _STATING)), ""))
    found = stated or _NAMED.search(node.names) or _BARE.match(node.names)
    return found[found.re.groups].lower() if found else ""
