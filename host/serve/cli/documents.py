"""`show` and `vault remove`: the documents of a vault or site, one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from host.contract import requests, results
from host.contract.views import DocumentView
from host.errors import AmbryError, ErrorCode, NotFoundError
from host.serve.cli.scope import find
from host.serve.cli.session import Connect, call, open_session
from host.serve.cli.terminal import Terminal, counted
from host.serve.client import Client


def show(connect: Connect | None, targets: Mapping[str, str], wanted: str, *, as_json: bool) -> None:
    """Print a document's Markdown, or with no name the list of all."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> results.Documents | results.DocumentText:
        documents = await _documents(client, targets)
        if not wanted:
            return results.Documents(documents=tuple(documents))
        request = requests.ReadDocument(id=client.new_id(), document=named(documents, wanted).id)
        return await call(client, request, results.DocumentText)

    result = session.run(story)
    if as_json:
        session.terminal.json(result.model_dump(mode="json", exclude={"kind"}))
    elif isinstance(result, results.Documents):
        _print_list(session.terminal, result.documents)
    else:
        session.terminal.remark(result.document.url or result.document.name)
        session.terminal.say(result.markdown)


def remove(connect: Connect | None, vault: str, wanted: str, *, as_json: bool) -> None:
    """Take a document out of a vault."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> DocumentView:
        document = named(await _documents(client, {"vault": vault}), wanted)
        await call(client, requests.RemoveDocument(id=client.new_id(), document=document.id), results.Nothing)
        return document

    document = session.run(story)
    if as_json:
        session.terminal.json({"removed": document.name})
    else:
        session.terminal.say(f"Removed from {vault}: {document.name}.")


async def _documents(client: Client, targets: Mapping[str, str]) -> Sequence[DocumentView]:
    given = [(kind, target) for kind, target in targets.items() if target]
    if len(given) != 1:
        raise AmbryError(ErrorCode.BAD_REQUEST, "Say where to look.", "Add --vault NAME or --site HOST.")
    return await list_documents(client, (await find(client, *given[0])).id)


async def list_documents(client: Client, collection: int) -> Sequence[DocumentView]:
    request = requests.ListDocuments(id=client.new_id(), collection=collection)
    return (await call(client, request, results.Documents)).documents


def named(documents: Sequence[DocumentView], wanted: str) -> DocumentView:
    """The document of this name, address or title. Raises AmbryError for none, and for more than one."""
    by_name = [document for document in documents if wanted in (document.name, document.uri)]
    found = by_name or [document for document in documents if wanted == document.title]
    if not found:
        raise NotFoundError(f"document called {wanted}", "`ambry show` without its name lists all there are.")
    if len(found) > 1:
        names = ", ".join(document.name for document in found)
        raise AmbryError(ErrorCode.BAD_REQUEST, f"{len(found)} documents have this title.", f"Name one: {names}")
    return found[0]


def _print_list(terminal: Terminal, documents: Sequence[DocumentView]) -> None:
    for document in documents:
        title = f"  {document.title}" if document.title not in ("", document.name) else ""
        terminal.say(f"{document.name}{title}")
    terminal.remark(f"{counted(len(documents), 'document')}.")
