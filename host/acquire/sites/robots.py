"""A site's robots.txt by RFC 9309, read with Protego."""

from __future__ import annotations

import codecs
import re
from urllib.parse import urlsplit, urlunsplit

from protego import Protego

from host.core.acquire_ports import Fetcher, Response
from host.core.scope import normalise_url
from host.errors import ErrorCode, FetchError

AGENT = "Ambry"

MAX_BYTES = 500 * 1024
"""RFC 9309 2.5 asks for at least 500 KiB; what stands after it is not read."""

MAX_DELAY = 30.0
"""Seconds between two requests: a longer crawl-delay is honoured up to here."""

_AGENT_NAMES = ("user-agent", "useragent", "user agent")
_OTHER_NAMES = ("crawl-delay", "crawl delay", "request-rate", "request rate", "visit-time", "visit time")

_RULE_NAMES = ("allow", "disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw")
_SITE_NAMES = ("sitemap", "sitemaps", "site-map", "host")
_FIELD = re.compile(r"[a-z][a-z_-]*")
_OURS = re.compile(rf"(user-?\s?agent\s*:\s*{AGENT})(?![\w-]).*", re.IGNORECASE)
"""Ours with a version or an address after it, which Protego would take for a longer name."""

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


class Robots:
    """What a site asks of crawlers."""

    def __init__(self, text: str = "", url: str = "") -> None:
        self._rules = Protego.parse(_with_whole_groups(text))
        self._url = url

    def allows(self, url: str) -> bool:
        return bool(self._rules.can_fetch(url, AGENT))

    @property
    def delay(self) -> float:
        """Seconds to leave between two requests."""
        return min(float(self._rules.crawl_delay(AGENT) or 0), MAX_DELAY)

    @property
    def sitemaps(self) -> list[str]:
        """Absolute addresses, each once."""
        found = (normalise_url(address, self._url) for address in self._rules.sitemaps)
        return list(dict.fromkeys(address for address in found if address))


async def read_robots(fetcher: Fetcher, site: str, trusted_host: str) -> Robots:
    """The rules of the site that `site` (any of its URLs) belongs to. Raises FetchError when they cannot be had."""
    parts = urlsplit(site)
    url = urlunsplit((parts.scheme, parts.netloc, "/robots.txt", "", ""))
    return robots_of(await fetcher.get(url, trusted_host=trusted_host))


def robots_of(response: Response) -> Robots:
    """RFC 9309 2.3.1: no rules when there is no file; while the server fails, nothing may be fetched (FetchError)."""
    if response.status >= 500 or response.status == 429:
        message = f"robots.txt could not be read (HTTP {response.status}), so what the site allows is unknown."
        raise FetchError(ErrorCode.HTTP_STATUS, message, "Try again when the server has recovered.")
    if response.status != 200:
        return Robots()
    return Robots(_decoded(response.body[:MAX_BYTES]), response.url)


def _with_whole_groups(text: str) -> str:
    """The same wishes with records that are no rules in groups of their own, at the end, or left out when unknown.

    RFC 9309 2.2.4: `User-agent: a`, `Crawl-delay: 9`, `User-agent: b`, `Disallow: /` forbids both; Protego takes the
    delay, or a record that nobody knows, for the end of a's group.
    """
    kept: list[str] = []
    apart: list[str] = []
    agents: list[str] = []
    has_rules = False
    for line in text.splitlines():
        name = line.partition("#")[0].partition(":")[0].strip().lower()
        if name in _AGENT_NAMES:
            line = _OURS.sub(r"\1", line)
            agents = [line] if has_rules else [*agents, line]
            has_rules = False
        elif name in _OTHER_NAMES:
            apart += [*agents, line]
            continue
        elif _FIELD.fullmatch(name) and name not in (*_RULE_NAMES, *_SITE_NAMES):
            continue
        has_rules = has_rules or name in _RULE_NAMES
        kept.append(line)
    return "\n".join([*kept, *apart])


def _decoded(body: bytes) -> str:
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return body[len(mark) :].decode(encoding, "replace")
    return body.decode("utf-8", "replace")
