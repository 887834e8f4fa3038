"""YouTube addresses: from any of their shapes to the video's id, and back to a link at a second."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

_ID = re.compile(r"[A-Za-z0-9_-]{11}")
_WATCH_HOST = re.compile(r"(?:(?:www|m|music)\.)?youtube\.com|(?:www\.)?youtube-nocookie\.com")
_UNSAFE = re.compile(r"[\\\s\x00-\x1f]")
"""Browsers read `\\` as `/`, and leave line breaks out: whose address it is would depend on who reads it."""
_SHORT_HOSTS = ("youtu.be", "www.youtu.be")
_ID_IN_PATH = ("shorts", "live", "embed", "v", "e")


def video_id(url_or_id: str) -> str:
    """The id in a YouTube address, or the id itself; empty when there is none, lookalike hosts included."""
    text = url_or_id.strip()
    if _ID.fullmatch(text):
        return text
    if _UNSAFE.search(text):
        return ""
    try:
        parts = urlsplit(text if "//" in text.partition("?")[0] else f"https://{text}")
        host = parts.hostname or ""
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https"):
        return ""
    candidate = _candidate(host, parts.path, parts.query)
    return candidate if _ID.fullmatch(candidate) else ""


def watch_url(identifier: str, seconds: int = 0) -> str:
    """Where to watch the video, from that second on."""
    url = f"https://www.youtube.com/watch?v={identifier}"
    return f"{url}&t={seconds}s" if seconds > 0 else url


def _candidate(host: str, path: str, query: str) -> str:
    segments = [segment for segment in path.split("/") if segment]
    if host in _SHORT_HOSTS:
        return segments[0] if segments else ""
    if not _WATCH_HOST.fullmatch(host):
        return ""
    if segments[:1] == ["watch"]:
        return parse_qs(query).get("v", segments[1:2] or [""])[0]
    if len(segments) > 1 and segments[0] in _ID_IN_PATH:
        return segments[1]
    return ""
