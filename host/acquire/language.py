"""The language of a text: the tag that was declared in one spelling, else what the text's own words say."""

from __future__ import annotations

import re
from collections import Counter

_TAG = re.compile(r"([a-zA-Z]{2,3})(?:[-_]([a-zA-Z]{4}))?(?:[-_]([a-zA-Z]{2}|\d{3}))?(?:[-_.@;,].*)?")

_SAMPLE = 20_000
"""Characters that are looked at, from the middle: the start of a file is often a cover in another language."""

_FEWEST_WORDS = 20
_SHARE, _AHEAD = 0.08, 1.5
"""Of all words, those that the language must make up; times more than the next language's."""

_SURE_WORDS, _SURE_AHEAD = 150, 4.0
"""What it takes, against English, to believe the words more than the tag: templates say `en`, whatever is in them."""

_FUNCTION_WORDS = {
    "da": "og i at det er en til på som af for med den de ikke der var et han har fra blev",
    "de": "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus",
    "en": "the of and to in a is that for it as was with be by on not he his but at are this have from or",
    "es": "de la que el en y los se del las por un para con no una su al lo como más es",
    "fi": "ja on ei että se hän oli joka mutta ovat kun niin myös sen tai mukaan ole voi",
    "fr": "de la le et les des en un du une que est pour qui dans au par sur pas plus il avec ce",
    "hu": "a az és hogy nem is egy volt meg de ez csak már mint még vagy el kell",
    "it": "di e il la che in un a per è una del della le con i non da sono si dei al",
    "nl": "de van het een en in is dat op te zijn met voor niet die aan er door ook om",
    "no": "og i det er på som en til av for at med den ikke de har et var fra ble",
    "pl": "w i na się z do nie że to jest o jak po za od przez dla są tak oraz",
    "pt": "de a que e o do da em um para com não uma os no se na por mais as dos como",
    "ro": "de și în la a cu pe nu o că din este un care mai se pentru sau au ca",
    "sv": "och i att det som en på är av för med den till inte om har de ett var från",
    "tr": "ve bir bu da de için ile çok olarak olan gibi daha kadar en ne var değil",
    "ru": "и в не на я что он с как это по но из за то же от у для к так",  # noqa: RUF001
    "uk": "і в не на що з як до це за та у від по для є його або",  # noqa: RUF001
}
_WORDS = {tag: frozenset(words.split()) for tag, words in _FUNCTION_WORDS.items()}

_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\uac00-\ud7af]")),
    ("zh", re.compile(r"[\u4e00-\u9fff]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
)
"""Languages that are told by their letters; Japanese also uses those of Chinese and comes first."""

_SCRIPT_SHARE = 0.2
"""Of the letters of a text."""

_CODE = re.compile(r"^(`{3,}).*?^\1|`[^`\n]+`|\]\([^)]*\)|https?://\S+", re.MULTILINE | re.DOTALL)


def language_tag(text: str) -> str:
    """The language, its script and its region in their usual letters, what else is in the tag left out; or empty."""
    match = _TAG.fullmatch(text.strip())
    if match is None:
        return ""
    language, script, region = match[1].lower(), match[2], match[3]
    return "-".join(filter(None, (language, script and script.title(), region and region.upper())))


def spoken(markdown: str, declared: str) -> str:
    """The declared language, unless there is none, or it is English and the words are clearly of another."""
    if declared and declared.partition("-")[0] != "en":
        return declared
    middle = max(len(markdown) - _SAMPLE, 0) // 2
    sample = _CODE.sub(" ", markdown[middle : middle + _SAMPLE])
    found = _by_script(sample) or _by_words(sample, sure=bool(declared))
    return declared if not found or declared.partition("-")[0] == found else found


def _by_script(sample: str) -> str:
    letters = sum(map(str.isalpha, sample))
    return next((tag for tag, sign in _SCRIPTS if letters and len(sign.findall(sample)) > _SCRIPT_SHARE * letters), "")


def _by_words(sample: str, *, sure: bool) -> str:
    words = Counter(re.findall(r"[^\W\d_]+", sample.lower()))
    total = words.total()
    if total < (_SURE_WORDS if sure else _FEWEST_WORDS):
        return ""
    shares = {tag: sum(words[word] for word in known) / total for tag, known in _WORDS.items()}
    tag, other = sorted(shares, key=lambda tag: shares[tag], reverse=True)[:2]
    if sure and shares[tag] < _SURE_AHEAD * shares["en"]:
        return ""
    return tag if shares[tag] > max(_SHARE, _AHEAD * shares[other]) else ""
