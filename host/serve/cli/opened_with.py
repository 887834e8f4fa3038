"""`--password` and `--ocr`: what opens files that give no text by themselves."""

from __future__ import annotations

from host.contract import requests, results
from host.contract.views import OpenedWith
from host.errors import AmbryError, ErrorCode
from host.serve.cli.secret import read_password
from host.serve.cli.session import call
from host.serve.client import Client

MOST = 4
"""Languages at a time: each makes the recognition slower, and less sure."""


async def opened_with(client: Client, *, ask_password: bool, ocr: bool) -> OpenedWith:
    """A password as it is typed, and the languages in which the engine's machine can recognise text.

    Raises AmbryError when there is none of what was asked for.
    """
    password = read_password() if ask_password else ""
    return OpenedWith(password=password, ocr=await _ocr_languages(client) if ocr else ())


async def _ocr_languages(client: Client) -> tuple[str, ...]:
    status = await call(client, requests.Status(id=client.new_id()), results.Status)
    if not status.ocr_languages:
        message = "Tesseract, which recognises the text in pictures, is not installed on this computer."
        raise AmbryError(ErrorCode.NEEDS_OCR, message, "Install it with its language data, such as tesseract-ocr-eng.")
    return status.ocr_languages[:MOST]
