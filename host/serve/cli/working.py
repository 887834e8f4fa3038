"""`vault add`: files are handed to the engine, whose job we then only watch."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import typer

from host.contract import requests, results
from host.contract.views import JobItemView, OpenedWith, UploadRef
from host.core.jobs import reason_of
from host.errors import AmbryError, ErrorCode
from host.serve.cli.following import exit_unless_done, follow, show
from host.serve.cli.jobs import UploadBar
from host.serve.cli.opened_with import opened_with
from host.serve.cli.scope import read_file
from host.serve.cli.session import EXIT_FAILED, Connect, Session, call, open_session
from host.serve.client import Client


def add_files(
    connect: Connect | None,
    vault: str,
    paths: Sequence[Path],
    *,
    ask_password: bool,
    ocr: bool,
    stop: bool,
    as_json: bool,
) -> None:
    """Upload, then follow the job; a file that cannot be read is accounted for like any other."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> results.JobReport:
        given = await opened_with(client, ask_password=ask_password, ocr=ocr)
        files, unread = await _upload(session, client, paths, given)
        if not files:
            reasons = " ".join(f"{item.uri}: {item.reason}" for item in unread)
            message = f"There is no file to add. {reasons}".strip()
            raise AmbryError(ErrorCode.NOT_FOUND, message, "Give files, or folders that have files in them.")
        started = await call(
            client, requests.AddFiles(id=client.new_id(), vault=vault, files=tuple(files)), results.JobStarted
        )
        report = await follow(session, client, started.job, stop=stop)
        return report.model_copy(update={"items": (*report.items, *unread)})

    report = session.run(story)
    show(session, report)
    exit_unless_done(report.job)
    if any(item.state == "failed" for item in report.items):
        raise typer.Exit(EXIT_FAILED)


async def _upload(
    session: Session, client: Client, paths: Sequence[Path], given: OpenedWith
) -> tuple[list[UploadRef], list[JobItemView]]:
    """Hand every file to the engine; those that cannot be handed over come back with the reason."""
    files: list[UploadRef] = []
    unread: list[JobItemView] = []
    found = list(_files(paths))
    with UploadBar(session.terminal, len(found)) as bar:
        for path, known_as in found:
            try:
                data = await asyncio.to_thread(read_file, path)
                upload = await client.upload(path.name, data)
                files.append(UploadRef(upload=upload, path=known_as, **given.model_dump()))
            except AmbryError as error:
                unread.append(JobItemView(uri=known_as, state="failed", reason=reason_of(error, str(path))))
            bar.step(known_as)
    return files, unread


def _files(paths: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    """Each file with the path that the vault knows it by; hidden files of a folder are left out."""
    for path in paths:
        if not path.is_dir():
            yield path, path.name
            continue
        root = path.resolve()
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(name for name in names if not name.startswith(".")):
                file = Path(folder, name)
                yield file, file.relative_to(root.parent).as_posix()
