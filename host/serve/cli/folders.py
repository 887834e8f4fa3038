"""`vault watch`, `unwatch` and `list`: folders whose files a vault follows."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table
from rich.text import Text

from host.contract import requests, results
from host.contract.views import CollectionView, FolderView
from host.core.shell import typed
from host.errors import AmbryError, ErrorCode, NotFoundError
from host.serve.cli.folder_mending import mend, print_lacking, with_later
from host.serve.cli.following import exit_unless_done, follow
from host.serve.cli.jobs import print_report
from host.serve.cli.keeping import How
from host.serve.cli.opened_with import opened_with
from host.serve.cli.scope import find
from host.serve.cli.session import Connect, call, open_session
from host.serve.cli.terminal import Terminal, printable
from host.serve.client import Client


def watch(
    connect: Connect | None, vault: str, folder: Path, exclude: Sequence[str], how: How, *, as_json: bool
) -> None:
    """Start watching, and follow the job that reads what is there; then those of files that lack what was given."""
    session = open_session(connect, as_json=as_json)
    path = str(folder.expanduser().absolute())

    async def story(client: Client) -> tuple[FolderView, results.JobReport]:
        given = await opened_with(client, ask_password=how.ask_password, ocr=how.ocr)
        request = requests.WatchFolder(id=client.new_id(), vault=vault, path=path, exclude=tuple(exclude))
        watched = await call(client, request, results.FolderWatched)
        report = await follow(session, client, watched.job, stop=how.stop)

        async def look() -> FolderView:
            return _the_folder(await _folders(client), watched.folder.id)

        view, mended = await mend(session, client, look, given, stop=how.stop)
        return view, report.model_copy(update={"items": with_later(report.items, mended)})

    view, report = session.run(story)
    if as_json:
        session.terminal.json(
            {"folder": view.model_dump(mode="json"), **report.model_dump(mode="json", include={"job", "items"})}
        )
    else:
        print_report(session.terminal, report, every_item=False)
        _print_watched(session.terminal, view)
        print_lacking(session.terminal, view, printable(vault))
    exit_unless_done(report.job)


def unwatch(connect: Connect | None, vault: str, folder: Path | None, *, keep: bool, as_json: bool) -> None:
    """Stop watching; the documents leave the vault unless they are kept."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> FolderView:
        collection = await find(client, "vault", vault)
        mine = [view for view in await _folders(client) if view.collection == collection.id]
        view = _chosen(vault, mine, folder)
        await call(client, requests.UnwatchFolder(id=client.new_id(), folder=view.id, keep=keep), results.Nothing)
        return view

    view = session.run(story)
    if as_json:
        session.terminal.json({"unwatched": view.path, "documents": view.documents, "kept": keep})
        return
    ended = "stay in the vault" if keep else "left the vault; the files are untouched"
    session.terminal.say(f"{view.path} is not watched any more. Its {view.documents} documents {ended}.")


def list_vaults(connect: Connect | None, *, as_json: bool) -> None:
    """Show the vaults, and what becomes of the folders that they follow."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> tuple[list[CollectionView], tuple[FolderView, ...]]:
        status = await call(client, requests.Status(id=client.new_id()), results.Status)
        return [view for view in status.collections if view.kind == "vault"], await _folders(client)

    vaults, folders = session.run(story)
    if as_json:
        session.terminal.json({"vaults": [_as_json(vault, folders) for vault in vaults]})
    elif vaults:
        _print_vaults(session.terminal, vaults, folders)
    else:
        session.terminal.remark("There is no vault. Start one: ambry vault watch NAME FOLDER")


async def _folders(client: Client) -> tuple[FolderView, ...]:
    return (await call(client, requests.ListFolders(id=client.new_id()), results.WatchedFolders)).folders


def _the_folder(folders: Sequence[FolderView], folder_id: int) -> FolderView:
    found = next((view for view in folders if view.id == folder_id), None)
    if found is None:
        raise NotFoundError("such watched folder", "It was taken away meanwhile: ambry vault list")
    return found


def _chosen(vault: str, folders: Sequence[FolderView], folder: Path | None) -> FolderView:
    """The one that was named, or the only one there is."""
    path = str(folder.expanduser().resolve()) if folder else ""
    matching = [view for view in folders if path in ("", view.path)]
    if len(matching) == 1:
        return matching[0]
    if not folders:
        raise NotFoundError(f"watched folder in {vault}", f"Watch one: ambry vault watch {typed(vault)} FOLDER")
    names = ", ".join(view.path for view in folders)
    message = f"{path} is not watched in {vault}." if path else f"{vault} follows several folders."
    raise AmbryError(ErrorCode.BAD_REQUEST, message, f"Name one of: {names}")


def _as_json(vault: CollectionView, folders: Sequence[FolderView]) -> dict[str, object]:
    mine = [view.model_dump(mode="json") for view in folders if view.collection == vault.id]
    return {**vault.model_dump(mode="json", include={"id", "key", "documents", "chunks"}), "folders": mine}


def _print_watched(terminal: Terminal, view: FolderView) -> None:
    terminal.say(f"{printable(view.path)} is watched: {view.vault} stays as its files are.")
    if view.unsupported:
        terminal.remark(f"{view.unsupported} files in it are of kinds that Ambry cannot read.")
    if view.note:
        terminal.remark(printable(view.note))


def _print_vaults(terminal: Terminal, vaults: Sequence[CollectionView], folders: Sequence[FolderView]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("vault", "documents", "state", "changed", "failed"):
        table.add_column(heading, no_wrap=heading != "vault", overflow="fold")
    for vault in vaults:
        table.add_row(Text(printable(vault.key)), str(vault.documents), "", "", "")
        for view in (view for view in folders if view.collection == vault.id):
            changed = time.strftime("%Y-%m-%d %H:%M", time.localtime(view.changed)) if view.changed else ""
            row = (f"  {view.path}", str(view.documents), view.state, changed, str(view.failed or ""))
            table.add_row(*(Text(printable(cell)) for cell in row))
    terminal.table(table)
    for view in folders:
        if view.note:
            terminal.remark(f"{printable(view.path)}: {printable(view.note)}")
        for problem in view.problems:
            terminal.remark(f"{printable(view.path)}: {printable(problem.uri)}: {printable(problem.reason)}")
