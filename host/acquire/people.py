"""Names of authors, out of what pages and files write where a name belongs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape

_MOST = 20
"""Authors; papers of large groups name hundreds."""

_LONGEST, _MOST_WORDS = 60, 6
"""Of a name, in characters and words: what is longer is a sentence."""

_BEFORE = re.compile(
    r"^\W*(?:(?i:(?:(?:written|posted|published|reviewed|story|words|text|article|started|asked|created|report)\s+"
    r"(?:and\s+\w+\s+)?)?by|authors?|autor(?:en|es)?|auteurs?|autore|editors?)\b\s*:?|[Vv]on|[Pp]ar|[Pp]or)\s+"
)
_AFTER = re.compile(
    r"\s+(?:[|\u00b7\u2022\u00bb\u2014\u2013]|-\s|on\s+(?:\w+day|\d|[A-Z][a-z]{2,8}\s\d)|(?i:published|updated|posted)\b|\d+(?:[\s.,/-]|$)|in\s+[A-Z]|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s\d).*$"
    r"|\s*[(\[<{].*$",
    re.DOTALL,
)
_BETWEEN = re.compile(r"\s*(?:[;,|]|\s(?:and|und|et|y|e|en|og|och|&|with)\s)\s*")
_TAG = re.compile(r"<[^>]*>")
_ADDRESS = re.compile(r"https?:|www\.|\.(?:com|org|net|html?|php)\b|@\w+\.\w|^[/#@]", re.IGNORECASE)
_NOBODY = re.compile(
    r"(?:super ?|site ?|web ?)?(?:admin(?:istrator|istrador)?|master|manager|root|user|owner)|wp-?admin|unknown"
    r"|anonymous|anon|guest|none|null|nan|undefined|authors?|editor|editorial|team|staff|default|test|n/?a"
    r"|(?:microsoft|windows)(?: office)? user|python-docx|openpyxl|steve canny|un-?named|pc|home|acer|asus|dell|hp"
    r"|lenovo|apple|my ?pc|view (?:all|more).*|more|follow|share|comments?|contributors?|moderator|update[ds]?"
    r"|(?:published|posted|posts?|last|on)\b.*|\w+ min(?:ute)?s? read|[\w-]+(?:\.[\w-]+){2,}",
    re.IGNORECASE,
)
"""What stands for nobody: accounts, programs, placeholders, the labels of buttons."""

_PARTICLE = re.compile(r"(?:al|bin|d[aeio]|del|della|den|der|dos|du|el|la|le|ten|ter|van|von|zu) ")
"""With which names begin in small letters; other words of several that do are no names."""

_ROLE = re.compile(
    r"\b(?:ph\.?d|m\.?[ds]\.?|rdn?|msc|bsc|mba|jr|sr|cpa|esq|rn|reporter|writer|journalist|correspondent|editor|scientist|fellow"
    r"|researcher|director|officer|president|founder|co-?founder|professor|manager|engineer|ceo|cto|vp|contributor|columnist)\b\.?",
    re.IGNORECASE,
)


def author_names(texts: Iterable[str], *, family_first: bool = False) -> tuple[str, ...]:
    """The names in lines such as `By Ann Lee and Ben Roe`, each once, in order.

    `family_first`: the source is a catalogue, where `Lee, Ann` is one person.
    """
    names: dict[str, str] = {}
    for text in texts:
        for name in _names_in(text, family_first=family_first):
            names.setdefault(name.casefold(), name)
    return tuple(names.values())[:_MOST]


def _names_in(text: str, *, family_first: bool) -> Iterator[str]:
    line = " ".join(_TAG.sub(" ", unescape(text)).split())
    line = _AFTER.sub("", _BEFORE.sub("", f"{line} ")).strip()
    parts = [part.strip(" .,:-\u2013\u2014\"'") for part in _BETWEEN.split(line)]
    if family_first and len(parts) == 2 and line.count(",") == 1 and " " not in parts[0]:
        parts = [f"{parts[1]} {parts[0]}"]
    # `Ann Lee, Editor`: the second says what the first is.
    yield from (part for n, part in enumerate(parts) if _is_name(part) and not (n and _ROLE.search(part)))


def _is_name(text: str) -> bool:
    if not 1 < len(text) <= _LONGEST or len(text.split()) > _MOST_WORDS:
        return False
    if re.match(r"[a-z]+ ", text) and not _PARTICLE.match(text):
        return False
    return bool(re.search(r"[^\W\d_]{2}", text)) and not _ADDRESS.search(text) and not _NOBODY.fullmatch(text)
