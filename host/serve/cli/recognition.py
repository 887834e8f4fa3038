"""`--ocr`: the languages in which the engine's machine can recognise text."""

from __future__ import annotations

from host.contract import requests, results
from host.errors import AmbryError, ErrorCode
from host.serve.cli.session import call
from host.serve.client import Client

MOST = 4
"""Languages at a time: each makes the recognition slower, and less sure."""


async def ocr_languages(client: Client) -> tuple[str, ...]:
    """Raises AmbryError when there are none."""
    status = await call(client, requests.Status(id=client.new_id()), results.Status)
    if not status.ocr_languages:
        message = "Tesseract, which recognises the text in pictures, is not installed on this machine."
        raise AmbryError(ErrorCode.NEEDS_OCR, message, "Install it with its language data, such as tesseract-ocr-eng.")
    return status.ocr_languages[:MOST]
