"""What a server's answer amounts to: a page, a failure, or a page that only the person's own browser can show. Pure."""

from __future__ import annotations

from http import HTTPStatus

from host.acquire.sites.links import PageLinks
from host.core.acquire_ports import Response


def failure(response: Response) -> str:
    """Why the answer gives no page, in words; empty when it gives one."""
    if response.status == 200 and response.body:
        return ""
    if response.status in (401, 403):
        return _kept_out(response)
    if response.status < 300:
        return "the server sent an empty page"
    phrase = {status.value: status.phrase for status in HTTPStatus}.get(response.status, "")
    return f"HTTP {response.status} {phrase}".strip()


def needs_browser(response: Response, page: PageLinks) -> str:
    """Why only the person's own browser can show this page, in words; empty when the answer has it all."""
    if response.status in (401, 403):
        return _kept_out(response)
    if response.status == 200 and page.asks_for_login:
        return "the server asks for a login"
    if response.status == 200 and page.empty_shell:
        return "the page is empty until its scripts have run"
    return ""


def is_gone(response: Response) -> bool:
    """Whether the server says that there is no such page, rather than that it cannot give it now."""
    return response.status in (404, 410)


def _kept_out(response: Response) -> str:
    return f"the server wants a login or keeps programs out (HTTP {response.status})"
