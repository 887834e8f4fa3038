"""One URL from the web: every redirect judged, size and time bounded, a busy server given time. No cookies."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from email.utils import parsedate_to_datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy
from time import time

import httpcore
import httpx

from host import __version__
from host.acquire.network import PoolTransport, PublicBackend, network_error
from host.core.acquire_ports import Response
from host.errors import ErrorCode, FetchError

MAX_BYTES = 20_000_000
"""Larger than any page and nearly any manual; what is above it is a download."""

MAX_REDIRECTS = 10
"""Browsers give up at 20; real chains have up to four."""

MAX_TRIES = 4
MAX_WAIT = 60.0
"""Seconds: a server that asks for more is better left alone for now."""

TOTAL_SECONDS = 120.0
"""For one URL's body: a server that drips bytes would otherwise hold a place for ever."""

_HEADERS = {
    "user-agent": f"Ambry/{__version__}",
    "accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
}
_REDIRECTS = (301, 302, 303, 307, 308)
_PACKED = frozenset(("br", "zstd", "compress", "x-compress", "x-gzip", "dcb", "dcz"))
"""Encodings that are no slip of a server's settings, as `Content-Encoding: utf-8` is."""
_BUSY = (429, 502, 503, 504)
"""The server, or what stands before it, wants time or is just being started again."""
_BROKEN = (httpcore.ReadError, httpcore.WriteError, httpcore.RemoteProtocolError)
"""The connection stood and then broke."""
_FOREIGN_ERRORS = (
    httpx.HTTPError,
    httpcore.NetworkError,
    httpcore.TimeoutException,
    httpcore.ProtocolError,
    TimeoutError,
    OSError,
)


class HttpFetcher:
    """Fetches with an honest user agent over HTTP/2 or HTTP/1.1. Use in one event loop; close when done."""

    def __init__(
        self,
        *,
        max_bytes: int = MAX_BYTES,
        timeout: float = 20.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._max_bytes = max_bytes
        self._sleep = sleep
        # Two pools: a connection opened to a trusted private host must never serve a request that is not trusted.
        self._public = _client(PublicBackend(), timeout)
        self._trusted = _client(httpcore.AnyIOBackend(), timeout)

    async def get(
        self, url: str, *, trusted_host: str = "", max_bytes: int = 0, etag: str = "", last_modified: str = ""
    ) -> Response:
        """Fetch one URL, redirects followed. Raises FetchError; an HTTP error status is returned, not raised."""
        condition = _condition(etag, last_modified)
        address = _web_address(url)
        for _ in range(MAX_REDIRECTS + 1):
            # Judged on the very object that is fetched: two parsers could read one string as two hosts.
            client = self._trusted if address.netloc.decode("ascii") == trusted_host else self._public
            try:
                response = await self._patiently(client, address, max_bytes or self._max_bytes, condition)
            except UnicodeError as exc:
                # httpx looks at the target of a redirect itself, and no host has such a name.
                raise _not_on_the_web(f"What {address} leads to") from exc
            except _FOREIGN_ERRORS as exc:
                raise network_error(address.raw_host.decode("ascii"), exc) from exc
            target = response.headers.get("location", "")
            if response.status not in _REDIRECTS or not target:
                return response
            address = _web_address(target, address)
            # What holds of one page says nothing of another.
            condition = {}
        raise FetchError(ErrorCode.HTTP_STATUS, f"{url} redirects in a circle.")

    async def aclose(self) -> None:
        await self._public.aclose()
        await self._trusted.aclose()

    async def _patiently(
        self, client: httpx.AsyncClient, url: httpx.URL, limit: int, condition: dict[str, str]
    ) -> Response:
        for attempt in range(MAX_TRIES - 1):
            try:
                response = await _once(client, url, limit, condition)
            except _BROKEN:
                wait = _backoff(attempt)
            else:
                wait = _wait(response, attempt)
                if response.status not in _BUSY or wait > MAX_WAIT:
                    return replace(response, tries=attempt + 1)
            await self._sleep(wait)
        return replace(await _once(client, url, limit, condition), tries=MAX_TRIES)


def _condition(etag: str, last_modified: str) -> dict[str, str]:
    """RFC 9110 13.1: the page only if it is no longer what these say."""
    condition = {"if-none-match": etag, "if-modified-since": last_modified}
    return {name: value for name, value in condition.items() if value.isascii() and value.isprintable() and value}


def _client(backend: httpcore.AsyncNetworkBackend, timeout: float) -> httpx.AsyncClient:
    # Nobody may set a cookie: forgotten later, it would go along with what is asked meanwhile.
    none = CookieJar(DefaultCookiePolicy(allowed_domains=()))
    transport = PoolTransport(backend)
    return httpx.AsyncClient(transport=transport, headers=_HEADERS, cookies=none, timeout=timeout, trust_env=False)


def _web_address(url: str, base: httpx.URL | None = None) -> httpx.URL:
    try:
        address = httpx.URL(url) if base is None else base.join(url)
    except (httpx.InvalidURL, ValueError) as exc:
        raise _not_on_the_web(url) from exc
    if address.scheme not in ("http", "https") or not address.raw_host:
        raise _not_on_the_web(url)
    return address.copy_with(fragment=None)


def _not_on_the_web(url: str) -> FetchError:
    message = f"{url} is not an address on the web."
    return FetchError(ErrorCode.UNREACHABLE, message, "An address starts with https:// or http://.")


async def _once(client: httpx.AsyncClient, url: httpx.URL, limit: int, condition: dict[str, str]) -> Response:
    async with asyncio.timeout(TOTAL_SECONDS), client.stream("GET", url, headers=condition) as answer:
        _check_packing(answer, url)
        body = await _body(answer, url, limit)
        headers = {name.lower(): value for name, value in answer.headers.items()}
        return Response(str(url), answer.status_code, body, headers)


def _check_packing(answer: httpx.Response, url: httpx.URL) -> None:
    """What we did not ask for would come through as it is, and be taken for text."""
    offered = answer.request.headers.get("accept-encoding", "")
    packing = {name.strip() for name in answer.headers.get("content-encoding", "").lower().split(",")}
    if strange := sorted(name for name in packing & _PACKED if name not in offered):
        message = f"{url} comes packed as {', '.join(strange)}, which cannot be read here."
        raise FetchError(ErrorCode.HTTP_STATUS, message, "Open the page in the browser and ask there.")


async def _body(answer: httpx.Response, url: httpx.URL, limit: int) -> bytes:
    """Counted after decompression, piece by piece: a compressed bomb stops at the limit as well."""
    body = bytearray()
    async for piece in answer.aiter_bytes(65_536):
        body += piece
        if len(body) > limit:
            message = f"{url} is larger than {limit / 1_000_000:.0f} MB."
            raise FetchError(ErrorCode.TOO_LARGE, message, "Download it and add the file to a vault instead.")
    return bytes(body)


def _wait(response: Response, attempt: int) -> float:
    """What the server asks for, and no less than our own patience."""
    return max(_asked(response.headers.get("retry-after", "")), _backoff(attempt))


def _asked(retry_after: str) -> float:
    """Seconds; 0 when it says nothing that can be understood."""
    if retry_after.isdecimal():
        return float(retry_after)
    try:
        return parsedate_to_datetime(retry_after).timestamp() - time()
    except (ValueError, TypeError, OverflowError):
        return 0.0


def _backoff(attempt: int) -> float:
    """1, 2, 4 seconds with jitter, so that many clients do not come back at once."""
    return float(2**attempt * random.uniform(0.5, 1.5))
