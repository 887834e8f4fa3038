"""Dates as pages and files write them to `YYYY-MM-DD`. The day is the one written, whatever its time zone."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

WEB = date(1991, 1, 1)
"""No page is older than the web."""

PRINT = date(1450, 1, 1)
"""No file says when it was made in earlier times and means it."""

_YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})(?!\d)")
_YEAR_ALONE = re.compile(r"(\d{4})(?:\s?[-/.年]\s?(\d{1,2}))?(?![-/.]?\d)")
_COMPACT = re.compile(r"(?:D:)?(\d{4})(\d{2})(\d{2})(?:\d{2}){0,3}(?:\D|$)")
_YEAR_LAST = re.compile(r"(?<!\d)(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"({'|'.join(_MONTHS)})[a-z]*\.?"
_DAY_MONTH = re.compile(rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th)?[\s-]+(?:of\s+)?{_MONTH},?[\s-]+(\d{{4}})", re.IGNORECASE)
_MONTH_DAY = re.compile(rf"\b{_MONTH}\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})", re.IGNORECASE)
_MONTH_ALONE = re.compile(rf"\b{_MONTH},?\s+(\d{{4}})", re.IGNORECASE)
_SECONDS = re.compile(r"(\d{10})(?:\d{3})?")
_LONGEST = 80
"""Characters: what is longer is a text with a date in it."""


def iso_date(text: str, earliest: date = WEB, *, day: bool = False) -> str:
    """Empty when there is no date in the text, or one before `earliest` or in the future.

    Words are read in English: what pages declare is ISO or English, whatever language they are in. Of two numbers
    that may both be the month, nobody can know which is: such a date is none. With `day`, one without a day is none.
    """
    text = text.strip()
    if not text or len(text) > _LONGEST:
        return ""
    found = _read(text) or (None if day else _without_day(text))
    tomorrow = datetime.now(UTC).date() + timedelta(days=1)
    return found.isoformat() if found and earliest <= found <= tomorrow else ""


def _read(text: str) -> date | None:
    if match := _SECONDS.fullmatch(text):
        return datetime.fromtimestamp(int(match[1]), UTC).date()
    if match := _COMPACT.match(text):
        return _date(match[1], match[2], match[3])
    if match := _DAY_MONTH.search(text):
        return _date(match[3], _month(match[2]), match[1])
    if match := _MONTH_DAY.search(text):
        return _date(match[3], _month(match[1]), match[2])
    if match := _YEAR_LAST.search(text):
        return _year_last(int(match[1]), match[2], int(match[3]), match[4])
    match = _YEAR_FIRST.search(text)
    return _date(match[1], match[2], match[3]) if match else None


def _without_day(text: str) -> date | None:
    if match := _MONTH_ALONE.search(text):
        return _date(match[2], _month(match[1]), 1)
    match = _YEAR_ALONE.match(text)
    return _date(match[1], match[2] or 1, 1) if match else None


def _year_last(first: int, sign: str, second: int, year: str) -> date | None:
    """With dots the day comes first."""
    if sign == "." or first > 12 or first == second:
        return _date(year, second, first)
    return _date(year, first, second) if second > 12 else None


def _month(name: str) -> int:
    return _MONTHS.index(name[:3].lower()) + 1


def _date(year: str, month: str | int, day: str | int) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None
