"""`site set`, `vault set` and `reindex`: how collections are cut, and making a new index of them."""

from __future__ import annotations

from collections.abc import Mapping

import typer

from host.contract import requests, results
from host.contract.views import CollectionView
from host.core.shell import typed
from host.errors import AmbryError, ErrorCode
from host.serve.cli.following import follow, show
from host.serve.cli.scope import find
from host.serve.cli.session import EXIT_FAILED, Connect, Session, call, open_session
from host.serve.cli.terminal import Terminal, printable
from host.serve.client import Client


def set_chunking(
    connect: Connect | None,
    kind: str,
    target: str,
    settings: tuple[int | None, int | None, int | None],
    *,
    as_json: bool,
) -> None:
    """`settings` are size, overlap and cap; those that are None stay."""
    session = open_session(connect, as_json=as_json)
    size, overlap, cap = settings

    async def story(client: Client) -> CollectionView:
        found = await find(client, kind, target)
        if settings == (None, None, None):
            return found
        request = requests.SetChunking(id=client.new_id(), collection=found.id, size=size, overlap=overlap, cap=cap)
        return (await call(client, request, results.CollectionFound)).collection or found

    collection = session.run(story)
    if as_json:
        session.terminal.json(collection.model_dump(mode="json"))
        return
    if chunking := collection.chunking:
        session.terminal.say(
            f"{collection.kind} {printable(collection.key)}: passages of {chunking.size} tokens at most, of which the "
            f"next repeats {chunking.overlap}; {chunking.cap} of one document at most"
        )
    tell_outdated(session.terminal, collection)


def tell_outdated(terminal: Terminal, collection: CollectionView) -> None:
    """Why a collection needs a new index, and the command for it."""
    if collection.outdated:
        key = printable(collection.key)
        terminal.remark(f"{key} needs a new index. {printable(collection.outdated)}")
        terminal.remark(f"Until then the old one answers. Make it: ambry reindex --{collection.kind} {typed(key)}")


def reindex(connect: Connect | None, targets: Mapping[str, str], *, every: bool, stop: bool, as_json: bool) -> None:
    """Start the jobs and follow them one after the other."""
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> list[results.JobReport]:
        wanted = await _wanted(client, targets, every=every)
        started = [
            await call(client, requests.Reindex(id=client.new_id(), collection=one.id), results.JobStarted)
            for one in wanted
        ]
        return [await follow(session, client, one.job, stop=stop) for one in started]

    _tell(session, session.run(story))


async def _wanted(client: Client, targets: Mapping[str, str], *, every: bool) -> list[CollectionView]:
    given = [(kind, target) for kind, target in targets.items() if target]
    if len(given) + every != 1:
        raise AmbryError(ErrorCode.BAD_REQUEST, "Say what to index anew.", "Add --site HOST, --vault NAME, or --all.")
    if given:
        return [await find(client, *given[0])]
    status = await call(client, requests.Status(id=client.new_id()), results.Status)
    return [collection for collection in status.collections if collection.outdated]


def _tell(session: Session, reports: list[results.JobReport]) -> None:
    if session.as_json:
        session.terminal.json({"reports": [one.model_dump(mode="json", include={"job", "items"}) for one in reports]})
    elif not reports:
        session.terminal.remark("Nothing needs a new index.")
    else:
        for report in reports:
            show(session, report)
    if any(report.job.state != "done" for report in reports):
        raise typer.Exit(EXIT_FAILED)
