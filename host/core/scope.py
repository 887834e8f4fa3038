"""Which URLs are one, which belong to a site, and which addresses are private. Pure: nothing is resolved here."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from host.core.host_name import host_name

DEFAULT_PORTS = {"http": 80, "https": 443}

_STRIPPED = "".join(map(chr, range(0x21)))
"""C0 controls and space: the URL standard takes them off both ends."""

_TRACKING = re.compile(
    r"utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|igshid|mc_cid|mc_eid|_hsenc|_hsmi|_ga|_gl"
    r"|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken",
    re.IGNORECASE,
)
_SESSION_NAME = re.compile(r"sid|s|session|session_?id|sess", re.IGNORECASE)
_SESSION_VALUE = re.compile(r"(?=.*\d)[0-9a-z]{20,}", re.IGNORECASE)
"""Short names are session ids only when their value looks like one."""

_PATH_SESSION = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/?;]*", re.IGNORECASE)
_SAFE_PATH = "/%:@!$&'()*+,;=-._~[]|"
_SAFE_QUERY = "/%:@!$&()*+,;=-._~[]|?{}\\^`"
_LONGEST_PORT = 5

_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_NAT64_LOCAL = ipaddress.IPv6Network("64:ff9b:1::/48")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Scope:
    """A site: a host, with its port when that is not the scheme's own, and optionally a path below which it lives."""

    host: str
    prefix: str = ""
    """Starts with `/` and does not end in one; empty for the whole host."""

    @property
    def key(self) -> str:
        return self.host + self.prefix

    def contains(self, url: str) -> bool:
        """Whether the page at `url` is part of the site, whichever of http and https it uses."""
        parts = urlsplit(normalise_url(url))
        inside = not self.prefix or f"{parts.path}/".startswith(f"{self.prefix}/")
        return parts.netloc == self.host and inside


def site_scope(url: str, prefix: str = "") -> Scope:
    """The site that `url` belongs to; its host is empty when `url` is not an address on the web."""
    trimmed = prefix.strip("/")
    return Scope(urlsplit(normalise_url(url)).netloc, f"/{trimmed}" if trimmed else "")


def normalise_url(url: str, base: str = "") -> str:
    """One spelling for each address, or an empty string when it is not http or https.

    Follows the URL standard; beyond it, the fragment, credentials, tracking parameters and session ids go, and so do
    percent signs that nothing needs. A trailing slash is never added or taken off: only the server knows whether it
    matters.
    """
    parts = _parsed(url, base)
    if parts is None:
        return ""
    path = _without_dots(_escaped(_PATH_SESSION.sub("", parts.path), _SAFE_PATH))
    query = _query(parts.query)
    return f"{parts.scheme}://{parts.authority}{path}{'?' + query if query else ''}"


def is_private(address: Address) -> bool:
    """Whether the address is not on the public internet, also when it hides inside an IPv6 one."""
    inner = _embedded(address)
    if inner is not None:
        return is_private(inner)
    if address.version == 6 and (address.is_site_local or address in _NAT64_LOCAL):
        return True
    return not address.is_global or address.is_multicast or address.is_reserved


def _embedded(address: Address) -> ipaddress.IPv4Address | None:
    if address.version == 4:
        return None
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)


@dataclass(frozen=True, slots=True)
class _Parts:
    scheme: str
    authority: str
    path: str
    query: str


def _parsed(url: str, base: str) -> _Parts | None:
    """The parser of the URL standard, as far as http and https need it."""
    cleaned = re.sub(r"[\t\r\n]", "", url.strip(_STRIPPED)).partition("#")[0]
    head, mark, query = cleaned.partition("?")
    scheme, rest = _scheme(head)
    rest = rest.replace("\\", "/")
    around = _parsed(base, "") if base else None
    relative = around is not None and scheme in ("", around.scheme)
    if around and relative and not rest.startswith("//"):
        path = _resolved(rest, around.path)
        return _Parts(around.scheme, around.authority, path, query if rest or mark else around.query)
    if relative and around:
        scheme = around.scheme
    if scheme not in DEFAULT_PORTS:
        return None
    authority, slash, path = rest.lstrip("/").partition("/")
    authority = _authority(authority, scheme)
    return _Parts(scheme, authority, slash + path, query) if authority else None


def _scheme(head: str) -> tuple[str, str]:
    found = re.match(r"([a-z][a-z0-9+.-]*):", head, re.IGNORECASE)
    return (found[1].lower(), head[found.end() :]) if found else ("", head)


def _resolved(reference: str, path: str) -> str:
    if not reference or reference.startswith("/"):
        return reference or path
    return f"{path.rpartition('/')[0]}/{reference}"


def _authority(text: str, scheme: str) -> str:
    found = re.fullmatch(r"(\[[^\]]*\]|[^:]*)(?::([0-9]*))?", text.rpartition("@")[2])
    name = host_name(found[1]) if found else ""
    if not found or not name:
        return ""
    digits = (found[2] or str(DEFAULT_PORTS[scheme])).lstrip("0")
    if len(digits) > _LONGEST_PORT or int(digits or "0") > 65_535:
        return ""
    return name if digits == str(DEFAULT_PORTS[scheme]) else f"{name}:{digits or 0}"


def _escaped(text: str, safe: str) -> str:
    """RFC 3986 6.2.2: escapes in capitals, and none for letters, digits and `-._~`, which never need one."""
    return _ESCAPE.sub(_plain_or_capital, quote(text, safe=safe))


def _plain_or_capital(escape: re.Match[str]) -> str:
    character = chr(int(escape[1], 16))
    return character if _UNRESERVED.fullmatch(character) else escape[0].upper()


def _without_dots(path: str) -> str:
    kept: list[str] = []
    segments = path.split("/")[1:] or [""]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)


def _query(query: str) -> str:
    kept = (pair for pair in query.split("&") if pair and not _is_noise(pair))
    return _escaped("&".join(kept), _SAFE_QUERY)


def _is_noise(pair: str) -> bool:
    name, _, value = pair.partition("=")
    if _TRACKING.fullmatch(name):
        return True
    return bool(_SESSION_NAME.fullmatch(name) and _SESSION_VALUE.fullmatch(value))
