"""How bytes reach the web: an HTTP transport that resolves a name once, judges every address, and connects to that one.

Judging at connection time leaves no moment in which a name could be rebound to another address.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Iterable

import httpcore
import httpx

from host.core.scope import Address, is_private
from host.errors import ErrorCode, FetchError

_RESOLVE_SECONDS = 20.0
"""When the caller sets no limit."""


class PublicBackend(httpcore.AsyncNetworkBackend):
    """Opens connections to the public internet only, or wherever `refuses` allows."""

    def __init__(self, refuses: Callable[[Address], bool] = is_private) -> None:
        self._refuses = refuses
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the signature is httpcore's
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first address of `host` that answers, provided that all of them are public."""
        addresses = await _resolve(host, port, timeout or _RESOLVE_SECONDS)
        private = next((address for address in addresses if self._refuses(ipaddress.ip_address(address))), "")
        if private:
            raise _refused(host, private)
        for address in addresses[:-1]:
            try:
                return await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return await self._inner.connect_tcp(addresses[-1], port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        await self._inner.sleep(seconds)


class PoolTransport(httpx.AsyncBaseTransport):
    """httpx over a connection pool whose network is ours to choose."""

    def __init__(self, backend: httpcore.AsyncNetworkBackend) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=httpx.create_ssl_context(trust_env=False),
            max_connections=20,
            keepalive_expiry=15,
            http2=True,
            network_backend=backend,
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        response = await self._pool.handle_async_request(
            httpcore.Request(
                request.method,
                httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
                headers=request.headers.raw,
                content=request.stream,
                extensions=request.extensions,
            )
        )
        return httpx.Response(
            response.status, headers=response.headers, stream=_Stream(response), extensions=response.extensions
        )

    async def aclose(self) -> None:
        await self._pool.aclose()


class _Stream(httpx.AsyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._response.aiter_stream():
            yield piece

    async def aclose(self) -> None:
        await self._response.aclose()


def network_error(host: str, error: Exception) -> FetchError:
    """Ours for whatever httpx, httpcore or ssl raised while talking to `host`."""
    if isinstance(error, (httpcore.TimeoutException, httpx.TimeoutException, TimeoutError)):
        message = f"{host} took too long to answer."
    elif isinstance(error, httpx.DecodingError):
        message = f"{host} sent a page that cannot be unpacked."
    elif isinstance(error.__cause__ or error.__context__, ssl.SSLError):
        message = f"{host} has no valid certificate, so the connection is not safe."
    else:
        message = f"{host} cannot be reached."
    return FetchError(ErrorCode.UNREACHABLE, message, "Check the address and the connection, then try again.")


async def _resolve(host: str, port: int, seconds: float) -> list[str]:
    """The resolver also reads the odd notations (0x7f.1, 2130706433), so what it returns is what counts."""
    try:
        async with asyncio.timeout(seconds):
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except TimeoutError as exc:
        raise httpcore.ConnectTimeout(f"resolving {host}") from exc
    except (OSError, UnicodeError) as exc:
        raise httpcore.ConnectError(f"resolving {host}") from exc
    return list(dict.fromkeys(str(address[4][0]) for address in found))


def _refused(host: str, address: str) -> FetchError:
    where = address if host == address else f"{host} ({address})"
    return FetchError(
        ErrorCode.ADDRESS_REFUSED,
        f"{where} is on this computer or a private network, and a page from elsewhere may not lead there.",
        "To read it, open that address in the browser and index it itself.",
    )
