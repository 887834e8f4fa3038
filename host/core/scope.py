"""Which URLs are one, which belong to a site, and which addresses are private. Pure: nothing is resolved here."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit

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
_SAFE_QUERY = "/%:@!$&()*+,;=-._~[]|?'{}\\^`"

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

    Follows the URL standard (scheme and host in lower case, no default port, no dot segments); beyond it, the
    fragment, credentials, tracking parameters and session ids go. A trailing slash is never added or taken off:
    only the server knows whether it matters.
    """
    try:
        parts = urlsplit(_joined(url, base))
        authority = _authority(parts)
    except ValueError:
        return ""
    if parts.scheme not in DEFAULT_PORTS or not authority:
        return ""
    path = _without_dots(_escaped(_PATH_SESSION.sub("", parts.path), _SAFE_PATH))
    query = _query(parts.query)
    return f"{parts.scheme}://{authority}{path}{'?' + query if query else ''}"


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


def _joined(url: str, base: str) -> str:
    cleaned = re.sub(r"[\t\r\n]", "", url.strip(_STRIPPED))
    head, mark, tail = cleaned.partition("?")
    if re.match(r"https?:|[^:]*$", head, re.IGNORECASE):
        head = head.replace("\\", "/")
    return urljoin(base, head + mark + tail) if base else head + mark + tail


def _authority(parts: SplitResult) -> str:
    host = unquote(parts.hostname or "", errors="strict").rstrip(".").lower()
    if not host or re.search(r"[\s<>^|%\"/\\?#@]", host):
        return ""
    if not host.isascii():
        host = host.encode("idna").decode("ascii")
    name = f"[{host}]" if ":" in host else host
    port = parts.port
    return name if port in (None, DEFAULT_PORTS.get(parts.scheme)) else f"{name}:{port}"


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
