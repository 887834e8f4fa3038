"""`vault watch --password --ocr`: files of a watched folder that lack what was given are read once more."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from host.contract import requests, results
from host.contract.views import FolderView, JobItemView, OpenedWith
from host.core.shell import typed
from host.serve.cli.following import follow
from host.serve.cli.lacking import lacking
from host.serve.cli.session import Session, call
from host.serve.cli.terminal import Terminal
from host.serve.client import Client


async def mend(
    session: Session,
    client: Client,
    look: Callable[[], Awaitable[FolderView]],
    given: OpenedWith,
    *,
    stop: bool,
) -> tuple[FolderView, list[JobItemView]]:
    """How the folder is then, and how the files ended that lacked what is given."""
    codes = {code for code, there in (("encrypted", given.password), ("needs_ocr", given.ocr)) if there}
    ended: dict[str, JobItemView] = {}
    view = await look()
    # A folder names some of its problems at a time: those that are left come when the first are mended.
    while waiting := [one.uri for one in view.problems if one.code in codes and one.uri not in ended]:
        for path in waiting:
            request = requests.ReadWatchedFile(id=client.new_id(), folder=view.id, path=path, **given.model_dump())
            started = await call(client, request, results.JobStarted)
            report = await follow(session, client, started.job, stop=stop)
            error = report.job.error.message if report.job.error else "It was not read."
            ended[path] = next(iter(report.items), JobItemView(uri=path, state="failed", reason=error))
        view = await look()
    return view, list(ended.values())


def print_lacking(terminal: Terminal, view: FolderView, vault: str) -> None:
    """Which files wait for a word of the person, and the command that gives it."""
    for told, option in lacking(view.problems):
        terminal.remark(f"{told} Go on with: ambry vault watch {typed(vault)} {typed(view.path)} {option}")


def with_later(items: Sequence[JobItemView], later: Sequence[JobItemView]) -> tuple[JobItemView, ...]:
    """Each file as it ended last."""
    return tuple(({one.uri: one for one in items} | {one.uri: one for one in later}).values())
