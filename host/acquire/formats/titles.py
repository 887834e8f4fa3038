"""What a file is called: as it says itself, unless its program said that; else its first heading; else its name."""

from __future__ import annotations

import re

from host.core.markdown import plain

_PLACEHOLDER = re.compile(
    r"""\W*(
        (anonymous|untitled(\ document|\ page)?|unnamed|unknown|none|no\ title)([ _-]*\d+)?
      | (unbenannt|ohne\ titel|sans\ titre|sin\ t[ií]tulo)([ _-]*\d+)?
      | (title|document|dokument|doc|presentation|präsentation|présentation|slide|folie)([ _-]*\d+)?
      | powerpoint[ -](presentation|präsentation) | présentation\ powerpoint | presentación\ de\ powerpoint
      | microsoft\ (office\ )?(word|powerpoint|excel|publisher|visio)\ -\ .*
      | .*\.(docx?|dotx?|rtf|odt|wpd|pptx?|odp|xlsx?|tex|dvi|e?ps|pdf|indd|qxd|p65|pub|vsdx?|html?|txt|tmp|exe)
    )\W*""",
    re.IGNORECASE | re.VERBOSE,
)
"""What programs fill in where nobody gave a title: a word for having none, or the file that was printed."""

_LONGEST_PLACEHOLDER = 300
"""Characters: a file's name and what programs put before it. Of a page's title that goes on and on, looking for where a
name may end takes minutes."""

_SECTION = re.compile(
    r"\d{1,2}(\.\d+)*\.?\s|((table of )?contents|introduction|abstract|summary|attachments)\W*$", re.IGNORECASE
)
"""Headings that open texts and name a part of them."""

_HEADING = re.compile(r"^# +(.+)$", re.MULTILINE)
_OPENING = 2_000
"""Characters in which a heading is still that of the whole: about the first page."""


def file_title(declared: str, heading: str, name: str) -> str:
    """`declared` is the file's own title and `heading` its first one; either may be empty."""
    return given_title(declared) or heading or name


def given_title(declared: str) -> str:
    """The title on one line; empty when nobody gave it."""
    title = " ".join(declared.split())
    return "" if len(title) <= _LONGEST_PLACEHOLDER and _PLACEHOLDER.fullmatch(title) else title


def opening_heading(markdown: str) -> str:
    """The heading of the first rank that the text as a whole begins with; empty when there is none."""
    found = _HEADING.search(markdown[:_OPENING].partition("```")[0])
    heading = plain(found[1]).strip() if found else ""
    return "" if _SECTION.match(heading) else heading
