"""`vault add` with addresses: pages and videos become documents of a vault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from host.contract import requests, results
from host.contract.views import JobItemView, OpenedWith
from host.core.jobs import reason_of
from host.core.video import video_id
from host.errors import AmbryError, ErrorCode
from host.serve.cli import working
from host.serve.cli.jobs import print_add_again, print_item
from host.serve.cli.opened_with import opened_with
from host.serve.cli.session import EXIT_FAILED, Connect, call, open_session
from host.serve.client import Client


@dataclass(frozen=True, slots=True)
class How:
    """How files are to be read."""

    ask_password: bool
    ocr: bool
    stop: bool
    """Whether Ctrl-C ends the job, too."""


def add(connect: Connect | None, vault: str, sources: Sequence[str], how: How, *, as_json: bool) -> None:
    """Files and folders by a job of the engine; addresses one after the other."""
    addresses = [source for source in sources if source.lower().startswith(("http://", "https://"))]
    if not addresses:
        paths = [Path(source) for source in sources]
        working.add_files(
            connect, vault, paths, ask_password=how.ask_password, ocr=how.ocr, stop=how.stop, as_json=as_json
        )
    else:
        _keep(connect, vault, addresses, how, mixed=len(addresses) < len(sources), as_json=as_json)


def _keep(
    connect: Connect | None, vault: str, addresses: Sequence[str], how: How, *, mixed: bool, as_json: bool
) -> None:
    session = open_session(connect, as_json=as_json)

    async def story(client: Client) -> list[JobItemView]:
        if mixed:
            message = "Addresses and files cannot be added in one go."
            raise AmbryError(ErrorCode.BAD_REQUEST, message, "Add the addresses first, then the files.")
        given = await opened_with(client, ask_password=how.ask_password, ocr=how.ocr)
        items = []
        for address in addresses:
            with session.terminal.working(f"Reading {address}"):
                items.append(await _kept(client, vault, address, given))
            if not as_json:
                print_item(session.terminal, items[-1])
        return items

    items = session.run(story)
    if as_json:
        session.terminal.json({"items": [item.model_dump(mode="json") for item in items]})
    else:
        print_add_again(session.terminal, items)
    if any(item.state == "failed" for item in items):
        raise typer.Exit(EXIT_FAILED)


async def _kept(client: Client, vault: str, address: str, given: OpenedWith) -> JobItemView:
    """How one address ended; that of others does not hang on it."""
    request: requests.OpenUrl | requests.OpenVideo
    if video := video_id(address):
        request = requests.OpenVideo(id=client.new_id(), video=video, vault=vault)
    else:
        request = requests.OpenUrl(id=client.new_id(), url=address, vault=vault, **given.model_dump())
    try:
        opened = await call(client, request, results.Opened)
    except AmbryError as error:
        return JobItemView(uri=address, state="failed", reason=reason_of(error, address), code=error.code)
    return JobItemView(uri=address, state=opened.state, reason=" ".join(opened.notices))
