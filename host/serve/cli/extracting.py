"""`extract`: files to Markdown, one after the other; a bad file never stops the others."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import typer

from host.contract import requests, results
from host.errors import AmbryError
from host.serve.cli.scope import read_file
from host.serve.cli.session import EXIT_FAILED, Connect, Session, call, error_view, open_session
from host.serve.client import Client

_KINDS = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "application/pdf": "pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "text/markdown": "markdown",
    "text/plain": "text",
}


def extract(connect: Connect | None, files: Sequence[Path], *, as_json: bool) -> None:
    """Print each file's Markdown, or one JSON line for each."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> bool:
        ends = [await _extract(session, client, path, alone=len(files) == 1) for path in files]
        return all(ends)

    if not session.run(story):
        raise typer.Exit(EXIT_FAILED)


async def _extract(session: Session, client: Client, path: Path, *, alone: bool) -> bool:
    """Print one file as soon as it is converted; False when it failed."""
    try:
        data = await asyncio.to_thread(read_file, path)
        upload = await client.upload(path.name, data)
        extracted = await call(client, requests.Extract(id=client.new_id(), upload=upload), results.Extracted)
    except AmbryError as error:
        if session.as_json:
            session.terminal.json(_line(path, None, error))
        else:
            session.fail(error)
        return False
    if session.as_json:
        session.terminal.json(_line(path, extracted, None))
    else:
        if not alone:
            session.terminal.remark(f"--- {path}")
        session.terminal.say(extracted.markdown)
    return True


def _line(path: Path, extracted: results.Extracted | None, error: AmbryError | None) -> dict[str, object]:
    return {
        "source": str(path),
        "kind": _KINDS.get(extracted.media_type, extracted.media_type) if extracted else "",
        "page_type": extracted.page_type if extracted else "",
        "strategy": extracted.strategy if extracted else "",
        "title": extracted.title if extracted else "",
        "markdown": extracted.markdown if extracted else "",
        "text": extracted.text if extracted else "",
        "error": error_view(error).model_dump(mode="json") if error else None,
    }
