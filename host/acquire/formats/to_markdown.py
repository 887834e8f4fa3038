"""HTML to Markdown that keeps structure: headings, code with its language, tables, lists, links, image texts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdownify import ATX, MarkdownConverter

if TYPE_CHECKING:
    from bs4 import Tag

_LANGUAGE = re.compile(r"(?:language|lang|highlight|brush|sourceCode|highlight-source)[-:\s]+([\w+#.-]+)")
_NO_LANGUAGE = {"none", "text", "default", "plaintext", "highlight", "notranslate", "plain"}
_CODE_BLOCK = re.compile(r"(^[ ]*```.*?^[ ]*```$)", re.MULTILINE | re.DOTALL)
_BLANK_LINES = re.compile(r"\n{3,}")
_TRAILING = re.compile(r"[ \t]+$", re.MULTILINE)


def html_to_markdown(html: str) -> str:
    """Text is not escaped, so that a quote from the Markdown is found in the page."""
    markdown = _Writer(
        heading_style=ATX,
        bullets="-",
        escape_asterisks=False,
        escape_underscores=False,
        code_language_callback=_code_language,
        table_infer_header=True,
    ).convert(html)
    parts = _CODE_BLOCK.split(markdown)
    parts[::2] = [_BLANK_LINES.sub("\n\n", _TRAILING.sub("", prose)) for prose in parts[::2]]
    return "".join(parts).strip()


class _Writer(MarkdownConverter):
    def convert_img(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """Only what an image says: its address is of use to nobody who reads the text."""
        alt = " ".join(str(el.get("alt") or "").split())
        return f"[Image: {alt}]" if alt else ""

    def convert_a(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        href = str(el.get("href") or "")
        if not href.startswith(("http", "mailto:")):
            return text
        return str(super().convert_a(el, text, parent_tags))  # type: ignore[misc] # markdownify's types leave it out

    def convert_dd(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A short definition keeps its mark; a long one stands as it is, for its prose, indented, would be code."""
        if "\n\n" in text.strip() or "```" in text:
            return f"\n\n{text.strip()}\n\n"
        return str(super().convert_dd(el, text, parent_tags))  # type: ignore[misc] # markdownify's types leave it out


def _code_language(pre: Tag) -> str:
    """From the class of the block, of the code inside it, or of one of the two boxes around it."""
    for element in (pre, pre.find("code"), pre.parent, pre.parent.parent if pre.parent else None):
        classes = " ".join(element.get("class") or []) if element and element.name != "body" else ""
        named = _LANGUAGE.search(classes)
        if named and named[1] not in _NO_LANGUAGE:
            return named[1]
    return ""
