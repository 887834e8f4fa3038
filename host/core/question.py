"""What a question needs before it can be searched: its conversation, and whether it is about the whole."""

from __future__ import annotations

import re
from collections.abc import Sequence

from host.core.answers import Turn

_BROAD = re.compile(
    r"""^\W*(
        (please\s+)?(summari[sz]e|sum\s+up|explain|outline|describe)
            (\W+(this|the|it|all|whole|entire|page|article|document|video|site|text|content|talk|me|briefly|please))*
      | (give\s+(me\s+)?|what\W*(is|s|are|re)\s+)?(an?\s+|the\s+|short\s+)*
            (summary|overview|outline|gist|tl;?\s?dr
              |(key|main|most\s+important)\s+(points?|concepts?|ideas?|topics?|takeaways?))
            (\W+(of|in|this|the|page|article|document|video|site|text|talk|please))*
      | what\W*(is|s|are|does)\s+(this|it|the\s+(page|article|document|video|site|text|talk))
            (\s+(page|article|document|video|site|text|talk))?(\s+(all\s+)?(about|say|saying|cover|for))?
    )\W*$""",
    re.IGNORECASE | re.VERBOSE,
)
_REFERS_BACK = re.compile(
    r"^\W*(and|but|so|or|why|how\s+come|what\s+about|how\s+about|what\s+else|else)\b"
    r"|\b(it|its|they|them|their|that|those|these|this|he|she|his|her|there|one|ones|former|latter|same)\b",
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(
    r"""(?<![\w.-])(
        (?!\d+(?:st|nd|rd|th|s)(?!\w))                  # 2nd, 19th-century and 1960s name nothing
        (?=[\w.-]*[^\W\d_])(?=[\w.-]*\d)\w[\w.-]*\w   # E07, LK-2, v1.9.2, utf8
      | [^\W\d]\w*_\w+                                # snake_case
      | [a-z]+[A-Z]\w*                                  # camelCase
      | [^\W\d]\w*(?:\.[a-z]\w+)+                    # dotted.name
    )(?![\w-])""",
    re.VERBOSE,
)
_SHORT = 4
"""Words: a question this short after another one is nearly always about the same thing."""


def is_broad(question: str) -> bool:
    """Whether the question is about the document as a whole, so that no passage in particular answers it."""
    return bool(_BROAD.match(question))


def identifiers(question: str) -> frozenset[str]:
    """Error codes, models, versions and names of code: words that mean one thing only, wherever they stand."""
    return frozenset(match.casefold() for match in _IDENTIFIER.findall(question))


def names_any(text: str, wanted: frozenset[str]) -> bool:
    """Whether one of the identifiers stands in `text` as a word of its own."""
    folded = text.casefold()
    return any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", folded) for name in wanted)


def search_text(question: str, history: Sequence[Turn]) -> str:
    """The text to search for: a follow-up is looked up together with the question that it follows."""
    previous = next((turn.text for turn in reversed(history) if turn.role == "user"), "")
    follows = len(question.split()) <= _SHORT or _REFERS_BACK.search(question)
    return f"{previous}\n{question}" if previous and follows else question
