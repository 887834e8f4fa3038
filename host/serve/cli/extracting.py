"""`extract`: files to Markdown, one after the other; a bad file never stops the others."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import typer

from host.contract import requests, results
from host.contract.views import OpenedWith
from host.errors import AmbryError, ErrorCode
from host.serve.cli.lacking import way
from host.serve.cli.opened_with import opened_with
from host.serve.cli.scope import read_file
from host.serve.cli.session import EXIT_FAILED, Connect, Session, call, error_view, open_session
from host.serve.client import Client

_OFFICE = "application/vnd.openxmlformats-officedocument"
_KINDS = {
    "text/html": "html",
    "application/pdf": "pdf",
    f"{_OFFICE}.wordprocessingml.document": "docx",
    f"{_OFFICE}.presentationml.presentation": "pptx",
    f"{_OFFICE}.spreadsheetml.sheet": "sheet",
    "application/vnd.oasis.opendocument.text": "odt",
    "application/epub+zip": "epub",
    "application/rtf": "rtf",
    "application/x-ipynb+json": "notebook",
    "message/rfc822": "mail",
    "application/vnd.ms-outlook": "mail",
    "text/csv": "table",
    "text/tab-separated-values": "table",
    "text/markdown": "markdown",
    "text/plain": "text",
}
"""What a person calls them; what is not here goes by its media type."""


def extract(connect: Connect | None, files: Sequence[Path], *, ask_password: bool, ocr: bool, as_json: bool) -> None:
    """Print each file's Markdown, or one JSON line for each."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> bool:
        given = await opened_with(client, ask_password=ask_password, ocr=ocr)
        ends = [await _extract(session, client, path, given, alone=len(files) == 1) for path in files]
        return all(ends)

    def without_engine(error: AmbryError) -> None:
        """Who counts on a line for each file gets it."""
        for path in files if as_json else files[:1]:
            _fail(session, path, error)

    if not session.run(story, without_engine):
        raise typer.Exit(EXIT_FAILED)


async def _extract(session: Session, client: Client, path: Path, given: OpenedWith, *, alone: bool) -> bool:
    """Print one file as soon as it is converted; False when it failed."""
    try:
        data = await asyncio.to_thread(read_file, path)
        upload = await client.upload(_sayable(path.name), data)
        request = requests.Extract(id=client.new_id(), upload=upload, **given.model_dump())
        extracted = await call(client, request, results.Extracted)
    except AmbryError as error:
        _fail(session, path, error)
        return False
    if session.as_json:
        session.terminal.json(_line(path, extracted, None))
    else:
        if not alone:
            session.terminal.remark(f"--- {path}")
        session.terminal.remark(_summary(extracted))
        if extracted.notice:
            session.terminal.remark(f"{extracted.notice} {way(ErrorCode.NEEDS_OCR)}")
        session.terminal.say(extracted.markdown)
    return True


def _fail(session: Session, path: Path, error: AmbryError) -> None:
    if session.as_json:
        session.terminal.json(_line(path, None, error))
    else:
        session.fail(error)


def _summary(extracted: results.Extracted) -> str:
    """How it was read and what it says of itself, on one line."""
    about = extracted.about
    people, day = ", ".join(about.authors), about.published or about.modified
    return " \u00b7 ".join(filter(None, (extracted.title, people, day, extracted.language, extracted.strategy)))


def _line(path: Path, extracted: results.Extracted | None, error: AmbryError | None) -> dict[str, object]:
    found = extracted or results.Extracted(media_type="", strategy="", title="", markdown="", text="")
    return {
        "source": _sayable(str(path)),
        "kind": _KINDS.get(found.media_type, found.media_type),
        "page_type": found.page_type,
        "strategy": found.strategy,
        "title": found.title,
        "language": found.language,
        **found.about.model_dump(mode="json"),
        "markdown": found.markdown,
        "text": found.text,
        "notice": found.notice,
        "error": error_view(error).model_dump(mode="json") if error else None,
    }


def _sayable(name: str) -> str:
    """Names are bytes to some systems: what is no UTF-8 in one cannot travel."""
    return name.encode("utf-8", "replace").decode("utf-8")
